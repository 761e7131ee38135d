import type { Objects } from '../git/objects.ts';
import { presentBlobs } from '../git/present-blobs.ts';
import type { Repository } from '../git/repository.ts';
import { type BlobFacts, isLfsPointer, mayBeLfsPointer } from '../plan/contents.ts';
import type { Plan } from '../plan/planned.ts';

/** Sizes of what the plan would send; only what has the size of a Git LFS pointer is looked into. */
export async function blobFacts(repository: Repository, objects: Objects, plan: Plan): Promise<Map<string, BlobFacts>> {
  const oids = [...new Set(plan.requests.flatMap(({ blob }) => (blob === null ? [] : [blob])))];
  const infos = await presentBlobs(repository, objects, oids);
  const facts = new Map<string, BlobFacts>();
  for (const [n, oid] of oids.entries()) {
    const size = infos[n]?.size ?? 0;
    const pointer = mayBeLfsPointer(size) && isLfsPointer(await (await objects.read(oid)).text());
    facts.set(oid, { size, isLfsPointer: pointer });
  }
  return facts;
}
