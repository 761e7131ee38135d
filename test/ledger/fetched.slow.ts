import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { serveGit } from '../git/http-remote.ts';
import { git } from '../git/support.ts';
import { adding, checkOut, clone, numbersIn, open, plantAt, ref, started } from './support.ts';

const size = 4 * 1024 * 1024;
const noise = {
  noise: randomBytes(size),
  'check-outs/noise': 'x',
  [`check-outs/${'ab'.repeat(12)}/x`]: 'y',
};

describe('noise of 4 MB beside the records', () => {
  test.each([
    ['over HTTP', true, true],
    ['over a file', false, true],
    ['at a remote that cannot filter', false, false],
  ])('%s: a run reads and writes as ever', async (_, isHttp, filters) => {
    const { at, head } = started();
    using _at = at;
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
    expect(await ledger.claimsOn([7], true)).toEqual([]);
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
