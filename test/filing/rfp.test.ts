import { expect, test } from 'vitest';
import { bench } from './bench.ts';

const files = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}.BND`, `${n}`]));

test.each([
  ['per-push', 'the first makes one, the others join it; the next push makes its own', [3, 1]],
  ['per-branch', 'the next push finds the RFP of the branch again', [4]],
  ['none', 'an update of what is in none joins that of its push', [4]],
] as const)('%s: %s', async (mode, _, sizes) => {
  await using at = await bench();
  const rows = await at.push(files(3), { mode });
  expect(new Set(rows.map(({ rfp }) => rfp)).size).toBe(1);
  const changed = Object.fromEntries(Object.keys(files(3)).map((name) => [name, 'changed']));
  const next = { ...(mode === 'none' ? changed : files(3)), '3.BND': 'x' };
  const later = await at.push(next, { mode: mode === 'none' ? 'per-push' : mode, id: '4712', vref: '4712-1' });
  expect(later.map(({ outcome }) => outcome)).toEqual([
    ...Array(3).fill(mode === 'none' ? 'updated' : 'unchanged'),
    'created',
  ]);
  expect(at.inspect().rfps.map(({ requests }) => requests.length)).toEqual(sizes);
});

test('one RFP per group with 16 calls at once', async () => {
  await using at = await bench();
  const pipeline = { pipe: 'JENKINS1', pipa: 'PIPE', tkey: '4711-1' };
  const kinds = [{}, { creq: '*NO' }, { rfpd: 'by hand' }];
  const of = (name: string) => ({ ...kinds[Number.parseInt(name, 10) % 3] });
  const rows = await at.push(files(36), { mode: 'per-push', concurrency: 16, pipeline }, of);
  expect(rows.every(({ outcome }) => outcome === 'created')).toBe(true);
  const { requests, rfps } = at.inspect();
  const own = requests.filter(({ objt }) => objt !== '*PIPE');
  const groups = rfps.map(({ rfp, creq, rfpd }) => {
    const members = own.filter((request) => request.rfp === rfp).map(({ objn }) => Number(objn.slice(1)) % 3);
    return [[...new Set(members)].join(), members.length, creq, rfpd === 'by hand'];
  });
  expect(groups.toSorted()).toEqual([
    ['0', 12, '*YES', false],
    ['1', 12, '*NO', false],
    ['2', 12, '*YES', true],
  ]);
  expect(requests.length - own.length).toBe(3);
});
