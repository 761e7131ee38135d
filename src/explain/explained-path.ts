import { isAbsolute, posix, relative, resolve, sep } from 'node:path';
import { Problem } from '../errors.ts';

/** Where paths are given, and what they may mean. */
export interface PathContext {
  readonly cwd: string;
  /** Top of the work tree. */
  readonly top: string;
  /** What Git tracks, from the top, with slashes. */
  readonly tracked: ReadonlySet<string>;
}

/**
 * The path that a word of the command line means, from the top of the repository and with slashes: as given when Git
 * tracks it so, else as meant from the current directory. A file that is not there (any more) is explained too.
 *
 * @throws Problem('usage') for a directory, a pattern, and what is outside of the repository.
 */
export function explainedPath(word: string, { cwd, top, tracked }: PathContext): string {
  if (tracked.has(word)) return word;
  const fromHere = relative(top, resolve(cwd, word)).split(sep).join('/');
  if (tracked.has(fromHere)) return fromHere;
  const isMeantFromHere = isAbsolute(word) || /^\.{1,2}([\\/]|$)/.test(word);
  const path = isMeantFromHere ? fromHere : posix.normalize(word).replace(/^\/+|\/+$/g, '');
  if (isAbsolute(path) || /^\.\.(\/|$)/.test(path)) {
    throw new Problem('usage', `${word} is outside of the repository`, `Give the path of a file below ${top}.`);
  }
  const isDirectory = (name: string) =>
    name === '' || name === '.' || tracked.values().some((one) => one.startsWith(`${name}/`));
  if (isDirectory(path) || isDirectory(fromHere)) {
    const remedy = 'Give the paths of files; `check` shows what becomes of all that Git tracks.';
    throw new Problem('usage', `${word || '""'} is a directory`, remedy);
  }
  if (/[*?]/.test(path)) {
    throw new Problem('usage', `${word} is a pattern, not a path`, 'Give the paths of files, one by one.');
  }
  return path;
}
