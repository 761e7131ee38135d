/** Branch rules that nothing reaches, and those that an earlier one leaves nothing to. */

import { matchGlob } from '../glob/match.ts';
import { findBranchRule } from '../mapping/branch.ts';
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
): (IdleRule | ShadowedRule)[] {
  return (compiled.branches ?? []).flatMap((branch) => {
    const { rule, globs } = branch;
    const line = lineOfRule(rule, lineOf);
    const matching = branchesOf(branch, known);
    const examples = branchesOf(
      branch,
      globs.flatMap(({ source }) => exampleNames(source)),
    );
    const winners = [...matching, ...examples].map((name) => findBranchRule(compiled, name)?.rule);
    if (winners.length > 0 && !winners.includes(rule)) {
      const by = [...new Set(winners.filter((winner) => winner !== undefined))];
      return [{ rule, line, by, message: `${by.join(', ')} before it takes every branch that it matches` }];
    }
    if (matching.length > 0) return [];
    const patterns = globs.map(({ source }) => source).join(', ');
    return [{ rule, line, message: `no branch that this clone knows matches ${patterns}` }];
  });
}

function branchesOf({ globs }: CompiledBranch, names: readonly string[]): string[] {
  return names.filter((name) => globs.some((glob) => matchGlob(glob, name) !== null));
}
