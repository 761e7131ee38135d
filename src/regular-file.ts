import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';

/** The longest file that is read, in bytes; what people write by hand is far smaller. */
export const mostBytes = 4 * 1024 * 1024;

/** Never through a link at the end of the path, and never waiting for a writer, as a FIFO would. Windows has neither. */
const readOnly = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Reads a file that was named by hand: a regular one of at most 4 MiB, so that no link leads to a secret, and
 * no device or pipe makes the reader wait. At once, as such files are small: to wait for one takes longer than to read it.
 *
 * @param below no part of the path below this folder may be a link: what is there may have come with a commit.
 * @throws Error that says in words why not; what the system says of a file that is not there passes.
 */
export function readRegularFile(file: string, below?: string): Buffer {
  if (below !== undefined) refuseLinks(file, below);
  refuseOther(lstatSync(file));
  const opened = openSync(file, readOnly);
  try {
    // Once more: it may have been replaced in between.
    const stat = fstatSync(opened);
    refuseOther(stat);
    return readOpened(opened, stat.size);
  } finally {
    closeSync(opened);
  }
}

/** To its end, which may have moved; `size` is what it was. */
function readOpened(opened: number, size: number): Buffer {
  const chunks: Buffer[] = [];
  for (let length = 0; ; ) {
    const chunk = Buffer.allocUnsafe(Math.max(size + 1 - length, 4096));
    const read = readSync(opened, chunk);
    if (read === 0) return Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, read));
    length += read;
    if (length > mostBytes) throw tooLong();
  }
}

/**
 * Refuses a path on which a part below a folder is a link; a path that leads elsewhere is not looked at.
 *
 * @throws Error that names the link.
 */
export function refuseLinks(file: string, below: string): void {
  const inside = relative(resolve(below), resolve(file));
  if (isAbsolute(inside)) return;
  const parts = inside.split(sep);
  if (parts[0] === '..') return;
  for (const [n] of parts.entries()) {
    const place = join(resolve(below), ...parts.slice(0, n + 1));
    if (isLink(place)) throw new Error(`${parts.slice(0, n + 1).join('/')} is a link, and none is followed`);
  }
}

/** What cannot be looked at is none. */
function isLink(place: string): boolean {
  try {
    return lstatSync(place).isSymbolicLink();
  } catch {
    return false;
  }
}

function refuseOther(stat: Stats): void {
  if (stat.isSymbolicLink()) throw new Error('it is a link, and none is followed');
  if (stat.isDirectory()) throw new Error('it is a folder');
  if (!stat.isFile()) throw new Error('it is not a regular file');
  if (stat.size > mostBytes) throw tooLong();
}

function tooLong(): Error {
  return new Error('it is over 4 MiB');
}
