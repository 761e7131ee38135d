import { realpathSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, resolve } from 'node:path';
import { pathBelow } from '../regular-file.ts';
import { foldersUp, hasDotGit, workTreesAt } from './locate.ts';

/**
 * Lists the checkouts that a folder lies in, from the inside, with the other work trees of their repositories. The top
 * of a file system is no checkout: all programs of the machine would lie in it.
 */
function checkoutsAround(folder: string): string[] {
  const isTop = (at: string) => dirname(at) === at;
  const around = foldersUp(folder).filter((at) => !isTop(at) && hasDotGit(at));
  return around.flatMap((at) => [at, ...workTreesAt(at)]).filter((at) => !isTop(at));
}

/** Returns the path of a folder without links, in the spelling of the file system; null: it is missing, or may not be seen. */
function realPlace(folder: string): string | null {
  try {
    return realpathSync.native(folder);
  } catch {
    return null;
  }
}

/**
 * Removes from a search path what a commit may fill: relative folders, `folders` themselves, and all that lies in the
 * checkouts around them and in other work trees of these, as it is written or as links lead there. Never returns an
 * empty path, which would be the current directory.
 * @param path a value of `PATH`. @param folders absolute: the current one, and the repository.
 */
export function withoutCheckouts(path: string, folders: readonly string[]): string {
  const places = folders.flatMap((folder) => realPlace(folder) ?? []);
  const tops = places.flatMap(checkoutsAround).flatMap((top) => realPlace(top) ?? []);
  // The folder itself or one above it, as one of these may be a link into the checkout, or lead out of it.
  const isInside = (folder: string) =>
    foldersUp(folder).some((at) => {
      const real = realPlace(at);
      return real !== null && tops.some((top) => pathBelow(top, real) !== null);
    });
  const isSafe = (entry: string) => {
    const folder = entry.replaceAll('"', '');
    return isAbsolute(folder) && !places.includes(realPlace(folder) ?? '') && !isInside(resolve(folder));
  };
  return path.split(delimiter).filter(isSafe).join(delimiter) || '/nonexistent';
}
