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

/** What stands where a file is to be written; undefined: nothing. @throws Error in words when it is not a regular file. */
function standing(place: string) {
  refuseLinks(place, '.');
  const there = lstatSync(place, { throwIfNoEntry: false });
  if (there?.isDirectory()) throw new Error('it is a folder');
  if (there?.isSymbolicLink()) throw new Error('it is a link, and nothing is written through one');
  if (there !== undefined && !there.isFile()) throw new Error('it is not a regular file');
  return there;
}

/** Finds out whether a file can be written there, without doing so. @throws Error that says why not. */
export function checkReplaceable(file: string): void {
  const place = resolve(file);
  if (standing(place) !== undefined) accessSync(place, constants.W_OK);
  accessSync(dirname(place), constants.W_OK);
}

/** A report comes in many small pieces, and to write each takes a call of the system. */
const pieceBytes = 1 << 20;

function* inLargePieces(pieces: Iterable<string>): Generator<string> {
  let large = '';
  for (const piece of pieces) {
    large += piece;
    if (large.length < pieceBytes) continue;
    yield large;
    large = '';
  }
  yield large;
}

/**
 * Writes a file beside its place and moves it there: nobody reads half of it, and no link leads it elsewhere, neither
 * the file nor a folder below the current directory or the top of a checkout, which may have come with a commit.
 *
 * @throws Error that says why not; what stood there is then as it was.
 */
export function replaceFile(file: string, text: string | Iterable<string>): void {
  const place = resolve(file);
  const there = standing(place);
  const beside = join(dirname(place), `.file-checkouts-${randomUUID()}`);
  try {
    writeBeside(beside, typeof text === 'string' ? [text] : inLargePieces(text), there?.mode);
    renameSync(beside, place);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

function writeBeside(beside: string, pieces: Iterable<string>, mode: number | undefined): void {
  const opened = openSync(beside, 'wx');
  try {
    if (mode !== undefined) fchmodSync(opened, mode & 0o777);
    for (const piece of pieces) writeFileSync(opened, piece);
  } finally {
    closeSync(opened);
  }
}
