import { constants, type Stats } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';

/** The longest file that is read, in bytes; what people write by hand is far smaller. */
export const mostBytes = 4 * 1024 * 1024;

/** Never through a link at the end of the path, and never waiting for a writer, as a FIFO would. Windows has neither. */
const readOnly = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Reads a file that was named by hand: a regular one of at most 4 MiB, so that no link leads to a secret, and
 * no device or pipe makes the reader wait.
 *
 * @param below no part of the path below this folder may be a link: what is there may have come with a commit.
 * @throws Error that says in words why not; what the system says of a file that is not there passes.
 */
export async function readRegularFile(file: string, below?: string): Promise<Buffer> {
  if (below !== undefined) await refuseLinks(file, below);
  refuseOther(await lstat(file));
  await using handle = await open(file, readOnly);
  // Once more: it may have been replaced in between.
  refuseOther(await handle.stat());
  const chunks: Buffer[] = [];
  for await (const chunk of handle.createReadStream({ autoClose: false, end: mostBytes })) chunks.push(chunk as Buffer);
  const content = Buffer.concat(chunks);
  if (content.length > mostBytes) throw tooLong();
  return content;
}

/**
 * Refuses a path on which a part below a folder is a link; a path that leads elsewhere is not looked at.
 *
 * @throws Error that names the link.
 */
export async function refuseLinks(file: string, below: string): Promise<void> {
  const inside = relative(resolve(below), resolve(file));
  if (isAbsolute(inside)) return;
  const parts = inside.split(sep);
  if (parts[0] === '..') return;
  for (const [n] of parts.entries()) {
    const place = join(resolve(below), ...parts.slice(0, n + 1));
    const stat = await lstat(place).catch(() => null);
    if (stat?.isSymbolicLink()) throw new Error(`${parts.slice(0, n + 1).join('/')} is a link, and none is followed`);
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
