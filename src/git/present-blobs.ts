import { fetchBlobs } from './fetch.ts';
import type { ObjectInfo, Objects } from './objects.ts';
import type { Repository } from './repository.ts';

/**
 * Types and sizes of blobs, in the order asked. What a partial clone left out is fetched first, all in one request.
 *
 * @throws Error when a missing one cannot be fetched.
 */
export async function presentBlobs(
  repository: Repository,
  objects: Objects,
  oids: readonly string[],
): Promise<ObjectInfo[]> {
  const infos = await objects.info(oids);
  const missing = oids.filter((_, n) => infos[n] === null);
  if (missing.length === 0) return infos;
  await fetchBlobs(repository, missing);
  return objects.info(oids);
}
