import { expect, test } from 'vitest';
import { type ExplainedUses, formatUses } from '../../src/explain/explain-text.ts';
import type { ResolvedUse, User } from '../../src/uses/uses-of-paths.ts';

const path = 'Q/ORD100.RPGLE';
const none: ExplainedUses = { uses: [], usedBy: [], usesUnknown: null };
const use = (line: number, name: string, paths: readonly string[], from = path) =>
  ({ kind: 'file', name, in: from, line, paths }) satisfies ResolvedUse;
const user = (of: string, ambiguous = false): User => ({ path: of, kind: 'include', ambiguous });

test.each<[string, ExplainedUses, string[]]>([
  ['nothing', none, ['  uses nothing, and no source uses it']],
  ['unknown', { ...none, usesUnknown: 'no network' }, ['  what it uses and what uses it is not known: no network']],
  [
    'one file, none, several',
    { ...none, uses: [use(1, 'CUST *FILE', ['CUST.PF']), use(2, 'GONE', []), use(3, 'X', ['a/X', 'b/X'])] },
    [
      '  uses',
      '    file    CUST *FILE (line 1): CUST.PF',
      '    file    GONE (line 2): no file of the repository',
      '    file    X (line 3): a/X or b/X: the name does not tell which',
      '  used by: nothing in the sources',
    ],
  ],
  [
    'the same thing on several lines, and what only Rules.mk says',
    {
      ...none,
      uses: [use(1, 'CUST', ['CUST.PF']), use(4, 'CUST', ['CUST.PF']), use(9, 'ORDER', ['ORDER.PF'], 'Q/Rules.mk')],
      usedBy: [user('Q/A.RPGLE'), user('Q/B.RPGLE', true)],
    },
    [
      '  uses',
      '    file    CUST (line 1 and 1 more): CUST.PF',
      '    file    ORDER (Q/Rules.mk line 9): ORDER.PF',
      '  used by',
      '    Q/A.RPGLE (include)',
      '    Q/B.RPGLE (include, or it means another file of that name)',
    ],
  ],
])('%s', (_, uses, lines) => {
  expect(formatUses(path, uses)).toEqual(lines);
});

test('long lists are folded', () => {
  const usedBy = Array.from({ length: 31 }, (_, n) => user(`Q/P${n}.RPGLE`));
  const lines = formatUses(path, { ...none, usedBy });
  expect([lines.length, lines.at(-1)]).toEqual([23, '    and 11 more']);
});
