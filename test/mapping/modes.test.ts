import { expect, test } from 'vitest';
import { describeModeProblems, opensRfps } from '../../src/mapping/check-modes.ts';
import { loadMapping } from '../../src/mapping/load.ts';
import type { RfpMode } from '../../src/mapping/schema.ts';

/** What a run says against a mapping whose `rfp` it overrides with `--rfp`. */
test.each<[string, RfpMode, readonly string[]]>([
  ['rfp: per-push\npipe: { pipe: P, pipa: A }', 'per-branch', []],
  [
    'rfp: per-push\npipe: { pipe: P, pipa: A }',
    'none',
    ['pipe: `pipe` without an RFP; `rfp: per-push`, `per-branch` or a number: the pipeline is notified of an RFP'],
  ],
  [
    'rfp: per-push\nbranches: [{ branch: main }, { branch: b, rfpd: x }]',
    'per-branch',
    ['branches[1].rfpd: `rfpd` without `{branch}` under `rfp: per-branch`; `{branch}` in it, or `"*TASK"`'],
  ],
  ['request: { copy: "*YES" }', 'none', []],
  ['request: { copy: "*YES" }\nattach: { as: gfile }', 77, []],
  ['attach: { disposition: attachment }\nrules: [{ match: { path: a }, request: { copy: "*YES" } }]', 'none', []],
])('%j with --rfp %s', (text, rfp, problems) => {
  expect(describeModeProblems(loadMapping(`version: 1\n${text}`, 'm.yml'), rfp)).toEqual(problems);
});

test('a run opens RFPs where each push or branch has one of its own', () => {
  expect((['none', 'per-push', 'per-branch', 77] as const).map(opensRfps)).toEqual([false, true, true, false]);
});
