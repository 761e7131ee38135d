import { Problem } from '../errors.ts';
import { ensureBlobs } from '../git/fetch.ts';
import type { Repository } from '../git/repository.ts';
import type { TreeSide } from '../git/tree.ts';

/** Bytes of the largest source. */
const largest = 1024 * 1024;
/** How many are read at once. */
const atOnce = 300;

/**
 * Calls `see` with each path and its content in Git, those of files too large for a source aside; what a partial clone
 * lacks is fetched first. Returns null, or why a content could not be read; the remaining ones are not read then.
 */
export async function readContents(
  repository: Repository,
  files: readonly TreeSide[],
  see: (path: string, bytes: Buffer) => void,
): Promise<string | null> {
  try {
    for (let at = 0; at < files.length; at += atOnce) {
      const part = files.slice(at, at + atOnce);
      const oids = part.map(({ oid }) => oid);
      const infos = await ensureBlobs(repository, oids);
      const small = part.filter((_, n) => (infos[n]?.size ?? Number.POSITIVE_INFINITY) <= largest);
      const contents = await repository.objects.contents(small.map(({ oid }) => oid));
      for (const [n, { path }] of small.entries()) see(path.text, contents[n] ?? Buffer.alloc(0));
    }
    return null;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}
