import { ensureBlobs } from '../git/fetch.ts';
import type { Repository } from '../git/repository.ts';
import { type BlobFacts, isLfsPointer, mayBeLfsPointer } from '../plan/contents.ts';
import type { PlannedPush } from '../plan/planned.ts';

/** Sizes of what the plan would send; only what has the size of a Git LFS pointer is looked into. */
export async function blobFacts(repository: Repository, plan: PlannedPush): Promise<Map<string, BlobFacts>> {
  const wanted = new Set<string>();
  for (const { blob } of plan.requests) if (blob !== null) wanted.add(blob);
  const oids = [...wanted];
  const pathOf = (oid: string) => plan.requests.find(({ blob }) => blob === oid)?.path.text;
  const infos = await ensureBlobs(repository, oids, pathOf);
  const pointers = new Set<string>();
  const small = oids.filter((_, n) => mayBeLfsPointer(infos[n]?.size ?? 0));
  for (let at = 0; at < small.length; at += atATime) {
    await Promise.all(
      small.slice(at, at + atATime).map(async (oid) => {
        const content = await repository.objects.content(oid);
        const text = content instanceof Blob ? await content.text() : content.toString('utf8');
        if (isLfsPointer(text)) pointers.add(oid);
      }),
    );
  }
  const facts = new Map<string, BlobFacts>();
  for (const [n, oid] of oids.entries()) {
    facts.set(oid, { size: infos[n]?.size ?? 0, isLfsPointer: pointers.has(oid) });
  }
  return facts;
}

/** So many small contents are asked for at once. */
const atATime = 500;
