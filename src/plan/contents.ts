import { splitPath } from '../mapping/names.ts';
import type { Mapping } from '../mapping/schema.ts';
import type { PlannedPush, PlannedRequest } from './planned.ts';

/** The field that gives a file part its name. */
export type AttachAs = Mapping['attach']['as'];

/** True if a request sends its file: a `*MIGRATE` whose file is at head, without `copy: *YES` (the service copies it; interface §4.3). */
export function carriesContent(request: PlannedRequest): boolean {
  return request.reason === '*MIGRATE' && request.fields.copy !== '*YES' && request.blob !== null;
}

/** Returns the name of a file part: the field `attachAs`; if missing, the next that is there: srcn, objn, gfile, file name (no folder). */
export function choosePartName({ fields, path }: PlannedRequest, attachAs: AttachAs): string {
  const { gfile, srcn, objn } = fields;
  const fallback = gfile ?? splitPath(path.text).gfile;
  if (attachAs === 'objn') return objn ?? fallback;
  return attachAs === 'srcn' ? (srcn ?? objn ?? fallback) : fallback;
}

/** Returns a clause that says why a file part cannot have this name (`payload`, or with a backslash at its end); null if it can. */
export function checkPartName(name: string): string | null {
  if (name === 'payload') return 'a file part named payload would be read as the fields of the request';
  return name.endsWith('\\') ? `a file part cannot be named ${name}: it ends with a backslash` : null;
}

/** The size of a content in bytes, and whether it is a Git LFS pointer. */
export interface BlobFacts {
  readonly size: number;
  readonly isLfsPointer: boolean;
}

/** True if a blob of this size (bytes) may be a Git LFS pointer: from 100 to 1024 bytes. */
export const mayBeLfsPointer = (size: number) => size >= 100 && size <= 1024;

/** True for the text of a Git LFS pointer file: it begins with the format's version line, and has lines `oid` (SHA-256), then `size`. */
export const isLfsPointer = (text: string) =>
  /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(.*\n)*oid sha256:[0-9a-f]{64}\n(.*\n)*size \d+\n/.test(text);

const lfs = 'it is a Git LFS pointer; the content is not in Git (take the file out of LFS, or skip it in the mapping)';

/**
 * Returns a plan whose requests have the sizes of their contents (`bytes`). A request whose content is a Git LFS pointer gets the obstacle
 * `unsendable`, in place of any other; a request without an obstacle gets it, too, if it sends a file under a name that checkPartName
 * refuses. @param facts by OID of the content; a request that has none there stays as it is
 */
export function withContents(plan: PlannedPush, facts: ReadonlyMap<string, BlobFacts>, as: AttachAs): PlannedPush {
  const requests = plan.requests.map((request): PlannedRequest => {
    const blob = request.blob === null ? undefined : facts.get(request.blob);
    if (blob === undefined) return request;
    const partProblem = carriesContent(request) ? checkPartName(choosePartName(request, as)) : null;
    const [why, obstacle] = blob.isLfsPointer ? [lfs, null] : [partProblem, request.obstacle];
    const unsendable = why === null ? null : ({ outcome: 'unsendable', why } as const);
    return { ...request, bytes: blob.size, obstacle: obstacle ?? unsendable };
  });
  return { ...plan, requests };
}
