import { expect, test } from 'vitest';
import { findIdleBranchRules } from '../../src/check/idle-rules.ts';
import { findPartlyUnmapped } from '../../src/check/mapped-files.ts';
import { toGitPath } from '../../src/git/git-path.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import { loadMapping } from '../../src/mapping/load.ts';
import { spent } from '../spent.ts';

test('40,000 files that one branch does not file', async () => {
  const rules = new Map([
    ['main', 'rules[0]'],
    ['release/1', null],
  ]);
  const files = Array.from({ length: 40_000 }, (_, n) => ({ path: toGitPath(`Q/N${n}.RPGLE`), rules }));
  let findings: readonly { message: string }[] = [];
  // As long as the list of a branch was copied for each file, it took more than seven seconds.
  expect(
    await spent(() => {
      findings = findPartlyUnmapped(files);
    }),
  ).toBeLessThan(1000);
  const [{ message } = { message: '' }] = findings;
  expect(message).toBe(
    'on branch release/1 no rule reaches 40000 files that other branches file: Q/N0.RPGLE, Q/N1.RPGLE, Q/N2.RPGLE and 39997 more',
  );
});

test('400 branch rules and 400 branches', async () => {
  const names = Array.from({ length: 400 }, (_, n) => `team-${n}/work`);
  const branches = names.map((_, n) => `  - { branch: "team-${n}/*", appl: A, lvl: 1 }`);
  const compiled = compileMapping(loadMapping(['version: 1', 'branches:', ...branches].join('\n'), 'm.yml'));
  let idle: ReturnType<typeof findIdleBranchRules> | null = null;
  // As long as each rule asked all rules for each branch, it took more than four seconds.
  expect(
    await spent(() => {
      idle = findIdleBranchRules(compiled, names, () => undefined);
    }),
  ).toBeLessThan(2000);
  expect(idle).toEqual([]);
});
