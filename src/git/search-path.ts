import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { pathBelow } from '../regular-file.ts';
import { workTreesAt } from './locate.ts';

/**
 * The checkouts that a folder lies in, one around the other, with the other work trees of their repositories. The top of a
 * file system is no checkout: all programs of the machine would lie in it.
 */
function checkoutsAround(folder: string): string[] {
  const found: string[] = [];
  for (let at = folder; dirname(at) !== at; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) found.push(at, ...workTreesAt(at));
  }
  return found.filter((top) => dirname(top) !== top);
}

/** Where a folder really is, in the spelling of the file system; null when it is not there, or may not be seen. */
function realPlace(folder: string): string | null {
  try {
    return realpathSync.native(folder);
  } catch {
    return null;
  }
}

/**
 * A search path without what a commit may fill: relative folders, these folders themselves, and all that lies in the
 * checkouts around them and in other work trees of these, as it is written or as links lead there.
 *
 * @param path a value of `PATH`.
 * @param folders absolute: the current one, and the repository.
 * @returns never an empty path, which would be the current directory.
 */
export function withoutCheckouts(path: string, folders: readonly string[]): string {
  const places = folders.flatMap((folder) => realPlace(folder) ?? []);
  const tops = places.flatMap(checkoutsAround).flatMap((top) => realPlace(top) ?? []);
  const known = new Map<string, boolean>();
  /** The folder itself or one above it, as one of these may be a link into the checkout, or lead out of it. */
  const isInside = (folder: string): boolean => {
    const real = realPlace(folder);
    const above = dirname(folder);
    const inside =
      known.get(folder) ??
      ((real !== null && tops.some((top) => pathBelow(top, real) !== null)) || (above !== folder && isInside(above)));
    known.set(folder, inside);
    return inside;
  };
  const isBad = (entry: string) => {
    const folder = entry.replaceAll('"', '');
    return !isAbsolute(folder) || places.includes(realPlace(folder) ?? '') || isInside(resolve(folder));
  };
  const kept = path.split(delimiter).filter((entry) => !isBad(entry));
  return kept.join(delimiter) || '/nonexistent';
}
