import { Problem } from '../errors.ts';
import { type Glob, GlobError, tryCompileGlob } from './compile-glob.ts';
import { groupName } from './parse-pattern.ts';

export type Captures = Readonly<Record<string, string>>;

/** The captures of a pattern without any. */
export const noCaptures: Captures = Object.freeze({});

/** Matches a pattern with a whole text. Returns the captures of the first alternative that fits ({} if it has none); null if none fits. */
export function matchGlob(glob: Glob, text: string): Captures | null {
  const { captures, expression } = glob;
  if (captures.length === 0) return expression.test(text) ? noCaptures : null;
  const groups = expression.exec(text)?.groups;
  if (groups === undefined) return null;
  const values: Record<string, string> = {};
  for (const name of captures) {
    // A capture of another alternative has no value.
    const value = groups[groupName(name)];
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** Returns the captures of the first pattern that matches a whole text, {} if it has none; null if no pattern matches. */
export function matchFirst(globs: readonly Glob[], text: string): Captures | null {
  for (const glob of globs) {
    const captures = matchGlob(glob, text);
    if (captures !== null) return captures;
  }
  return null;
}

/** Returns the filter of `--paths`: true if one matches (case ignored), or for undefined. @throws Problem('usage') for a bad pattern */
export function createPathFilter(globs: readonly string[] | undefined): (path: string) => boolean {
  if (globs === undefined) return () => true;
  const compiled = globs.map((pattern) => {
    const glob = tryCompileGlob(pattern, true);
    if (!(glob instanceof GlobError)) return glob;
    throw new Problem('usage', `\`--paths\` ${pattern}: ${glob.found}`, `Give ${glob.right}.`);
  });
  return (path) => matchFirst(compiled, path) !== null;
}
