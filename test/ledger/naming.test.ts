import { describe, expect, test } from 'vitest';
import type { LedgerRecord } from '../../src/ledger/record.ts';
import { writeRecords } from '../status/many.ts';
import { clone, entry, key, open, record, started } from './support.ts';

/** The records in which an object name stands, of which a plan reads no others. */

const branch = (n: number, objn: string): LedgerRecord =>
  record({ branch: `feature/${n}`, filed: [entry(objn, 10_000 + n)] });
/** One that stands in parts. */
const large = (objn: string): LedgerRecord => {
  const filed = Array.from({ length: 600 }, (_, n) => entry(`L${n}`, 20_000 + n));
  return record({ branch: 'large', filed: [...filed, entry(objn, 30_000)] });
};

describe.each([
  ['few records: all are read', 5, (count: number) => count + 1],
  ['many: only those', 30, () => 2],
])('%s', (_, count, read) => {
  test('a name in a record, in a part of one, and in none', async () => {
    const { at } = started();
    using _at = at;
    const records = Array.from({ length: count }, (_one, n) => branch(n, n === 3 ? 'SOUGHT' : `P${n}`));
    writeRecords(at, [...records, large('SOUGHT')]);
    await using ledger = await open(clone(at, 'a'));
    const found = await ledger.naming(['SOUGHT']);
    const names = found.records.map((one) => one.branch);
    expect(names).toHaveLength(read(count));
    expect(names).toEqual(expect.arrayContaining(['feature/3', 'large']));
    expect([found.areSealed, found.damaged, found.unsealed]).toEqual([true, [], []]);
    const none = await ledger.naming(['NOWHERE']);
    expect(none.records.filter(({ filed }) => filed.some(({ objn }) => objn === 'NOWHERE'))).toEqual([]);
  });
});

test('a name with signs of JSON and of expressions', async () => {
  const { at } = started();
  using _ = at;
  const odd = 'A"\\.*[x]$';
  writeRecords(
    at,
    Array.from({ length: 30 }, (_one, n) => branch(n, n === 7 ? odd : `P${n}`)),
  );
  await using ledger = await open(clone(at, 'a'));
  expect((await ledger.naming([odd])).records.map((one) => one.branch)).toEqual(['feature/7']);
});

test('without a secret nothing is sealed', async () => {
  const { at } = started();
  using _ = at;
  writeRecords(at, [branch(1, 'P')]);
  await using ledger = await open(clone(at, 'a'), 'auto', key, null);
  expect(await ledger.naming(['P'])).toMatchObject({ areSealed: false, records: { length: 1 } });
});
