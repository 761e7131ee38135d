/** The patterns of one part of a match. Names that are written out are looked up, so thousands cost as much as one. */

import type { Glob } from '../glob/compile-glob.ts';
import { type Captures, matchGlob, noCaptures } from '../glob/match.ts';

export interface PatternList {
  readonly globs: readonly Glob[];
  /** Texts in lower case that one of the patterns stands for. */
  readonly plain: ReadonlySet<string>;
  readonly others: readonly Glob[];
}

/** Which letters are the same when case is ignored is certain for these; for others the expressions decide. */
export const ascii = /^[\0-\x7f]*$/;

/** True for a pattern that stands for one text only. */
export function isWrittenOut(source: string): boolean {
  return !/[*?{}[\]\\]/.test(source);
}

/** @param ignoreCase whether the patterns do; those that heed case are few, and are tried one by one. */
export function patternList(globs: readonly Glob[], ignoreCase: boolean): PatternList {
  // The first pattern that matches gives the captures, so that with captures their order counts.
  const isOrdered = globs.some(({ captures }) => captures.length > 0);
  const isPlain = ({ source }: Glob) => ignoreCase && !isOrdered && isWrittenOut(source) && ascii.test(source);
  const plain = new Set(globs.filter(isPlain).map(({ source }) => source.toLowerCase()));
  return { globs, plain, others: globs.filter((glob) => !isPlain(glob)) };
}

/** The captures of the first pattern that matches, or null when none does. */
export function matchList({ globs, plain, others }: PatternList, text: string): Captures | null {
  if (globs.length === 1 && globs[0] !== undefined) return matchGlob(globs[0], text);
  const isCertain = plain.size > 0 && ascii.test(text);
  if (isCertain && plain.has(text.toLowerCase())) return noCaptures;
  for (const glob of isCertain ? others : globs) {
    const captures = matchGlob(glob, text);
    if (captures !== null) return captures;
  }
  return null;
}

/** False when no path that the patterns match stands in this directory. */
export function mayBeInDirectory({ globs, plain, others }: PatternList): (gpath: string) => boolean {
  const directories = new Set(Array.from(plain, (path) => path.slice(0, Math.max(0, path.lastIndexOf('/')))));
  return (gpath) => {
    const isCertain = plain.size > 0 && ascii.test(gpath);
    if (isCertain && directories.has(gpath.toLowerCase())) return true;
    return (isCertain ? others : globs).some(({ directory }) => directory.test(gpath));
  };
}
