/** Contents of sources as Git has them, never those of the work tree. */
import { ensureBlobs } from '../git/fetch.ts';
import type { Repository } from '../git/repository.ts';
import type { TreeSide } from '../git/tree.ts';

/** A larger file is no source (bytes). */
const largest = 1024 * 1024;
/** As many are read at once. */
const atOnce = 300;

/**
 * Hands each content to `see`, with its path; what a partial clone lacks is fetched first. Larger files than a source is
 * are passed over. @throws Problem('git') when a content cannot be had
 */
export async function seeContents(
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
