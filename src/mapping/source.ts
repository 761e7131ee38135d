import { realpathSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { messageOf, Problem } from '../errors.ts';
import { readRegularFile } from '../regular-file.ts';
import { defaultMappingFile } from './defaults.ts';

export interface MappingFile {
  readonly name: string;
  readonly place: string;
  readonly content: Uint8Array;
}

/** What `--mapping` names: a file on disk, or one in a commit. A drive letter is no revision. */
export function parseMappingName(
  name: string,
): { readonly file: string } | { readonly rev: string; readonly path: string } {
  const colon = name.indexOf(':');
  if (colon <= 0 || /^[A-Za-z]:[\\/]/.test(name)) return { file: name };
  return { rev: name.slice(0, colon), path: name.slice(colon + 1) };
}

/** True when `--mapping` names a file in a commit. */
export function isInCommit(name: string | undefined): boolean {
  return name !== undefined && 'rev' in parseMappingName(name);
}

/** Where a mapping file is looked for. */
export interface MappingPlaces {
  /** The current directory: its name is relative to it. */
  readonly cwd: string;
  readonly top: string;
  /** True in CI: what lies beside the checkout came with no commit, and says nothing there. */
  readonly onlyInside: boolean;
}

/**
 * Reads the mapping file from disk; one of the default name may also stand at the top of the repository. A regular file
 * of at most 4 MiB; no link below the top is followed.
 * @param name null: the default name; then null is returned when there is no such file.
 * @throws Problem('usage') when a file that was named cannot be read, or lies where it must not.
 */
export function readMappingFile(name: string | null, places: MappingPlaces): MappingFile | null {
  const { cwd, top, onlyInside } = places;
  const candidates = name === null ? [cwd, top].map((dir) => join(dir, defaultMappingFile)) : [resolve(cwd, name)];
  for (const place of candidates) {
    try {
      const content = readRegularFile(place, top);
      if (onlyInside) refuseOutside(place, top);
      return { name: name ?? defaultMappingFile, place, content };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT' && name === null) continue;
      if (error instanceof Problem) throw error;
      const why = `the mapping file ${name ?? place} cannot be read: ${messageOf(error)}`;
      const remedy = 'Give --mapping the path of a file, from the current directory.';
      throw new Problem('usage', why, remedy, { cause: error });
    }
  }
  return null;
}

function refuseOutside(place: string, top: string): void {
  const inside = relative(realpathSync.native(top), realpathSync.native(place));
  if (!isAbsolute(inside) && inside.split(sep)[0] !== '..') return;
  const what = `the mapping file ${place} is outside of the repository ${top}: in CI, no mapping is read from there`;
  const remedy = 'Check it out below the repository, or read it from a commit with --mapping REV:PATH.';
  throw new Problem('usage', what, remedy);
}
