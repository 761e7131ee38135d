import { describe, expect, test } from 'vitest';
import type { Change } from '../../src/git/changes.ts';
import type { Range } from '../../src/git/resolve-range.ts';
import { withoutAccounted, withoutPassed } from '../../src/run/others-changes.ts';
import { becauseText } from '../../src/sentences/left-out.ts';
import { record } from '../filing/support.ts';
import { side } from '../plan/support.ts';

/** Changes of a range that are not this run's to file. */

const range: Range = {
  branch: 'main',
  base: 'a',
  head: 'b',
  rule: 'push',
  mayFile: true,
  explicit: false,
  firstPush: false,
  movesHead: true,
  isAccounted: false,
  unseenTo: null,
};
const old: Range = { ...range, movesHead: false, isAccounted: true };
const edited = (path: string): Change => ({ before: side(path, 'one'), after: side(path, 'two') });
const gone = (path: string): Change => ({ before: side(path, 'one'), after: null });
const added = (path: string): Change => ({ before: null, after: side(path, 'two') });
const moved = (from: string, to: string): Change => ({ before: side(from, 'two'), after: side(to, 'two') });
const paths = (changes: readonly Change[]) => changes.map(({ before, after }) => (after ?? before)?.path.text);

describe('an old run, where a later head of the record accounts for all of it (design §8 "Old runs")', () => {
  const changes = [edited('A'), gone('B'), added('C')];

  test('files what is still open, and nothing else', () => {
    const { kept, leftOut } = withoutAccounted(changes, old, record({ head: 'c'.repeat(40) }), new Set(['B']));
    expect(paths(kept)).toEqual(['B']);
    expect(leftOut.map(({ path, because }) => [path.text, because.code, becauseText(because)])).toEqual(
      ['A', 'C'].map((path) => [
        path,
        'superseded',
        'superseded: the ledger accounts for main up to cccccccccccc, which came after this commit',
      ]),
    );
  });

  test('any other run files all of it', () => {
    expect(withoutAccounted(changes, range, record({ head: 'c' }), new Set())).toEqual({ kept: changes, leftOut: [] });
  });
});

describe('what a push of a skipped account made (design §8 "Level, not edge")', () => {
  const two = side('A', 'two').oid;
  const rows: [string, Change, Record<string, string | null>, isKept: boolean][] = [
    ['edited, and still so', edited('A'), { A: two }, false],
    ['edited, and again since', edited('A'), { A: side('A', 'other').oid }, true],
    ['added', added('A'), { A: two }, false],
    ['removed', gone('A'), { A: null }, false],
    ['removed, and back since', added('A'), { A: null }, true],
    ['edited, and removed since', gone('A'), { A: two }, true],
    ['moved', moved('X', 'A'), { X: null, A: two }, false],
    ['another file', edited('A'), { B: two }, true],
    ['a file with the name of something else', edited('constructor'), { A: two }, true],
  ];
  test.each(rows)('%s', (_, change, passed, isKept) => {
    const { kept, leftOut } = withoutPassed([change], range, record({ passed }));
    expect(kept).toEqual(isKept ? [change] : []);
    if (!isKept) expect(leftOut).toMatchObject([{ because: { code: 'passed' } }]);
  });

  test('a move of which one side was made so is the other side alone', () => {
    const { kept } = withoutPassed([moved('X', 'A')], range, record({ passed: { A: two } }));
    expect(kept).toEqual([{ before: side('X', 'two'), after: null }]);
  });

  test('a range given by hand is filed as it is', () => {
    const explicit = { ...range, explicit: true };
    expect(withoutPassed([edited('A')], explicit, record({ passed: { A: two } })).kept).toEqual([edited('A')]);
    expect(withoutPassed([edited('A')], range, null).kept).toEqual([edited('A')]);
  });
});
