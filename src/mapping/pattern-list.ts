/** The patterns for one part of a file. Names without wildcards are looked up, so thousands cost as much as one. */
import type { Glob } from '../glob/compile-glob.ts';
import { type Captures, matchFirst, noCaptures } from '../glob/match.ts';
import type { MatchPart, RuleFields } from './schema.ts';

export const ascii = /^[\0-\x7f]*$/;

/** Returns a text in lower case, with `s` for the long s, which ASCII patterns that ignore case match, too. */
export function foldCase(text: string): string {
  return text.toLowerCase().replaceAll('\u017f', 's');
}

/** True for a pattern without wildcards, choices, captures and escapes: it matches only its own text (in any case, if case is ignored). */
export function isWrittenOut(source: string): boolean {
  return !/[*?{}[\]\\]/.test(source);
}

type PatternList = Readonly<ReturnType<typeof toPatternList>>;

/**
 * Sorts patterns into those to look up (`plain`: those of ASCII without wildcards, as texts put into lower case) and those to try in
 * order (`remaining`). If one has a capture, or case counts, all are to be tried.
 */
export function toPatternList(globs: readonly Glob[], ignoreCase: boolean) {
  // The first pattern that matches gives the captures, so their order counts.
  const isOrdered = globs.some(({ captures }) => captures.length > 0);
  const isPlain = ({ source }: Glob) => ignoreCase && !isOrdered && isWrittenOut(source) && ascii.test(source);
  const plain = new Set(globs.filter(isPlain).map(({ source }) => source.toLowerCase()));
  return { globs, plain, remaining: globs.filter((glob) => !isPlain(glob)) };
}

/** Returns the captures of the first pattern that matches a text, {} if it has none; null if no pattern matches. */
export function matchList({ plain, remaining }: PatternList, text: string): Captures | null {
  if (plain.size > 0 && plain.has(foldCase(text))) return noCaptures;
  return matchFirst(remaining, text);
}

/** The patterns for one part of a file; one of them must match. */
export type CompiledPart = PatternList & { readonly part: MatchPart };

export interface CompiledRule {
  /** As reports name it: `rules[3]`. */
  readonly rule: string;
  readonly parts: readonly CompiledPart[];
  readonly result:
    | { readonly kind: 'requests'; readonly requests: readonly RuleFields[] }
    | { readonly kind: 'skip'; readonly why: string };
}
