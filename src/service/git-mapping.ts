/** The attribute mapping of a Git repository: which attribute a file gets (interface §2.2, 2). */
import picomatch from 'picomatch';
import type { Repository } from './site.ts';

/** What a file is, by the mapping. */
export interface MappedFile {
  readonly attr: string;
  /** Only when the mapping entry names a type of its own; else the attribute's type counts. */
  readonly objt: string | undefined;
}

/**
 * The first entry of the mapping that reaches a file, or null. Patterns ignore case, as object names do; an entry
 * without `gpath` or `gfile` takes any.
 * @param gpath directory in the repository; slashes at its ends do not matter; empty at the root
 */
export function mappedFile(repository: Repository, gpath: string, gfile: string): MappedFile | null {
  const directory = gpath.replace(/^\/+|\/+$/g, '');
  const entry = repository.attributes?.find(
    (candidate) => reaches(candidate.gpath, directory) && reaches(candidate.gfile, gfile),
  );
  return entry ? { attr: entry.attr, objt: entry.objt } : null;
}

function reaches(pattern: string | undefined, text: string): boolean {
  if (pattern === undefined || pattern === text) return true;
  if (pattern === '' || text === '') return pattern === '**';
  return picomatch.isMatch(text, pattern, { nocase: true, dot: true, nonegate: true, noextglob: true });
}
