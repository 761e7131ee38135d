import { type Captures, matchGlob } from '../glob/match.ts';
import type { CompiledBranch, CompiledMapping } from './compile.ts';

/** The branch rule that wins; `any branch` with index -1 if the mapping has no list of branch rules. */
export interface BranchMatch extends Omit<CompiledBranch, 'globs'> {
  readonly captures: Captures;
}

export interface BranchExplanation {
  readonly rule: string;
  readonly matched: boolean;
  readonly patterns: readonly string[];
}

const anyBranch: BranchMatch = { rule: 'any branch', index: -1, fields: {}, captures: {}, dependents: null };

/**
 * Finds the first branch rule that matches; null: nothing is filed for this branch.
 * @param branch short name, as `feature/search`; case matters
 */
export function findBranchRule(compiled: CompiledMapping, branch: string): BranchMatch | null {
  if (compiled.branches === null) return anyBranch;
  for (const { rule, index, globs, fields, dependents } of compiled.branches) {
    for (const glob of globs) {
      const captures = matchGlob(glob, branch);
      if (captures !== null) return { rule, index, fields, captures, dependents };
    }
  }
  return null;
}

/** Says of every branch rule, in order, whether it matches. */
export function explainBranch(compiled: CompiledMapping, branch: string): BranchExplanation[] {
  return (compiled.branches ?? []).map(({ rule, globs }) => ({
    rule,
    matched: globs.some((glob) => matchGlob(glob, branch) !== null),
    patterns: globs.map((glob) => glob.source),
  }));
}
