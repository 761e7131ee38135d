/** The attribute mapping of a Git repository: which attribute a file gets (interface §2.2, 2). */
import { compileGlob, type Glob, GlobError } from '../glob/compile-glob.ts';
import { matchGlob } from '../glob/match.ts';
import type { SiteRepository } from './site.ts';

/** The first entry of the mapping that matches a file in any case; `gpath` is empty at the root. */
export function mappedFile({ attributes }: SiteRepository, gpath: string, gfile: string) {
  return attributes?.find(
    (entry) =>
      (entry.gpath === undefined || reaches(withoutEnds(entry.gpath), withoutEnds(gpath))) &&
      (entry.gfile === undefined || reaches(entry.gfile, gfile)),
  );
}

/** A site file has only right patterns (site-repositories.ts); a site made by a program may have others. */
function reaches(pattern: string, text: string): boolean {
  const glob = patternOf(pattern);
  return glob instanceof GlobError ? pattern === text : matchGlob(glob, text) !== null;
}

/** A pattern as it is matched, or what is wrong with it. */
export function patternOf(pattern: string): Glob | GlobError {
  try {
    return compileGlob(pattern, true);
  } catch (error) {
    if (error instanceof GlobError) return error;
    throw error;
  }
}

/** A directory, or a pattern of it, without the slashes at its ends. */
function withoutEnds(path: string): string {
  return path.replace(/^\/+|\/+$/g, '');
}
