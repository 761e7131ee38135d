/** Branch rules that nothing reaches, and those that an earlier one takes everything from. */

import { matchGlob } from '../glob/match.ts';
import { branchRuleFor } from '../mapping/branch.ts';
import type { CompiledBranch, CompiledMapping } from '../mapping/compile.ts';
import { type IdleRule, type LineOf, lineOfRule, type ShadowedRule } from './remark.ts';
import { exampleNames } from './sample-branches.ts';

/**
 * Branch rules of a mapping that do nothing.
 *
 * @param known short names of the branches that this clone knows.
 */
export function idleBranchRules(
  compiled: CompiledMapping,
  known: readonly string[],
  lineOf: LineOf,
): { readonly unreached: IdleRule[]; readonly shadowed: ShadowedRule[] } {
  const unreached: IdleRule[] = [];
  const shadowed: ShadowedRule[] = [];
  for (const branch of compiled.branches ?? []) {
    const line = lineOfRule(branch.rule, lineOf);
    const matching = branchesOf(branch, known);
    const winners = [...matching, ...examplesOf(branch)].map((name) => branchRuleFor(compiled, name)?.rule);
    if (winners.length > 0 && !winners.includes(branch.rule)) {
      const by = [...new Set(winners.filter((rule) => rule !== undefined))];
      shadowed.push({
        rule: branch.rule,
        line,
        by,
        message: `${by.join(', ')} before it takes every branch that it matches`,
      });
    } else if (matching.length === 0) {
      const patterns = branch.globs.map(({ source }) => source).join(', ');
      unreached.push({ rule: branch.rule, line, message: `no branch that this clone knows matches ${patterns}` });
    }
  }
  return { unreached, shadowed };
}

function branchesOf({ globs }: CompiledBranch, names: readonly string[]): string[] {
  return names.filter((name) => globs.some((glob) => matchGlob(glob, name) !== null));
}

function examplesOf(branch: CompiledBranch): string[] {
  return branchesOf(
    branch,
    branch.globs.flatMap(({ source }) => exampleNames(source)),
  );
}
