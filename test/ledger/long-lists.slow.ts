import { describe, expect, test } from 'vitest';
import type { IntendedCall } from '../../src/ledger/lease.ts';
import { longPath } from '../../src/ledger/long-lists.ts';
import type { LedgerRecord, OpenChange } from '../../src/ledger/record.ts';
import { recordPath } from '../../src/ledger/record-path.ts';
import { git, gitBytes, type Remote } from '../git/support.ts';
import { clone, key, oid, open, record, ref, started } from './support.ts';

/** Lists as long as an import stand in files of their own (design §8 "Sealed": a record has 16 MiB at most). */

const object = (n: number) => ({ appl: 'ORD', lvl: 50, type: '*PGM', objn: `P${n}`, rpth: null, path: `P${n}.RPGLE` });
const call = (n: number): IntendedCall => {
  return {
    ...object(n),
    reason: '*MIGRATE',
    blob: oid('a'),
    objectId: null,
    sent: { appl: 'ORD', lvl: 50 },
    added: true,
  };
};
const change = (n: number): OpenChange => {
  return { ...object(n), reason: '*MIGRATE', outcome: 'notAttempted', why: 'stopped', needsPerson: false, added: true };
};
const list = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n));
const under = (instance: string, calls: readonly IntendedCall[]): LedgerRecord['runs'][number] => {
  return { run: '1-1', id: '1', attempt: 1, instance, head: oid('1'), until: '2026-11-22T10:00:00.000Z', calls };
};

const filesAt = (at: Remote) =>
  git(at.remote, 'ls-tree', '-r', '--name-only', ref)
    .split('\n')
    .map((path) => path.split('/').at(-1));
const own = recordPath(key).split('/').at(-1);

async function written(more: Partial<LedgerRecord>) {
  const { at } = started();
  const dir = clone(at, 'a');
  await using ledger = await open(dir);
  expect(await ledger.write(() => record(more))).toMatchObject({ kind: 'written' });
  return { at, dir };
}

/** The record as another run reads it. */
async function read(dir: string) {
  await using ledger = await open(dir);
  return { record: ledger.record, trust: ledger.trust };
}

test('calls, unanswered calls and open changes of an import: all are read again, and the record itself stays small', async () => {
  const more = {
    open: list(4500, change),
    unanswered: list(2001, call),
    runs: [under('a', list(2001, call)), under('b', [call(1)])],
  };
  const { at, dir } = await written(more);
  using _ = at;
  expect(await read(dir)).toEqual({ record: record(more), trust: 'sealed' });
  expect(filesAt(at)).toHaveLength(1 + 3 + 2 + 2);
  expect(git(at.remote, 'show', `${ref}:${recordPath(key)}`).length).toBeLessThan(3000);
});

test('2,000 are in the record', async () => {
  const { at, dir } = await written({ open: list(2000, change) });
  using _ = at;
  expect(filesAt(at)).toEqual([own]);
  expect((await read(dir)).record?.open).toHaveLength(2000);
});

test('a list that stays is not written again, one that shrinks leaves nothing behind', async () => {
  const { at, dir } = await written({ open: list(4500, change), runs: [under('a', list(2001, call))] });
  using _ = at;
  await using ledger = await open(dir);
  const changedFiles = () =>
    git(at.remote, 'show', '--format=', '--name-status', ref)
      .split('\n')
      .map((line) => line.replace(/\t.*\//, ' '));
  await ledger.write((newest) => (newest === null ? null : { ...newest, head: oid('2') }));
  expect(changedFiles()).toEqual([`M ${own}`]);
  expect((await read(dir)).record?.open).toHaveLength(4500);
  await ledger.write((newest) => (newest === null ? null : { ...newest, open: newest.open.slice(0, 2500), runs: [] }));
  expect(filesAt(at).sort()).toEqual([own, 'open-0.json', 'open-1.json'].sort());
  expect((await read(dir)).record).toMatchObject({ head: oid('2'), open: { length: 2500 }, runs: [] });
  await ledger.write((newest) => (newest === null ? null : { ...newest, open: [] }));
  expect(filesAt(at)).toEqual([own]);
});

describe('somebody who can push the ref', () => {
  const plant = (at: Remote, path: string, text: string | null) => {
    const line = text === null ? `D ${path}\n` : `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`;
    gitBytes(
      at.remote,
      ['fast-import', '--quiet', '--force'],
      `commit ${ref}\ncommitter A <a@b> 1 +0000\ndata 5\nforge\nfrom ${ref}^0\n${line}`,
    );
  };
  const of = longPath(recordPath(key), 'open', 1);

  test.each<[string, string | null]>([
    ['puts another file in the place of one', JSON.stringify([change(1)])],
    ['takes one away', null],
    ['nests it deep', `${'['.repeat(50)}${']'.repeat(50)}`],
  ])('%s: the record is not believed', async (_, text) => {
    const { at, dir } = await written({ open: list(2500, change) });
    using _at = at;
    plant(at, of, text);
    const found = await read(dir);
    expect(found.trust).toBe('claims');
    // The next run of the branch looks at everything again, and writes its own.
    await using ledger = await open(dir);
    ledger.accept();
    expect(await ledger.write(() => record({ open: list(2500, change) }))).toMatchObject({ kind: 'written' });
    expect(await read(dir)).toEqual({ record: record({ open: list(2500, change) }), trust: 'sealed' });
  });

  test('what nobody has sealed is bounded, and checked entry by entry', async () => {
    const { at, dir } = await written({ open: list(2500, change) });
    using _at = at;
    const path = recordPath(key);
    const kept = JSON.parse(git(at.remote, 'show', `${ref}:${path}`));
    const { seal: _seal, ...rest } = kept;
    plant(at, path, JSON.stringify({ ...rest, head: oid('9') }));
    expect((await read(dir)).trust).toBe('claims');
    plant(at, of, JSON.stringify([{ ...change(1), path: 7 }]));
    await expect(open(dir)).rejects.toThrow(/a part of it is not valid/);
    plant(
      at,
      path,
      JSON.stringify({ ...rest, long: { open: { digests: list(300, () => 'a'.repeat(64)), sizes: [] } } }),
    );
    await expect(open(dir)).rejects.toThrow(/larger than 16 MiB/);
    plant(at, path, JSON.stringify({ ...rest, long: { '../evil': { digests: [], sizes: [] } } }));
    await expect(open(dir)).rejects.toThrow(/its long.* is not valid/);
  });
});
