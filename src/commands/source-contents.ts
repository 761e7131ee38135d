import { ensureBlobs } from '../git/fetch.ts';
import type { Repository } from '../git/repository.ts';
import type { TreeSide } from '../git/tree.ts';

/** Bytes of the largest source. */
const largest = 1024 * 1024;
/** How many are read at once. */
const atOnce = 300;

/**
 * Calls `see` with each path and its content in Git; what a partial clone lacks is fetched first. Files too large for a source are
 * left out. @throws Problem('git') if a content cannot be read
 */
export async function readContents(
  repository: Repository,
  files: readonly TreeSide[],
  see: (path: string, bytes: Buffer) => void,
): Promise<void> {
  for (let at = 0; at < files.length; at += atOnce) {
    const part = files.slice(at, at + atOnce);
    const infos = await ensureBlobs(
      repository,
      part.map(({ oid }) => oid),
    );
    const small = part.filter((_, n) => (infos[n]?.size ?? Number.POSITIVE_INFINITY) <= largest);
    const contents = await repository.objects.contents(small.map(({ oid }) => oid));
    for (const [n, { path }] of small.entries()) see(path.text, contents[n] ?? Buffer.alloc(0));
  }
}
