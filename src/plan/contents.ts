import { type AttachAs, carriesContent, partName, unsendablePart } from './part-name.ts';
import type { Obstacle, PlannedPush, PlannedRequest } from './planned.ts';

export interface BlobFacts {
  readonly size: number;
  /** True when the blob is a Git LFS pointer: the content itself is elsewhere. */
  readonly isLfsPointer: boolean;
}

/** Only blobs of this size (bytes) can be Git LFS pointers; no other content is looked into. */
export function mayBeLfsPointer(size: number): boolean {
  return size >= 100 && size <= 1024;
}

/** True for the text of a Git LFS pointer file, by its specification. */
export function isLfsPointer(text: string): boolean {
  return /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(.*\n)*oid sha256:[0-9a-f]{64}\n(.*\n)*size \d+\n/.test(
    text,
  );
}

const lfs = 'it is a Git LFS pointer; the content is not in Git (take the file out of LFS, or skip it in the mapping)';

/**
 * The plan with sizes filled in, and what cannot be sent marked so: Git LFS pointers, and files whose part cannot have
 * its name.
 */
export function withContents(
  plan: PlannedPush,
  facts: ReadonlyMap<string, BlobFacts>,
  attachAs: AttachAs,
): PlannedPush {
  const requests = plan.requests.map((request): PlannedRequest => {
    const known = request.blob === null ? undefined : facts.get(request.blob);
    if (known === undefined) return request;
    const obstacle = known.isLfsPointer ? unsendable(lfs) : (request.obstacle ?? partObstacle(request, attachAs));
    return { ...request, bytes: known.size, obstacle };
  });
  return { ...plan, requests };
}

function partObstacle(request: PlannedRequest, attachAs: AttachAs): Obstacle | null {
  const why = carriesContent(request) ? unsendablePart(partName(request, attachAs)) : null;
  return why === null ? null : unsendable(why);
}

function unsendable(why: string): Obstacle {
  return { outcome: 'unsendable', why };
}
