/** Which branches `--linked` means: a site links branches by their names. */

import { some } from '../../counted.ts';
import { Problem } from '../../errors.ts';
import { compileGlob, GlobError } from '../../glob/compile-glob.ts';
import { matchGlob } from '../../glob/match.ts';

/**
 * The known branches that the patterns match. A plain name counts as well if no branch has it yet.
 * @throws Problem('usage') for a pattern that is wrong or matches nothing
 */
export function linkedBranches(patterns: readonly string[], known: readonly string[]): string[] {
  const linked = patterns.flatMap((pattern) => {
    const found = matching(pattern, known);
    if (found.length > 0) return found;
    if (!/[*?[\]{}\\]/.test(pattern)) return [pattern];
    throw new Problem('usage', `--linked ${pattern} matches no branch`, `Branches that are known: ${some(known, 10)}.`);
  });
  return [...new Set(linked)];
}

function matching(pattern: string, known: readonly string[]): string[] {
  try {
    const glob = compileGlob(pattern, false);
    return known.filter((branch) => matchGlob(glob, branch) !== null);
  } catch (error) {
    if (!(error instanceof GlobError)) throw error;
    throw new Problem('usage', `--linked ${pattern}: ${error.found}`, `${error.right}.`, { cause: error });
  }
}
