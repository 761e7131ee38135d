/** Branch rules that nothing reaches, and those that an earlier one takes everything from. */

import { branchRuleFor, explainBranch } from '../mapping/branch.ts';
import type { CompiledBranch, CompiledMapping } from '../mapping/compile.ts';
import { type IdleRule, type LineOf, lineOfRule, type ShadowedRule } from './finding.ts';
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
    const matching = branchesOf(compiled, branch, known);
    const winners = [...matching, ...examplesOf(compiled, branch)].map((name) => branchRuleFor(compiled, name)?.rule);
    if (winners.length > 0 && !winners.includes(branch.rule)) {
      const by = [...new Set(winners.filter((rule) => rule !== undefined))];
      shadowed.push({
        rule: branch.rule,
        line,
        by,
        message: `every branch of it is taken by ${by.join(', ')} before it`,
      });
    } else if (matching.length === 0) {
      const patterns = branch.globs.map(({ source }) => source).join(', ');
      unreached.push({ rule: branch.rule, line, message: `no branch that this clone knows matches ${patterns}` });
    }
  }
  return { unreached, shadowed };
}

function branchesOf(compiled: CompiledMapping, { rule }: CompiledBranch, names: readonly string[]): string[] {
  return names.filter((name) => explainBranch(compiled, name).some((one) => one.rule === rule && one.matched));
}

function examplesOf(compiled: CompiledMapping, branch: CompiledBranch): string[] {
  return branchesOf(
    compiled,
    branch,
    branch.globs.flatMap(({ source }) => exampleNames(source)),
  );
}
