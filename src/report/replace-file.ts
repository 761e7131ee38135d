import { randomUUID } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { refuseLinks } from '../regular-file.ts';

/** Returns the lstat of a file; undefined if it is missing. @throws Error if it is no regular file, or its path has a link (refuseLinks) */
function statPlace(place: string) {
  refuseLinks(place, '.');
  const there = lstatSync(place, { throwIfNoEntry: false });
  if (there?.isDirectory()) throw new Error('it is a folder');
  if (there?.isSymbolicLink()) throw new Error('it is a link, and nothing is written through one');
  if (there !== undefined && !there.isFile()) throw new Error('it is not a regular file');
  return there;
}

/** Checks, without writing, that a file can be replaced or created, and is writable if it is there. @throws Error that says why not */
export function requireReplaceable(file: string): void {
  const place = resolve(file);
  if (statPlace(place) !== undefined) accessSync(place, constants.W_OK);
  accessSync(dirname(place), constants.W_OK);
}

/**
 * Replaces or creates a file by a rename, so that nobody reads half of it; a replaced file keeps its mode. @throws Error, with the file
 * unchanged, if this fails, or if the file, or a folder on its path below the current directory or a checkout's top, is a link
 */
export function replaceFile(file: string, text: string | Iterable<string>): void {
  const place = resolve(file);
  const there = statPlace(place);
  const beside = join(dirname(place), `.file-checkouts-${randomUUID()}`);
  try {
    const opened = openSync(beside, 'wx');
    try {
      if (there !== undefined) fchmodSync(opened, there.mode & 0o777);
      for (const piece of typeof text === 'string' ? [text] : text) writeFileSync(opened, piece);
    } finally {
      closeSync(opened);
    }
    renameSync(beside, place);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
