import { type Captures, matchGlob } from '../glob/match.ts';
import { type CompiledBranch, type CompiledMapping, requestsOfRules } from './compile.ts';
import { isWrittenOut } from './pattern-list.ts';
import type { RuleFields } from './schema.ts';
import { isTemplate } from './templates.ts';

/** The branch rule that wins, with its captures. */
export interface BranchMatch extends Omit<CompiledBranch, 'globs'> {
  readonly captures: Captures;
}

export interface BranchExplanation {
  readonly rule: string;
  readonly matched: boolean;
  readonly patterns: readonly string[];
}

const anyBranch: BranchMatch = { rule: 'any branch', fields: {}, captures: {}, dependents: null };

/**
 * Finds the first branch rule that matches a branch, with its captures; null: none does, so nothing is filed for it.
 * If the mapping has no list of branch rules, returns one called `any branch` without fields.
 * @param branch short name
 */
export function findBranchRule(compiled: CompiledMapping, branch: string): BranchMatch | null {
  if (compiled.branches === null) return anyBranch;
  for (const { rule, globs, fields, dependents } of compiled.branches) {
    for (const glob of globs) {
      const captures = matchGlob(glob, branch);
      if (captures !== null) return { rule, fields, captures, dependents };
    }
  }
  return null;
}

/** Lists all branch rules in order, with their patterns, and whether each matches the branch; empty without a list. */
export function explainBranch(compiled: CompiledMapping, branch: string): BranchExplanation[] {
  return (compiled.branches ?? []).map(({ rule, globs }) => ({
    rule,
    matched: globs.some((glob) => matchGlob(glob, branch) !== null),
    patterns: globs.map((glob) => glob.source),
  }));
}

interface TargetLevel {
  readonly appl: string;
  readonly lvl: number;
}

/**
 * True if some request under this branch rule can have this application and level: one of a file rule, or one without
 * fields of its own. A value with placeholders can be any; null counts as not given.
 */
function canReach(compiled: CompiledMapping, branch: CompiledBranch, target: TargetLevel): boolean {
  const { request } = compiled.mapping;
  const canBe = (value: RuleFields[keyof RuleFields], wanted: string) => isTemplate(value) || String(value) === wanted;
  return [{}, ...requestsOfRules(compiled)].some((fields: RuleFields) => {
    const appl = fields.appl ?? branch.fields.appl ?? request.appl;
    const lvl = fields.lvl ?? branch.fields.lvl ?? request.lvl;
    return canBe(appl, target.appl) && canBe(lvl, String(target.lvl));
  });
}

/**
 * True if only this branch can file for the target: there are branch rules that can give its application and level, and
 * all of them have the branch's name, written out, as their only pattern. False without a list. `--set` plays no part.
 */
export function isSoleBranch(compiled: CompiledMapping, branch: string, target: TargetLevel): boolean {
  const reachingRules = (compiled.branches ?? []).filter((rule) => canReach(compiled, rule, target));
  const patterns = new Set(reachingRules.flatMap(({ globs }) => globs.map(({ source }) => source)));
  const [only] = patterns;
  return patterns.size === 1 && only === branch && isWrittenOut(branch);
}
