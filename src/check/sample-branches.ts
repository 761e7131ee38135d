/** Chooses branches to try a mapping on: known ones, and made-up ones for patterns that no known branch matches. */
import { compileGlob } from '../glob/compile-glob.ts';
import { matchGlob } from '../glob/match.ts';
import { classSource, expandChoices } from '../glob/parse-pattern.ts';
import { type BranchMatch, findBranchRule } from '../mapping/branch.ts';
import type { CompiledMapping } from '../mapping/compile.ts';

/** A branch, and the branch rule that wins for it. */
export type SampleBranch = { readonly name: string; readonly match: BranchMatch };

/** The sample for a capture or a star: digits, since a capture may accept nothing else. */
const sampleText = '90351';

/** An escaped character, stars, a class, a capture, or `?`. */
const partOfPattern = new RegExp(`\\\\([^])|\\*+|${classSource}|\\{[^{}]*\\}|\\?`, 'gu');

/** Characters to try on a class, beside those written in it. */
const usualCharacters = '7a-A_.0zZ';

/** Makes up branch names for a valid pattern, one for each choice (at most 16): digits for stars, `?`, captures; some may not match it. */
export function inventBranchNames(pattern: string): string[] {
  return expandChoices(pattern)
    .slice(0, 16)
    .map((flat) =>
      flat.replace(partOfPattern, (part: string, escaped?: string) => {
        if (escaped !== undefined) return escaped;
        if (part.startsWith('[') && part.length > 1) return chooseClassMember(part);
        return part === '?' ? '7' : sampleText;
      }),
    );
}

/** Returns a character that a class (`[a-z]`, with its brackets) matches; `7` if it matches none of those that are tried. */
function chooseClassMember(text: string): string {
  const glob = compileGlob(text, false);
  return Array.from(`${text}${usualCharacters}`).find((one) => matchGlob(glob, one) !== null) ?? '7';
}

/**
 * Returns branches to try a mapping on, each once, with the branch rule that wins for it: first the current one, one for each branch rule
 * and set of capture names, and one for each `match.branch` of file rules; known branches (short names), else made-up ones or `main`.
 * Leaves out branches without a branch rule, even the current one, as nothing is filed for them; may return [].
 */
export function chooseSampleBranches(compiled: CompiledMapping, known: readonly string[], current: string | null) {
  const ofRules = (compiled.mapping.rules ?? []).flatMap(({ match }) => match.branch ?? []).flat();
  const patterns = [...(compiled.branches ?? []).flatMap(({ globs }) => globs.map(({ source }) => source)), ...ofRules];
  const names = [...(current === null ? [] : [current]), ...known, ...patterns.flatMap(inventBranchNames), 'main'];
  const candidates = [...new Set(names)].flatMap((name) => {
    const match = findBranchRule(compiled, name);
    return match === null ? [] : [{ name, match }];
  });
  const globs = [...new Set(ofRules)].map((pattern) => compileGlob(pattern, false));
  const buildMatchKey = ({ match }: SampleBranch) =>
    JSON.stringify([match.rule, Object.keys(match.captures).toSorted()]);
  const chosen = [
    candidates.find(({ name }) => name === current) ?? candidates[0],
    ...[...Map.groupBy(candidates, buildMatchKey).values()].map(([first]) => first),
    ...globs.map((glob) => candidates.find(({ name }) => matchGlob(glob, name) !== null)),
  ];
  return [...new Set(chosen.filter((sample) => sample !== undefined))];
}

const noBranch: BranchMatch = { rule: 'no branch rule', fields: {}, captures: {}, dependents: null };

/** Returns the first sample; without any the current branch, else `main`, with a made-up branch rule that sets no fields. */
export function chooseBranchToTry(samples: readonly SampleBranch[], current: string | null): SampleBranch {
  return samples[0] ?? { name: current ?? 'main', match: noBranch };
}
