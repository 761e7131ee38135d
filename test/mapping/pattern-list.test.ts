import { expect, test } from 'vitest';
import { compileGlob } from '../../src/glob/compile-glob.ts';
import { isWrittenOut, matchList, toPatternList } from '../../src/mapping/pattern-list.ts';

const listOf = (sources: readonly string[], ignoreCase = true) =>
  toPatternList(
    sources.map((source) => compileGlob(source, ignoreCase)),
    ignoreCase,
  );

test.each(['*', '?', '{a}', '[a]', '\\*', 'a}'])('%s is no name', (source) => {
  expect(isWrittenOut(source)).toBe(false);
});

test.each<[readonly string[], string, object | null]>([
  [['a.pf', '*.lf'], 'A.PF', {}],
  [['a.pf', '*.lf'], 'x.LF', {}],
  [['a.pf', '*.lf'], 'x.c', null],
  [['kä.pf', 'x.c'], 'KÄ.PF', {}],
  [['kelvin.pf', 'x.c'], '\u212aELVIN.PF', {}],
  [['a.pf', '{n}.pf'], 'a.pf', {}],
  [['{n}.pf', 'a.pf'], 'A.PF', { n: 'A' }],
])('%j and %s', (sources, text, captures) => {
  expect(matchList(listOf(sources), text)).toEqual(captures);
});
