import { Problem } from '../errors.ts';
import { type Affixes, type Glob, GlobError, tryCompileGlob } from './compile-glob.ts';
import { groupName } from './expression.ts';

export type Captures = Readonly<Record<string, string>>;

/** The captures of a pattern without any. */
export const noCaptures: Captures = Object.freeze({});

/** Matches a pattern against the whole text. Returns its captures (`{}` without any); null: no match. */
export function matchGlob(glob: Glob, text: string): Captures | null {
  const { affixes, captures } = glob;
  const first = captures[0];
  const quickMatch = affixes === null ? null : matchAffixes(affixes, first, text);
  if (quickMatch !== null) return quickMatch;
  if (first === undefined) return glob.expression.test(text) ? noCaptures : null;
  const groups = glob.expression.exec(text)?.groups;
  if (groups === undefined) return null;
  const values: Record<string, string> = {};
  for (const name of captures) {
    // A capture of another alternative has no value.
    const value = groups[groupName(name)];
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** Matches quickly a name in the pattern's case, for a capture by the first alternative alone; null: the expression decides. */
function matchAffixes(affixes: readonly Affixes[], captured: string | undefined, text: string): Captures | null {
  if (captured === undefined) return affixes.some((pair) => hasAffixes(pair, text)) ? noCaptures : null;
  // A later alternative captures only if no earlier one matches in another case.
  const [first] = affixes;
  if (first === undefined || !hasAffixes(first, text)) return null;
  return { [captured]: text.slice(first.before.length, text.length - first.after.length) };
}

/** True for a name (without a slash) that begins and ends so, with at least one character between. */
function hasAffixes({ before, after }: Affixes, text: string): boolean {
  const isLonger = text.length > before.length + after.length;
  return isLonger && text.endsWith(after) && text.startsWith(before) && !text.includes('/');
}

/**
 * Makes the filter of `--paths`: true for a path that one of the patterns matches, in any case; without patterns (undefined)
 * for every path. @throws Problem('usage') for an invalid pattern
 */
export function pathFilter(globs: readonly string[] | undefined): (path: string) => boolean {
  if (globs === undefined) return () => true;
  const compiled = globs.map((pattern) => {
    const glob = tryCompileGlob(pattern, true);
    if (!(glob instanceof GlobError)) return glob;
    throw new Problem('usage', `\`--paths\` ${pattern}: ${glob.found}`, `Give ${glob.right}.`);
  });
  return (path) => compiled.some((glob) => matchGlob(glob, path) !== null);
}
