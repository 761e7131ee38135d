import { expect, test } from 'vitest';
import { leftOutSentence, type UseFindings, useFindings, useParts } from '../../src/check/uses.ts';
import type { LooseEnds } from '../../src/uses/loose-ends.ts';

const includers = new Map([
  ['Q/B.RPGLE', new Set(['Q/P2.RPGLE', 'Q/P1.RPGLE'])],
  ['Q/DELIVERED.RPGLE', new Set(['Q/P3.RPGLE'])],
  ['Q/A.RPGLE', new Set(['Q/P1.RPGLE'])],
]);
const found: LooseEnds = { unused: ['Q/C.RPGLE'], unanswered: [], includers };
const isLeftOut = (path: string) => path !== 'Q/DELIVERED.RPGLE';
const nothing: UseFindings = { unknown: null, leftOut: [], sources: 0, unused: [], unanswered: [] };

test('what the mapping leaves out though it is included; a source that uses two counts once', () => {
  expect(useFindings(found, isLeftOut)).toEqual({
    ...nothing,
    leftOut: [
      { path: 'Q/A.RPGLE', sources: 1 },
      { path: 'Q/B.RPGLE', sources: 2 },
    ],
    sources: 2,
    unused: ['Q/C.RPGLE'],
  });
  expect(useFindings({ unknown: 'no network' }, isLeftOut)).toEqual({ ...nothing, unknown: 'no network' });
});

test.each([
  [0, 0, null],
  [1, 1, '1 include is left out, and 1 source uses it: which attribute delivers it?'],
  [12, 31, '12 includes are left out, and 31 sources use them: which attribute delivers them?'],
])('%i includes, %i sources', (includes, sources, sentence) => {
  const leftOut = Array.from({ length: includes }, (_, n) => ({ path: `Q/C${n}.RPGLE`, sources: 1 }));
  expect(leftOutSentence({ ...nothing, leftOut, sources })).toBe(sentence);
});

test('each part names a few, the most used names first, and counts the rest', () => {
  const unanswered = [3, 1, 2, 1, 1, 1, 1].flatMap((count, n) =>
    Array.from({ length: count }, (_, at) => ({
      path: `Q/P${at}.RPGLE`,
      line: n,
      kind: 'file' as const,
      name: `F${n}`,
    })),
  );
  const parts = useParts({ ...nothing, unused: ['Q/C.RPGLE', 'Q/D.RPGLE'], unanswered });
  expect(parts.filter(({ lines }) => lines.length > 0)).toEqual([
    { title: '2 includes that no source uses', lines: ['Q/*.RPGLE  2 files: Q/C.RPGLE, Q/D.RPGLE'] },
    {
      title: '10 uses that no file of the repository answers',
      lines: [
        'file F0: Q/P0.RPGLE line 0, Q/P1.RPGLE line 0, Q/P2.RPGLE line 0',
        'file F2: Q/P0.RPGLE line 2, Q/P1.RPGLE line 2',
        'file F1: Q/P0.RPGLE line 1',
        'file F3: Q/P0.RPGLE line 3',
        'file F4: Q/P0.RPGLE line 4',
        'and 2 more lines; --format json has all',
      ],
    },
  ]);
  expect(useParts(null)).toEqual([]);
});

test('what is not known is said', () => {
  const [part] = useParts({ ...nothing, unknown: 'no network' });
  expect(part).toEqual({ title: 'what sources use is not known', lines: ['no network'] });
});
