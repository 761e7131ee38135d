/** Branches to try a mapping on: those that the clone knows, and made-up ones for patterns that none of them matches. */
import { expandChoices } from '../glob/choices.ts';
import { compileGlob } from '../glob/compile-glob.ts';
import { matchGlob } from '../glob/match.ts';
import { classSource } from '../glob/names.ts';
import { type BranchMatch, findBranchRule } from '../mapping/branch.ts';
import type { CompiledMapping } from '../mapping/compile.ts';

/** A branch, and the branch rule that wins for it. */
export interface SampleBranch {
  readonly name: string;
  readonly match: BranchMatch;
}

/** Stands for what a capture or a star takes: digits, because a capture may take nothing else. */
const sampleText = '90351';

/** An escaped character, stars, a class, a capture, or `?`. */
const partOfPattern = new RegExp(`\\\\([^])|\\*+|${classSource}|\\{[^{}]*\\}|\\?`, 'gu');

/** What a class is tried on, beside what stands in it. */
const usualCharacters = '7a-A_.0zZ';

/** How many names are made up for one pattern. */
const mostExamples = 16;

/**
 * Names that a pattern is likely to match, one for each of its choices: digits for what it leaves open. The caller tries
 * them, as a pattern may be of a form for which this is no match.
 */
export function exampleNames(pattern: string): string[] {
  return expandChoices(pattern)
    .slice(0, mostExamples)
    .map((flat) =>
      flat.replace(partOfPattern, (part: string, escaped?: string) => {
        if (escaped !== undefined) return escaped;
        if (part.startsWith('[') && part.length > 1) return sampleClassMember(part);
        return part === '?' ? '7' : sampleText;
      }),
    );
}

/** A character of a class. */
function sampleClassMember(text: string): string {
  const glob = compileGlob(text, false);
  return Array.from(`${text}${usualCharacters}`).find((one) => matchGlob(glob, one) !== null) ?? '7';
}

/**
 * The current branch, one branch for each branch rule that can win (one more for each other set of captures that its
 * patterns give), and one for each pattern that file rules ask of the branch. A branch without a branch
 * rule is left out: nothing of it is filed.
 *
 * @param known short names of branches that exist; they go before made-up ones.
 * @param current the branch that the run is about; null: none.
 */
export function sampleBranches(
  compiled: CompiledMapping,
  known: readonly string[],
  current: string | null,
): SampleBranch[] {
  const ofRules = (compiled.mapping.rules ?? []).flatMap(({ match }) => match.branch ?? []).flat();
  const patterns = [...(compiled.branches ?? []).flatMap(({ globs }) => globs.map(({ source }) => source)), ...ofRules];
  const names = [...(current === null ? [] : [current]), ...known, ...patterns.flatMap(exampleNames), 'main'];
  const candidates = [...new Set(names)].flatMap((name) => {
    const match = findBranchRule(compiled, name);
    return match === null ? [] : [{ name, match }];
  });
  const globs = [...new Set(ofRules)].map((pattern) => compileGlob(pattern, false));
  const chosen = [
    candidates.find(({ name }) => name === current) ?? candidates[0],
    ...Map.groupBy(candidates, captureKey)
      .values()
      .map(([first]) => first),
    ...globs.map((glob) => candidates.find(({ name }) => matchGlob(glob, name) !== null)),
  ];
  return [...new Set(chosen.filter((sample) => sample !== undefined))];
}

const noBranch: BranchMatch = { rule: 'no branch rule', index: -1, fields: {}, captures: {}, dependents: null };

/** The branch that files are mapped for; where none can be tried, rules are held against the files all the same. */
export function branchToTry(samples: readonly SampleBranch[], current: string | null): SampleBranch {
  return samples[0] ?? { name: current ?? 'main', match: noBranch };
}

/** The branch rule and what it captures: branches that are alike in this make the same values. */
function captureKey({ match }: SampleBranch): string {
  return JSON.stringify([match.rule, Object.keys(match.captures).toSorted()]);
}
