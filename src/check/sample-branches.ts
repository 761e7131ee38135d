/** Branches to try a mapping on: those that the clone knows, and made-up ones for patterns that none of them matches. */

import { type BranchMatch, branchRuleFor } from '../mapping/branch.ts';
import type { CompiledMapping } from '../mapping/compile.ts';
import { compileGlob } from '../mapping/glob.ts';
import { matchGlob } from '../mapping/glob-match.ts';

/** A branch, and the branch rule that wins for it. */
export interface SampleBranch {
  readonly name: string;
  readonly match: BranchMatch;
}

/** Stands for what a capture or a star takes: digits, because a capture may take nothing else. */
const something = '90351';

/**
 * A name that a pattern is likely to match: the first of each choice, digits for the rest. The caller tries it, as a
 * pattern may be of a form for which this is no match.
 */
export function exampleOf(pattern: string): string {
  return pattern
    .replace(/\{([^{},]*),[^{}]*\}/g, '$1')
    .replace(/\{[^{}]*\}|\*+/g, something)
    .replace(/\[([^!^\]])[^\]]*\]/g, '$1')
    .replace(/\?/g, '7')
    .replace(/\\(.)/g, '$1');
}

/** Patterns that file rules ask of the branch. */
function branchesOfRules({ mapping }: CompiledMapping): string[] {
  return (mapping.rules ?? []).flatMap(({ match }) => match.branch ?? []).flat();
}

/**
 * The current branch, one branch for each branch rule that can win, and one for each pattern that file rules ask of the
 * branch. Branches that no branch rule is for are none: nothing of them is filed.
 *
 * @param known short names of branches that exist; they go before made-up ones.
 * @param current the branch that the run is about; null: none.
 */
export function sampleBranches(
  compiled: CompiledMapping,
  known: readonly string[],
  current: string | null,
): SampleBranch[] {
  const ofRules = branchesOfRules(compiled);
  const patterns = [...(compiled.branches ?? []).flatMap(({ globs }) => globs.map(({ source }) => source)), ...ofRules];
  const names = [...(current === null ? [] : [current]), ...known, ...patterns.map(exampleOf), 'main'];
  const candidates = [...new Set(names)].flatMap((name) => {
    const match = branchRuleFor(compiled, name);
    return match === null ? [] : [{ name, match }];
  });
  const globs = [...new Set(ofRules)].map((pattern) => compileGlob(pattern, false));
  const chosen = [
    candidates.find(({ name }) => name === current) ?? candidates[0],
    ...(compiled.branches ?? []).map(({ rule }) => candidates.find(({ match }) => match.rule === rule)),
    ...globs.map((glob) => candidates.find(({ name }) => matchGlob(glob, name) !== null)),
  ];
  return [...new Set(chosen.filter((sample) => sample !== undefined))];
}
