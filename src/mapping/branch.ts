/** Which branch rule wins for a branch, and why others do not. */

import { type Captures, matchGlob } from '../glob/match.ts';
import type { CompiledMapping } from './compile.ts';
import type { DependentMode, RuleFields } from './schema.ts';

/** The branch rule that wins. */
export interface BranchMatch {
  /** `branches[0]`; `any branch` when the mapping has no list of branch rules. */
  readonly rule: string;
  /** Place in the list, from 0; -1 when there is no list. */
  readonly index: number;
  readonly fields: RuleFields;
  readonly captures: Captures;
  /** What becomes of dependents on this branch, where the rule says it; null: what the mapping says. */
  readonly dependents: DependentMode | null;
}

/** How one branch rule fared. */
export interface BranchExplanation {
  readonly rule: string;
  readonly matched: boolean;
  readonly patterns: readonly string[];
}

const anyBranch: BranchMatch = { rule: 'any branch', index: -1, fields: {}, captures: {}, dependents: null };

/**
 * The first branch rule that matches; null: nothing is filed for this branch.
 * @param branch short name, as `feature/search`; case matters
 */
export function branchRuleFor(compiled: CompiledMapping, branch: string): BranchMatch | null {
  if (compiled.branches === null) return anyBranch;
  for (const { rule, index, globs, fields, dependents } of compiled.branches) {
    for (const glob of globs) {
      const captures = matchGlob(glob, branch);
      if (captures !== null) return { rule, index, fields, captures, dependents };
    }
  }
  return null;
}

/** Every branch rule in order, with its patterns and whether they match (also those after the one that wins). */
export function explainBranch(compiled: CompiledMapping, branch: string): BranchExplanation[] {
  return (compiled.branches ?? []).map(({ rule, globs }) => ({
    rule,
    matched: globs.some((glob) => matchGlob(glob, branch) !== null),
    patterns: globs.map((glob) => glob.source),
  }));
}
