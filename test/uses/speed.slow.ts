import { expect, test } from 'vitest';
import { detectSourceKind } from '../../src/init/source-says.ts';
import { listStatedUses } from '../../src/uses/source-uses.ts';
import { naming, namings, spent } from '../fuzz/crafted.ts';
import { bounded, quickest as quickestOf } from '../spent.ts';

/** Whoever can push can write any source: reading it takes time in proportion to its size. */

const quickest = (path: string, text: string, tries: number) =>
  quickestOf(() => [listStatedUses(path, text), detectSourceKind(path.replace(/.*\./, '').toUpperCase(), text)], tries);

const paths = ['a.rpgle', 'a.cmd', 'a.clle', 'a.cblle', 'a.pf', 'a.sql', 'a.c', 'a.ilepgm', 'Rules.mk', 'makefile'];

const pieces = [
  ...['a', ' ', '\t', "'", "''", '"', '(', ')', 'a(', '()', '/*', '/* */', '//', '--', '\\', '$(a)', 'a:', 'a: ', '+'],
  ...['-', '.', ';', '&', '\u0001', '\r', '\u00e4', '/copy ', '/copy a,', 'copy a of ', 'dcl-f a '],
  ...["dcl-ds a extname('b", 'bnddir(a:', "'a+ ", 'exec sql include ', 'create view a as select * from ('],
  ...['create table a like ', 'with a as (', 'case when begin end ', '#include "a', 'PFILE(A '],
  ...['CRTPGM PGM(A) MODULE(', 'ADDBNDDIRE OBJ((A *MODULE) ', 'A.PGM: B.MODULE ', 'A = b ', '\t$(addprefix a,'],
  ...['\t$(strip ', '\n', '\u2028', '\\"', 'alter table a ', '#include <'],
];

/** `size` characters of a piece, over and over, in lines of some pieces; 0: in one line. */
function filled(start: string, piece: string, perLine: number, size: number): string {
  const line = perLine === 0 ? piece : `${start}${piece.repeat(perLine)}\n`;
  return start + line.repeat(Math.ceil(size / line.length));
}

/** What stands before, so that the pieces are where uses are read from. */
function startOf(path: string): string {
  if (path === 'a.pf') return `     A${' '.repeat(38)}`;
  if (path === 'a.cblle') return ' '.repeat(7);
  return path === 'a.rpgle' ? '**free\n' : '';
}

/** Each piece in each language, in turns in one line and in many. */
const cases = paths.flatMap((path, p) =>
  pieces.map((piece, n) => ({ path, piece, perLine: (p + n) % 2 === 0 ? 0 : 9 })),
);

test('four times the source takes about four times the time', () => {
  const slow: string[] = [];
  for (const { path, piece, perLine } of cases) {
    const text = (size: number) => filled(startOf(path), piece, perLine, size);
    // A quick look first: most are far from any doubt, and too quick for the clock, which counts in steps of 4 ms. What
    // takes the square of the time takes 64 here, and a second in the end: less than ten steps decide nothing.
    if (quickest(path, text(50_000), 1) < 32) continue;
    const ratio = quickest(path, text(400_000), 2) / Math.max(40, quickest(path, text(100_000), 3));
    if (ratio > 9) slow.push(`${path} ${JSON.stringify(piece)} x ${perLine}: ${ratio.toFixed(1)}`);
  }
  expect(slow).toEqual([]);
});

test.each([true, false])('four times the names take about four times the time, distinct: %s', (isDistinct) => {
  const slow: string[] = [];
  for (const kind of namings) {
    const ms = (count: number) => {
      const text = isDistinct ? naming(kind, count, 1) : naming(kind, 1, count);
      return bounded(() => spent(() => listStatedUses(kind[0], text)));
    };
    const few = ms(4000);
    const ratio = ms(16_000) / Math.max(20, few);
    if (ratio > 12) slow.push(`${kind[0]} ${kind[1]}${kind[2]('N')}: ${ratio.toFixed(1)}`);
  }
  expect(slow).toEqual([]);
});

test.each(paths)('%s: one line of 1 MB', (path) => {
  for (const piece of ['a', "' ", 'a: ', '%']) {
    const start = piece === '%' ? 'A.PGM: ' : '';
    expect(quickest(path, filled(start, piece, 0, 1_000_000), 1), JSON.stringify(piece)).toBeLessThan(800);
  }
});
