import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { messageOf, Problem } from '../errors.ts';

/** Where the mapping file is looked for when nothing is said. */
export const defaultMappingFile = '.file-checkouts.yml';

/** A mapping file on disk. */
export interface MappingFile {
  /** As the user gave it. */
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

/**
 * Reads the mapping file from disk, relative to the current directory; the default name may also stand at the top of
 * the repository, and only it may be absent.
 *
 * @returns null when there is no mapping file at all.
 * @throws Problem('usage') when a file that was named cannot be read.
 */
export async function readMappingFile(name: string | null, cwd: string, top: string): Promise<MappingFile | null> {
  const places = name === null ? [join(cwd, defaultMappingFile), join(top, defaultMappingFile)] : [resolve(cwd, name)];
  for (const place of places) {
    try {
      return { name: name ?? defaultMappingFile, place, content: await readFile(place) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT' && name === null) continue;
      throw new Problem(
        'usage',
        `the mapping file ${name ?? place} cannot be read: ${messageOf(error)}`,
        'Name a file that is there with --mapping; it is meant from the current directory.',
        { cause: error },
      );
    }
  }
  return null;
}
