import { expect, test } from 'vitest';
import { isLeftOutForNow } from '../../src/plan/planned.ts';
import { link, type Planning, planOf, type Tree } from './support.ts';

const pgm = 'QRPGLESRC/ORD100.PGM.RPGLE';

/** What is open of a file that is left out for now stays open: a later run may file it (design §8). */
test.each<[string, Tree, Tree, Planning, boolean]>([
  ['no branch rule matches', {}, { [pgm]: 'a' }, { branch: 'try-out' }, true],
  ['no rule matches', {}, { 'x.txt': 'a' }, {}, true],
  ['a rule skips it', {}, { 'docs/a.md': 'a' }, {}, false],
  ['it is a link', {}, { [pgm]: link('x') }, {}, false],
  ['the mapping files no deletes', { [pgm]: 'a' }, {}, { deletes: 'report' }, false],
  ['another file still makes the object', { [pgm]: 'a', [`app/${pgm}`]: 'b' }, { [`app/${pgm}`]: 'b' }, {}, false],
])('left out because %s', (_, before, after, options, forNow) => {
  const { leftOut } = planOf(before, after, options);
  expect(leftOut.map(isLeftOutForNow)).toEqual([forNow]);
});
