import { Problem } from '../errors.ts';
import { compileGlob, type Glob, GlobError } from './compile-glob.ts';
import { matchGlob } from './match.ts';

/**
 * Returns the filter of `--paths`: true for a path that one of the patterns matches; without patterns for every path.
 *
 * @throws Problem('usage') for an invalid pattern
 */
export function pathFilter(globs: readonly string[] | undefined): (path: string) => boolean {
  if (globs === undefined) return () => true;
  const compiled = globs.map(compilePathGlob);
  return (path) => compiled.some((glob) => matchGlob(glob, path) !== null);
}

function compilePathGlob(pattern: string): Glob {
  try {
    return compileGlob(pattern, true);
  } catch (error) {
    if (!(error instanceof GlobError)) throw error;
    throw new Problem('usage', `--paths ${pattern}: ${error.found}`, `Give ${error.right}.`);
  }
}
