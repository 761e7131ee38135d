import { realpathSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/**
 * The checkout that a folder lies in, with the one around it where it is a submodule; null when it lies in none. The top
 * of a file system is no checkout: all programs of the machine would lie in it.
 */
function checkoutAround(folder: string): string | null {
  let found: string | null = null;
  for (let at = folder; dirname(at) !== at; at = dirname(at)) {
    const dot = statSync(join(at, '.git'), { throwIfNoEntry: false });
    if (dot === undefined) continue;
    found = at;
    if (dot.isDirectory()) break;
  }
  return found;
}

/** Where a folder really is, in the spelling of the file system; null when it is not there, or may not be seen. */
function realPlace(folder: string): string | null {
  try {
    return realpathSync.native(folder);
  } catch {
    return null;
  }
}

function contains(top: string, place: string): boolean {
  const inside = relative(top, place);
  return !isAbsolute(inside) && inside.split(sep)[0] !== '..';
}

/**
 * A search path without what a commit may fill: relative folders, these folders themselves, and all that lies in the
 * checkouts around them, as it is written or as links lead there.
 *
 * @param path a value of `PATH`.
 * @param folders absolute: the current one, and the repository.
 * @returns never an empty path, which would be the current directory.
 */
export function withoutCheckouts(path: string, folders: readonly string[]): string {
  const places = folders.flatMap((folder) => realPlace(folder) ?? []);
  const tops = places.flatMap((place) => checkoutAround(place) ?? []);
  const known = new Map<string, boolean>();
  /** The folder itself or one above it, as one of these may be a link into the checkout, or lead out of it. */
  const isInside = (folder: string): boolean => {
    const real = realPlace(folder);
    const above = dirname(folder);
    const inside =
      known.get(folder) ??
      ((real !== null && tops.some((top) => contains(top, real))) || (above !== folder && isInside(above)));
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
