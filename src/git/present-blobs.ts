import { unreadable } from './failure.ts';
import { fetchBlobs } from './fetch.ts';
import type { ObjectInfo } from './objects.ts';
import type { Repository } from './repository.ts';

/**
 * Types and sizes of blobs, in the order asked. What a partial clone left out is fetched first, all in one request.
 * @throws Problem('git') when a missing one cannot be had.
 */
export async function presentBlobs(repository: Repository, oids: readonly string[]): Promise<ObjectInfo[]> {
  const infos = await repository.objects.info(oids);
  const missing = oids.filter((_, n) => infos[n] === null);
  if (missing.length === 0) return infos;
  await fetchBlobs(repository, missing);
  const now = await repository.objects.info(oids);
  const gone = oids.find((_, n) => now[n] === null);
  if (gone !== undefined) throw unreadable('a file content', new Error(`the remote did not send object ${gone}`));
  return now;
}
