import { expect, test } from 'vitest';
import { changedParts, divide, partCount } from '../../src/ledger/parts.ts';
import { git, remote } from '../git/support.ts';
import { clone, entry, open, record, ref } from './support.ts';

const entries = (count: number) => Array.from({ length: count }, (_, n) => entry(`P${n}`, 10_001 + n));

test('a small record is one file; a larger one has about as many objects in each part', () => {
  expect([0, 1, 512, 513, 20_000].map(partCount)).toEqual([1, 1, 1, 4, 128]);
  const parts = divide(entries(20_000));
  expect(parts.flat()).toHaveLength(20_000);
  expect(new Set(parts.flat().map(({ objn }) => objn)).size).toBe(20_000);
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(320);
});

test('a part is written again only if one of its objects is another one', () => {
  const before = entries(2_000);
  const kept = divide(before);
  expect(changedParts(divide([...before]), kept)).toEqual([]);
  const after = before.map((one) => (one.objn === 'P7' ? { ...one, rfp: 77 } : one));
  expect(changedParts(divide(after), kept)).toHaveLength(1);
  expect(changedParts(divide(entries(600)), kept)).toEqual([0, 1, 2, 3]);
  expect(changedParts(divide(before), undefined)).toHaveLength(8);
});

test('a record of many objects is read as it was written, and a change of one sends one part and the record', async () => {
  using at = remote();
  at.push(at.commit({ 'README.md': 'x' }), 'main');
  const written = record({ filed: entries(2_000) });
  await using first = await open(clone(at, 'one'));
  await first.write(() => written);
  await using second = await open(clone(at, 'two'));
  const sorted = (filed: readonly { readonly objn: string }[] = []) => filed.map(({ objn }) => objn).sort();
  expect(sorted(second.record?.filed)).toEqual(sorted(written.filed));
  const before = git(at.remote, 'rev-parse', ref);
  await second.write((newest) => {
    const filed = (newest?.filed ?? []).map((one) => (one.objn === 'P1234' ? { ...one, rfp: 77 } : one));
    return newest === null ? null : { ...newest, filed };
  });
  const changed = git(at.remote, 'diff-tree', '-r', '--name-only', before, ref).split('\n');
  // The record itself holds the digests of its parts, so that its seal covers them.
  expect(changed).toEqual([
    expect.stringMatching(/^check-outs\/[^/]+\/[^/]+\.json$/),
    expect.stringMatching(/^check-outs\/[^/]+\/[^/]+\/\d+\.json$/),
  ]);
  await using third = await open(clone(at, 'three'));
  expect(third.record?.filed.find(({ objn }) => objn === 'P1234')?.rfp).toBe(77);
  const { records, damaged } = await third.all();
  expect([records.map(({ filed }) => filed.length), damaged]).toEqual([[2_000], []]);
});
