import { type Captures, matchFirst } from '../glob/match.ts';
import { parseInteger } from '../interface/replies.ts';
import { type CompiledBranch, type CompiledMapping, listRuleRequests } from './compile.ts';
import { isWrittenOut } from './pattern-list.ts';
import type { RuleFields } from './schema.ts';
import { isTemplate } from './templates.ts';

/** The branch rule that wins, with its captures. */
export type BranchMatch = Omit<CompiledBranch, 'globs'> & { readonly captures: Captures };

export type BranchExplanation = Readonly<{ rule: string; matched: boolean; patterns: readonly string[] }>;

/** Finds the first branch rule that matches a short name (`main`), or null; for a mapping without a list `any branch`, without fields. */
export function findBranchRule(compiled: CompiledMapping, branch: string): BranchMatch | null {
  if (compiled.branches === null) return { rule: 'any branch', fields: {}, captures: {}, dependents: null };
  for (const { globs, ...winner } of compiled.branches) {
    const captures = matchFirst(globs, branch);
    if (captures !== null) return { ...winner, captures };
  }
  return null;
}

/** Lists all branch rules in order, with their patterns, and whether each matches the branch; [] if the mapping has no list. */
export function explainBranch(compiled: CompiledMapping, branch: string): BranchExplanation[] {
  return (compiled.branches ?? []).map(({ rule, globs }) => ({
    rule,
    matched: matchFirst(globs, branch) !== null,
    patterns: globs.map((glob) => glob.source),
  }));
}

type TargetLevel = { readonly appl: string; readonly lvl: number };

/**
 * True if a request under this branch rule can have this target, with the fields of any file rule, or of none. A value with placeholders
 * can be any. The fields override each other in the order `request`, branch rule, file rule (null: no such field). Ignores `--set`.
 */
function canReach(compiled: CompiledMapping, branch: CompiledBranch, target: TargetLevel): boolean {
  return [{}, ...listRuleRequests(compiled)].some((fields: RuleFields) => {
    const { appl, lvl } = { ...compiled.mapping.request, ...branch.fields, ...fields };
    return (appl === target.appl || isTemplate(appl)) && (parseInteger(lvl) === target.lvl || isTemplate(lvl));
  });
}

/** True if only this branch can file for a target: branch rules reach it, all with this name alone, no wildcard. Ignores `--set`. */
export function isSoleBranch(compiled: CompiledMapping, branch: string, target: TargetLevel): boolean {
  const reachingRules = (compiled.branches ?? []).filter((rule) => canReach(compiled, rule, target));
  const patterns = new Set(reachingRules.flatMap(({ globs }) => globs.map(({ source }) => source)));
  const [only] = patterns;
  return patterns.size === 1 && only === branch && isWrittenOut(branch);
}
