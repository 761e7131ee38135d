import { beforeAll, describe, expect, test } from 'vitest';
import type { Repository } from '../../src/git/repository.ts';
import { toRecordFolder, toRecordPath } from '../../src/ledger/key.ts';
import type { RecordChange } from '../../src/ledger/ledger-access.ts';
import type { BranchRecord, Exception } from '../../src/ledger/record.ts';
import { git, type Remote } from '../git/support.ts';
import {
  adding,
  checkOut,
  clone,
  kept,
  key,
  keyed,
  numbersIn,
  oid,
  open,
  pathOf,
  plantAt,
  record,
  ref,
  started,
} from './support.ts';

const name = (n: number) => `P${String(n).padStart(5, '0')}`;
const many = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => checkOut(name(from + n), from + n + 1));
const without =
  (objn: string): RecordChange =>
  (newest) =>
    newest && { ...newest, checkOuts: new Map([...newest.checkOuts].filter(([, one]) => one.objn !== objn)) };
const failing =
  (path: string, exception: Exception | null): RecordChange =>
  (newest) => {
    if (newest === null) return null;
    const exceptions = new Map(newest.exceptions);
    if (exception === null) exceptions.delete(path);
    else exceptions.set(path, exception);
    return { ...newest, exceptions };
  };

/** Paths that the last commit of the ref changed. */
const changed = (at: Remote) =>
  git(at.remote, 'diff-tree', '-r', '--name-only', '--no-commit-id', `${ref}^`, ref).split('\n');

/** How many contents of the ref have come to a repository. */
async function fetched(at: Remote, { objects }: Repository): Promise<number> {
  const oids = git(at.remote, 'ls-tree', '-r', '--format=%(objectname)', ref).split('\n');
  return (await objects.info(oids)).filter((info) => info !== null).length;
}

describe('a record of 1,100 check-outs', () => {
  let at: Remote;
  let dir: string;
  beforeAll(async () => {
    at = started();
    dir = clone(at, 'one');
    await using ledger = await open(dir);
    await ledger.write(adding(...many(0, 1100)));
    return () => at[Symbol.dispose]();
  });

  test('a push of one file reads its head and two shards, and writes these', async () => {
    await using ledger = await open(dir);
    expect([ledger.record()?.checkOuts.size, await fetched(at, ledger.repository)]).toEqual([0, 1]);
    const loaded = await ledger.load({ paths: [pathOf(name(7))] });
    expect(numbersIn(loaded)).toContain(8);
    expect(await fetched(at, ledger.repository)).toBe(2);
    await ledger.write(adding(checkOut(name(7), 8, { blob: oid('b') })));
    expect(await fetched(at, ledger.repository)).toBe(3);
    expect(changed(at)).toHaveLength(3);
    expect(changed(at)).toContain(toRecordPath(key));
    await ledger.write(adding(checkOut(name(7), 8, { path: 'Elsewhere.RPGLE' })));
    expect(changed(at).length).toBeGreaterThan(2);
    await using again = await open(dir);
    expect(numbersIn(await again.load({ paths: ['Elsewhere.RPGLE'] }))).toContain(8);
    expect(numbersIn(await again.load({ objects: [{ ...checkOut(name(9), 0), type: null }] }))).toContain(10);
  });

  test('a change of what nobody has loaded loses nothing of it', async () => {
    await using ledger = await open(dir);
    await ledger.write(adding(checkOut('NEW', 9001)));
    await ledger.write(without('NEW'));
    await ledger.write(failing(pathOf(name(1)), { was: oid('c') }));
    const { record } = (await ledger.all()).records[0] ?? expect.fail('none');
    expect(numbersIn(record).toSorted((one, other) => Number(one) - Number(other))).toEqual(
      many(0, 1100).map((one) => one.stands?.objectId),
    );
    expect([...record.exceptions]).toEqual([[pathOf(name(1)), { was: oid('c') }]]);
    await ledger.write(failing(pathOf(name(1)), null));
  });

  test('what was tried, and every exception, is there from the start', async () => {
    {
      await using ledger = await open(dir);
      const tried = { ...checkOut('T', null), stands: null, tried: [{ path: 'T.RPGLE', run: '1-1' } as never] };
      await ledger.write((newest) => failing('T.RPGLE', { was: null, unknown: true })(adding(tried)(newest)));
    }
    await using ledger = await open(dir);
    expect([...(ledger.record()?.checkOuts.values() ?? [])].filter(({ tried }) => tried.length > 0)).toHaveLength(1);
    expect(ledger.record()?.exceptions.get('T.RPGLE')).toEqual({ was: null, unknown: true });
    await ledger.write((newest) => failing('T.RPGLE', null)(without('T')(newest)));
  });

  test('two writers of different shards, and of the same one: both are there', async () => {
    await using one = await open(dir);
    await using two = await open(clone(at, 'two'));
    await two.load({ paths: [pathOf(name(20))] });
    await one.write(adding(checkOut(name(20), 7020)));
    await one.write(adding(checkOut(name(21), 7021)));
    let seen: unknown;
    await two.write((newest) => {
      seen = newest?.checkOuts.values().find(({ objn }) => objn === name(20))?.stands?.objectId;
      return adding(checkOut(name(22), 7022))(newest);
    });
    expect(seen).toBe(7020);
    await using last = await open(clone(at, 'last'));
    const paths = [20, 21, 22].map((n) => pathOf(name(n)));
    expect(numbersIn(await last.load({ paths }))).toEqual(expect.arrayContaining([7020, 7021, 7022]));
  });

  test('another branch finds a number, and an object, in it', async () => {
    await using ledger = await open(dir, { key: { ...key, branch: 'feature' } });
    const holder = { checkOut: { objn: name(30) }, verified: true };
    expect(await ledger.findHolders([checkOut(name(30), 0)])).toMatchObject([holder]);
    expect(await fetched(at, ledger.repository)).toBe(2);
    expect((await ledger.findClaimsOn([41, 99_999], true)).map((claim) => claim.checkOut.objn)).toEqual([name(40)]);
    const take = { key, of: [checkOut(name(40), 0)], change: without(name(40)) };
    const taken = record({ branch: 'feature', checkOuts: keyed(checkOut(name(40), 41)) });
    await ledger.write(() => taken, { others: [take] });
    expect(await ledger.findClaimsOn([41], true)).toEqual([]);
    await using main = await open(dir);
    await main.write(adding(checkOut(name(40), 41)));
  });

  test('a shard of an earlier record, another shard, or none in its place is not believed', async () => {
    const folder = toRecordFolder(toRecordPath(key));
    const before = kept(at);
    const tip = git(at.remote, 'rev-parse', ref);
    const [first = '', second = ''] = [...before.keys()].filter((path) => path.startsWith(`${folder}/o`));
    {
      await using ledger = await open(dir);
      for (const n of [50, 51, 52, 53, 54, 55, 56, 57]) await ledger.write(adding(checkOut(name(n), 8000 + n)));
    }
    const head = { [toRecordPath(key)]: `${before.get(toRecordPath(key))}\n` };
    const all = many(0, 1100);
    const contents = [`${before.get(second)}\n`, null, 'x'.repeat(1 << 20)];
    for (const files of [head, ...contents.map((content) => ({ [first]: content }))]) {
      const now = git(at.remote, 'rev-parse', ref);
      plantAt(at, files);
      const load = async () => {
        await using ledger = await open(dir);
        return await ledger.load({ objects: all });
      };
      const message = expect.stringContaining('a part of it');
      await expect(load()).rejects.toMatchObject({ code: 'ledger', exitCode: 3, message });
      git(at.remote, 'update-ref', ref, now);
    }
    git(at.remote, 'update-ref', ref, tip);
  });
});

test('a record grows out of one file and back into it, through every division, with all that it had', async () => {
  using at = started();
  const dir = clone(at, 'one');
  const files = () => git(at.remote, 'ls-tree', '-r', '--name-only', ref).split('\n').length;
  const sizes: number[] = [];
  for (const [n, count] of [500, 501, 1030, 240].entries()) {
    await using ledger = await open(dir);
    const paths = [...Array(1030).keys()].map((m) => pathOf(name(m)));
    const loaded = await ledger.load({ paths });
    const wanted = keyed(...many(0, count).map((one) => ({ ...one, ...(n % 2 ? {} : { before: { x: oid('d') } }) })));
    const exceptions = new Map(paths.slice(0, n).map((path) => [path, { was: null }]));
    await ledger.write(() => record({ ...loaded, checkOuts: wanted, exceptions } as Partial<BranchRecord>));
    sizes.push(files());
    await using again = await open(dir);
    const all = (await again.all()).records[0]?.record;
    expect(new Map([...(all?.checkOuts ?? [])].toSorted())).toEqual(new Map([...wanted].toSorted()));
    expect(again.record()?.exceptions.size).toBe(n);
  }
  // Two shards of each kind, then eight.
  expect(sizes).toEqual([1, 5, 17, 1]);
});
