import { randomUUID } from 'node:crypto';
import { access, constants, lstat, open, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { refuseLinks } from '../regular-file.ts';

/** What stands where a file is to be written; null: nothing. @throws Error in words when it is not a regular file. */
async function standing(place: string) {
  await refuseLinks(place, '.');
  const there = await lstat(place).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (there?.isDirectory()) throw new Error('it is a folder');
  if (there?.isSymbolicLink()) throw new Error('it is a link, and nothing is written through one');
  if (there !== null && !there.isFile()) throw new Error('it is not a regular file');
  return there;
}

/** Finds out whether a file can be written there, without doing so. @throws Error that says why not. */
export async function checkReplaceable(file: string): Promise<void> {
  const place = resolve(file);
  const there = await standing(place);
  if (there !== null) await access(place, constants.W_OK);
  await access(dirname(place), constants.W_OK);
}

/** A report comes in many small pieces, and each that is written has to be waited for. */
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
 * the file nor a folder of the path below the current directory, which may have come with a commit.
 *
 * @throws Error that says why not; what stood there is then as it was.
 */
export async function replaceFile(file: string, text: string | Iterable<string>): Promise<void> {
  const place = resolve(file);
  const there = await standing(place);
  const beside = join(dirname(place), `.file-checkouts-${randomUUID()}`);
  try {
    await using handle = await open(beside, 'wx');
    if (there !== null) await handle.chmod(there.mode & 0o777);
    await handle.writeFile(typeof text === 'string' ? text : inLargePieces(text));
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  await rename(beside, place).catch(async (error) => {
    await rm(beside, { force: true });
    throw error;
  });
}
