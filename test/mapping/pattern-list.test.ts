import { describe, expect, test } from 'vitest';
import { compileGlob } from '../../src/glob/compile-glob.ts';
import { isWrittenOut, matchList, toPatternList } from '../../src/mapping/pattern-list.ts';

const listOf = (sources: readonly string[], ignoreCase = true) =>
  toPatternList(
    sources.map((source) => compileGlob(source, ignoreCase)),
    ignoreCase,
  );

describe('names that are written out are looked up, and only the others tried', () => {
  test.each<[string, readonly string[], boolean, readonly string[], readonly string[]]>([
    ['names, in lower case', ['A.PF', 'b.pf'], true, ['a.pf', 'b.pf'], []],
    ['beside patterns', ['A.PF', '*.lf'], true, ['a.pf'], ['*.lf']],
    ['letters whose case is not certain', ['\u212aA.PF', 'b.pf'], true, ['b.pf'], ['\u212aA.PF']],
    ['where case counts', ['main', 'dev'], false, [], ['main', 'dev']],
    ['with captures their order counts', ['A.PF', '{x}.pf'], true, [], ['A.PF', '{x}.pf']],
  ])('%s', (_, sources, ignoreCase, plain, others) => {
    const list = listOf(sources, ignoreCase);
    expect([...list.plain]).toEqual(plain);
    expect(list.remaining.map(({ source }) => source)).toEqual(others);
    expect(list.globs.map(({ source }) => source)).toEqual(sources);
  });

  test.each(['*', '?', '{a}', '[a]', '\\*', 'a}'])('%s is no name', (source) => {
    expect(isWrittenOut(source)).toBe(false);
  });
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
