import { expect, test } from 'vitest';
import { link, type Planning, planChanges, planOf, side, type Tree } from './support.ts';

const pgm = 'QRPGLESRC/ORD100.PGM.RPGLE';

test.each<[string, Tree, Tree, boolean, Planning?]>([
  ['a new file', {}, { [pgm]: 'a' }, true],
  ['an edited file', { [pgm]: 'a' }, { [pgm]: 'b' }, false],
  ['a moved file', { [pgm]: 'a' }, { [`app/${pgm}`]: 'a' }, false],
  ['a file moved and edited', { [pgm]: 'a' }, { [`app/${pgm}`]: 'b' }, false],
  [
    'a file moved and edited, beside a deleted one of its name and another type',
    { [pgm]: 'a', 'A/ORD100.BND': 'c' },
    { [`app/${pgm}`]: 'b' },
    false,
  ],
  ['a file renamed to another object', { 'QRPGLESRC/OLD.PGM.RPGLE': 'a' }, { [pgm]: 'a' }, true],
  ['a file in place of a link', { [pgm]: link('x') }, { [pgm]: 'a' }, true],
  ['a new file where the range begins with nothing', {}, { [pgm]: 'a' }, false, { fromNothing: true }],
])('%s: whether the branch added the object', (_, before, after, added, options = {}) => {
  const requests = planOf(before, after, options).requests.filter(({ reason }) => reason === '*MIGRATE');
  expect(requests.map((request) => request.added)).toEqual([added]);
});

test('a file that stands on both sides as it is (a refile) is a request, and not new', () => {
  const standing = side(pgm, 'a');
  const { requests } = planChanges(
    [{ before: standing, after: { ...standing, path: { ...standing.path } } }],
    [standing],
  );
  expect(requests.map(({ reason, added, previousPath }) => [reason, added, previousPath])).toEqual([
    ['*MIGRATE', false, null],
  ]);
});
