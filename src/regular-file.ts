import { closeSync, constants, existsSync, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';

/** Most bytes of a file that a user names; files that people write by hand are far smaller. */
export const mostBytes = 4 * 1024 * 1024;
const tooLong = 'it is over 4 MiB';

/** Follows no link at the end of the path, and never waits for the writer of a FIFO. Windows has neither. */
const readOnly = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Returns the bytes of a file that a user named. Takes only a regular file of at most 4 MiB, so that no link leads to a secret, and no
 * device or pipe makes the reader wait. @param below a folder: no part of the path below it, or below a checkout, may be a link (see
 * refuseLinks). @throws Error with the reason in words; the system's error for a file that is missing or cannot be read
 */
export function readRegularFile(file: string, below: string): Buffer {
  refuseLinks(file, below);
  refuseIrregular(lstatSync(file));
  const descriptor = openSync(file, readOnly);
  try {
    // Checked again: it may have been replaced since.
    refuseIrregular(fstatSync(descriptor));
    // It may grow, and a file of the system may be longer than it says.
    const bytes = Buffer.allocUnsafe(mostBytes + 1);
    let length = 0;
    for (let read = -1; read !== 0; length += read) read = readSync(descriptor, bytes, { offset: length });
    if (length > mostBytes) throw new Error(tooLong);
    return Buffer.from(bytes.subarray(0, length));
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Refuses a path if a part of it, or the file itself, is a link below `below`, or below the top of the outermost checkout (a folder with
 * `.git`) around the file, as a commit may have brought the link. The outer of these two folders may be a link. Any other path passes, also
 * one that does not exist. @throws Error that names the link
 */
export function refuseLinks(file: string, below: string): void {
  const place = resolve(file);
  let top: string | null = null;
  for (const part of place.split(sep).map((_, n, parts) => parts.slice(0, n + 1).join(sep) || sep)) {
    if (top !== null && isLink(part)) throw new Error(`${findPathBelow(top, part)} is a link, and none is followed`);
    if (relative(resolve(below), part) === '' || existsSync(join(part, '.git'))) top ??= part;
  }
}

/** Returns the path of `place` from the folder `top`, with slashes, '' for `top` itself; null if not in it. Looks at no file. */
export function findPathBelow(top: string, place: string): string | null {
  const parts = relative(top, place).split(sep);
  return parts[0] === '..' || isAbsolute(parts.join(sep)) ? null : parts.join('/');
}

/** True for a link; false for a path that cannot be read. */
function isLink(place: string): boolean {
  try {
    return lstatSync(place).isSymbolicLink();
  } catch {
    return false;
  }
}

/** Refuses anything but a regular file of at most 4 MiB. @throws Error with the reason */
function refuseIrregular(stat: Stats): void {
  if (stat.isSymbolicLink()) throw new Error('it is a link, and none is followed');
  if (stat.isDirectory()) throw new Error('it is a folder');
  if (!stat.isFile()) throw new Error('it is not a regular file');
  if (stat.size > mostBytes) throw new Error(tooLong);
}
