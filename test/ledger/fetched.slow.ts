import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { toRecordPath, toServiceFolder } from '../../src/ledger/key.ts';
import { serveGit } from '../git/http-remote.ts';
import { git, gitBytes } from '../git/support.ts';
import { adding, checkOut, clone, kept, key, numbersIn, open, plantAt, ref, started } from './support.ts';

const size = 1024 * 1024;
const noise = { noise: randomBytes(size), 'check-outs/noise': 'x', [`check-outs/${'ab'.repeat(12)}/x`]: 'y' };

describe('noise of a MB beside the records', () => {
  test.each([
    ['over HTTP', true, true],
    ['over a file', false, true],
    ['at a remote that cannot filter', false, false],
  ])('%s: a run reads and writes as ever', async (_, isHttp, filters) => {
    using at = started();
    const { head } = at;
    await using first = await open(clone(at, 'first'));
    const note = { commit: head, text: 'Run: 1-1' };
    await first.write(adding(checkOut('A', 1)), { note });
    plantAt(at, noise);
    if (!filters)
      for (const name of ['allowFilter', 'allowAnySHA1InWant']) git(at.remote, 'config', `uploadpack.${name}`, 'false');
    git(at.remote, 'config', 'http.receivepack', 'true');
    await using server = isHttp ? await serveGit(at.root) : null;
    const dir = clone(at, 'one', '--depth=1');
    if (server !== null) git(dir, 'remote', 'set-url', 'origin', `http://${server.host}/remote.git`);
    await using ledger = await open(dir, { mode: 'require' });
    expect(numbersIn(ledger.record())).toEqual([1]);
    const [info] = await ledger.repository.objects.info([git(at.remote, 'rev-parse', `${ref}:noise`)]);
    if (filters) expect(info).toBeNull();
    expect(await ledger.write(adding(checkOut('B', 2)), { note })).toMatchObject({ kind: 'written' });
    expect(await ledger.findClaimsOn([7], true)).toEqual([]);
    expect((await ledger.notes([head])).get(head)).toBe('Run: 1-1\n\nRun: 1-1');
    expect(await ledger.write(adding(checkOut('C', 3)))).toMatchObject({ kind: 'written' });
    // What was there is there still, whole.
    expect(git(at.remote, 'cat-file', '-s', `${ref}:noise`)).toBe(String(size));
    expect(git(at.remote, 'fsck', '--no-dangling')).toBe('');
    if (server !== null) {
      const fetches = server.requests.filter(({ line }) => line.includes('upload-pack') && line.startsWith('POST'));
      expect(fetches.length).toBeLessThan(16);
    }
  });
});

const copyAt = (n: number) => `${toServiceFolder(key.service)}/${n.toString(16).padStart(24, '0')}.json`;

/** Opens the ledger, looks for a number and an object in it, and writes; gives how often contents of Git were asked for. */
async function questionsOf(dir: string): Promise<number> {
  await using ledger = await open(dir);
  const { objects } = ledger.repository;
  const { info, contents } = objects;
  let asked = 0;
  const count = <T>(answer: T) => {
    asked += 1;
    return answer;
  };
  const counted = (of: (oids: string[]) => unknown) => (oids: string[]) => count(of.call(objects, oids));
  Object.assign(objects, { info: counted(info), contents: counted(contents) });
  expect(numbersIn(ledger.record())).toEqual([1]);
  for (const looks of [false, true]) expect(await ledger.findClaimsOn([7], looks)).toEqual([]);
  expect(await ledger.findClaimsOn([1], false)).toEqual([]);
  expect(await ledger.findHolders([checkOut('A', 1)])).toEqual([]);
  expect(await ledger.write(adding(checkOut('A', 1)))).toMatchObject({ kind: 'written' });
  return asked;
}

describe('records in the folder of the service that no run has made', () => {
  test('400 copies of one, as it is and altered, cost no more questions to Git than two', async () => {
    using at = started();
    {
      await using first = await open(clone(at, 'first'));
      await first.write(adding(checkOut('A', 1)));
    }
    const own = kept(at).get(toRecordPath(key)) ?? '';
    const copy = (_: unknown, n: number) => [copyAt(n), n % 2 ? own : own.replace('ORD50', `${n}`)];
    const copies = (length: number) => Object.fromEntries(Array.from({ length }, copy));
    plantAt(at, copies(2));
    const few = await questionsOf(clone(at, 'few'));
    plantAt(at, copies(400));
    expect(await questionsOf(clone(at, 'many'))).toBe(few);
  });

  test('a folder of more than 8 MiB, as 140,000 records have it, is not read: the run is refused', async () => {
    using at = started();
    const made = (args: string[], input: string) => gitBytes(at.remote, args, input).toString('utf8').trim();
    const blob = made(['hash-object', '-w', '--stdin'], 'x');
    const lines = Array.from({ length: 40_000 }, (_, n) => `100644 blob ${blob}\t${'0'.repeat(200)}${n}.json\n`);
    const tree = made(['mktree'], lines.join(''));
    const head = `commit ${ref}\ncommitter A <a@b> 1 +0000\ndata 5\nplant\n`;
    made(['fast-import', '--quiet', '--force'], `${head}M 040000 ${tree} ${toServiceFolder(key.service)}\n`);
    const looks = async () => {
      await using ledger = await open(clone(at, 'one'));
      await ledger.findClaimsOn([7], false);
    };
    const message = expect.stringMatching(/the folder .* is larger than 8 MiB/);
    await expect(looks()).rejects.toMatchObject({ code: 'ledger', message });
  });

  test('more than 512 MiB are not read: the run is refused', async () => {
    using at = started();
    plantAt(at, Object.fromEntries(Array.from({ length: 33 }, (_, n) => [copyAt(n), `${n}`])));
    await using ledger = await open(clone(at, 'one'));
    const { objects } = ledger.repository;
    const { info } = objects;
    // Git tells sizes before anything is read: 16 MiB each is half a gigabyte that no test has to make.
    const large = async (oids: string[]) =>
      (await info.call(objects, oids)).map((one) => one && { ...one, size: 16 * 1024 * 1024 });
    Object.assign(objects, { info: large });
    const message = expect.stringMatching(/its records are larger than 512 MiB/);
    await expect(ledger.findClaimsOn([7], false)).rejects.toMatchObject({ code: 'ledger', message });
  });
});
