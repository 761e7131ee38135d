import type { GitPath } from '../git/git-path.ts';
import type { TreeFiles } from '../git/tree-files.ts';
import type { Because } from '../sentences/left-out.ts';
import { identityKey, identityText } from './identity.ts';
import type { Lookup } from './lookup.ts';
import { type Maker, makersIn } from './makers.ts';
import type { Mapper, Target } from './mapper.ts';
import { fieldsFor, type LeftOut, type PlannedRequest, requestOf } from './planned.ts';

/** What becomes of deleted files, as the mapping says. */
export type DeleteMode = 'request' | 'report' | 'ignore';

export interface DeleteCandidate {
  readonly path: GitPath;
  readonly rule: string;
  readonly target: Target;
}

interface GuardInput {
  readonly headFiles: () => TreeFiles;
  readonly mapper: Mapper;
  readonly deletes: DeleteMode;
}

/**
 * Turns delete candidates into `*DELETE` requests, unless a remaining file at head still makes the object: deleting
 * one of several sources often leaves the object (design §6).
 */
export function guardedDeletes(
  candidates: readonly DeleteCandidate[],
  input: GuardInput,
): { requests: PlannedRequest[]; leftOut: LeftOut[] } {
  const requests: PlannedRequest[] = [];
  const leftOut: LeftOut[] = [];
  if (candidates.length === 0) return { requests, leftOut };
  const wanted = candidates.map(({ target }) => target.identity);
  const remaining = makersIn(input.headFiles(), input.mapper, wanted);
  const asked = new Map<string, GitPath>();
  for (const candidate of candidates) {
    const because = reasonToKeep(candidate, input.deletes, remaining, asked);
    if (because === null) requests.push(deleteRequest(candidate));
    else leftOut.push({ path: candidate.path, previousPath: null, because });
  }
  return { requests, leftOut };
}

function reasonToKeep(
  { path, target }: DeleteCandidate,
  mode: DeleteMode,
  remaining: Lookup<Maker>,
  asked: Map<string, GitPath>,
): Because | null {
  const { identity } = target;
  const [maker] = remaining.same(identity);
  if (maker !== undefined) return { code: 'stillMade', object: identityText(identity), by: maker.path.text };
  if (mode !== 'request') return { code: 'deleteMode', object: identityText(identity), mode };
  const key = identityKey(identity);
  const first = asked.get(key);
  if (first !== undefined) return { code: 'deletedWith', object: identityText(identity), path: first.text };
  asked.set(key, path);
  return null;
}

/** A delete has no place in the compile order. */
function deleteRequest({ path, rule, target }: DeleteCandidate): PlannedRequest {
  const gone: Target = { identity: target.identity, fields: target.fields, problems: target.problems };
  return requestOf(path, rule, gone, { reason: '*DELETE', fields: fieldsFor('*DELETE', target) });
}
