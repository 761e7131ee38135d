import { expect, test } from 'vitest';
import { textPath } from '../../src/git/git-path.ts';
import { isLeftOutForNow } from '../../src/plan/planned.ts';
import type { Because, BecauseCode } from '../../src/sentences/left-out.ts';
import { link, type Planning, planOf, type Tree } from './support.ts';

const pgm = 'QRPGLESRC/ORD100.PGM.RPGLE';

/** What is open of a file that is left out for now stays open: a later run may file it (design §8). */
test.each<[string, Tree, Tree, Planning, BecauseCode, boolean]>([
  ['no branch rule matches', {}, { [pgm]: 'a' }, { branch: 'try-out' }, 'noBranchRule', true],
  ['no rule matches', {}, { 'x.txt': 'a' }, {}, 'unmapped', true],
  ['a rule skips it', {}, { 'docs/a.md': 'a' }, {}, 'skip', false],
  ['it is a link', {}, { [pgm]: link('x') }, {}, 'noFile', false],
  ['the mapping files no deletes', { [pgm]: 'a' }, {}, { deletes: 'report' }, 'deleteMode', false],
  [
    'another file still makes the object',
    { [pgm]: 'a', [`app/${pgm}`]: 'b' },
    { [`app/${pgm}`]: 'b' },
    {},
    'stillMade',
    false,
  ],
])('left out because %s', (_, before, after, options, kind, forNow) => {
  const { leftOut } = planOf(before, after, options);
  expect(leftOut.map((one) => [one.because.code, isLeftOutForNow(one)])).toEqual([[kind, forNow]]);
});

test('the second file of one deleted object is left out with the first', () => {
  const { leftOut } = planOf({ 'A/X.BND': '1', 'B/X.BND': '2' }, {});
  expect(leftOut.map((one) => [one.path.text, one.because.code, isLeftOutForNow(one)])).toEqual([
    ['B/X.BND', 'deletedWith', false],
  ]);
});

test.each<[BecauseCode, boolean]>([
  ['superseded', true],
  ['asOnDefault', true],
  ['neverFiled', false],
])('%s: a later run may file it: %s', (kind, forNow) => {
  const because = { code: kind } as Because;
  expect(isLeftOutForNow({ path: textPath(pgm), previousPath: null, because })).toBe(forNow);
});
