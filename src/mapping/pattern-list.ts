/** The patterns for one part of a file. Names without wildcards are looked up, so thousands cost as much as one. */
import type { Glob } from '../glob/compile-glob.ts';
import { type Captures, matchGlob, noCaptures } from '../glob/match.ts';
import type { MatchPart, RuleFields } from './schema.ts';

interface PatternList {
  readonly globs: readonly Glob[];
  /** The patterns without wildcards, in lower case. */
  readonly plain: ReadonlySet<string>;
  /** The patterns to try one by one. */
  readonly remaining: readonly Glob[];
}

/** Texts for which ignoring case is certain; for others the expressions decide. */
export const ascii = /^[\0-\x7f]*$/;

/** True for a pattern without wildcards: it matches one text only. */
export function isWrittenOut(source: string): boolean {
  return !/[*?{}[\]\\]/.test(source);
}

/** Sorts patterns into those to look up and those to try: all, if one captures. @param ignoreCase false: all are tried */
export function toPatternList(globs: readonly Glob[], ignoreCase: boolean): PatternList {
  // The first pattern that matches gives the captures, so their order counts.
  const isOrdered = globs.some(({ captures }) => captures.length > 0);
  const isPlain = ({ source }: Glob) => ignoreCase && !isOrdered && isWrittenOut(source) && ascii.test(source);
  const plain = new Set(globs.filter(isPlain).map(({ source }) => source.toLowerCase()));
  return { globs, plain, remaining: globs.filter((glob) => !isPlain(glob)) };
}

/** Returns the captures of the first pattern that matches; null: none does. */
export function matchList({ globs, plain, remaining }: PatternList, text: string): Captures | null {
  if (globs.length === 1 && globs[0] !== undefined) return matchGlob(globs[0], text);
  const isCertain = plain.size > 0 && ascii.test(text);
  if (isCertain && plain.has(text.toLowerCase())) return noCaptures;
  for (const glob of isCertain ? remaining : globs) {
    const captures = matchGlob(glob, text);
    if (captures !== null) return captures;
  }
  return null;
}

/** Returns a filter of directories for patterns of paths: false if they match no file directly in it. */
export function directoryFilter({ globs, plain, remaining }: PatternList): (gpath: string) => boolean {
  const directories = new Set(Array.from(plain, (path) => path.slice(0, Math.max(0, path.lastIndexOf('/')))));
  return (gpath) => {
    const isCertain = plain.size > 0 && ascii.test(gpath);
    if (isCertain && directories.has(gpath.toLowerCase())) return true;
    return (isCertain ? remaining : globs).some(({ directory }) => directory.test(gpath));
  };
}

/** The patterns for one part of a file; one of them must match. */
export interface CompiledPart extends PatternList {
  readonly part: MatchPart;
}

export type RuleResult =
  | { readonly kind: 'requests'; readonly requests: readonly RuleFields[] }
  | { readonly kind: 'skip'; readonly why: string };

export interface CompiledRule {
  /** As reports name it: `rules[3]`. */
  readonly rule: string;
  readonly parts: readonly CompiledPart[];
  readonly result: RuleResult;
}
