import { expect, test } from 'vitest';
import { planOf, requestTexts } from './support.ts';

test('two files of one push that make one object both collide, and each names the other; the rest is filed', () => {
  const { requests } = planOf({}, { 'A/X.BND': '1', 'B/X.ILESRVPGM': '2', 'A/Y.BND': '3' });
  expect(requests.map(({ path, obstacle }) => [path.text, obstacle?.outcome, obstacle?.why])).toEqual([
    ['A/X.BND', 'collision', 'ORD/50 X *SRVPGM also comes from B/X.ILESRVPGM'],
    ['B/X.ILESRVPGM', 'collision', 'ORD/50 X *SRVPGM also comes from A/X.BND'],
    ['A/Y.BND', undefined, undefined],
  ]);
});

test('three files name both others', () => {
  const { requests } = planOf({}, { 'A/X.BND': '1', 'B/X.BND': '2', 'C/X.BND': '3' });
  expect(requests.map(({ obstacle }) => obstacle?.why)).toEqual([
    'ORD/50 X *SRVPGM also comes from B/X.BND, C/X.BND',
    'ORD/50 X *SRVPGM also comes from A/X.BND, C/X.BND',
    'ORD/50 X *SRVPGM also comes from A/X.BND, B/X.BND',
  ]);
});

test('names that differ in case only are one object', () => {
  const plan = planOf({}, { 'A/x.bnd': '1', 'B/X.BND': '2' });
  expect(plan.requests.every(({ obstacle }) => obstacle?.outcome === 'collision')).toBe(true);
});

test.each([
  ['another type', { 'A/X.BND': '1', 'A/X.PF': '2' }],
  ['an open type beside a mapped one', { 'A/X.BND': '1', 'A/X.SQLRPGLE': '2' }],
  ['another relative path', { 'web/a/i.html': '1', 'web/b/i.html': '2' }],
])('%s does not collide', (_, after) => {
  expect(planOf({}, after).requests.filter(({ obstacle }) => obstacle !== null)).toEqual([]);
});

test('one of two files deleted is no collision', () => {
  const plan = planOf({ 'A/X.BND': '1', 'B/X.ILESRVPGM': '2' }, { 'A/X.BND': 'edited' });
  expect(requestTexts(plan)).toEqual(['*MIGRATE ORD/50 X *SRVPGM <- A/X.BND']);
});

test('a file that stays untouched collides with nothing', () => {
  const plan = planOf({ 'A/X.BND': '1', 'B/X.ILESRVPGM': '2' }, { 'A/X.BND': 'edited', 'B/X.ILESRVPGM': '2' });
  expect(requestTexts(plan)).toEqual(['*MIGRATE ORD/50 X *SRVPGM <- A/X.BND']);
});
