import type { TreeSide } from '../git/changes.ts';
import type { GitPath } from '../git/git-path.ts';
import type { CreateFields } from '../interface/fields.ts';
import { type Identity, identityKey, identityText, mayBeSame, nameKey } from './identity.ts';
import type { Mapper, Target } from './mapper.ts';
import { obstacleOf } from './obstacle.ts';
import type { LeftOut, PlannedRequest } from './planned.ts';

/** What becomes of deleted files, as the mapping says. */
export type DeleteMode = 'request' | 'report' | 'ignore';

/** An object whose file is gone. */
export interface DeleteCandidate {
  readonly path: GitPath;
  readonly rule: string;
  readonly target: Target;
}

interface GuardInput {
  readonly headTree: () => readonly TreeSide[];
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
  const remaining = remainingMakers(candidates, input);
  const asked = new Map<string, GitPath>();
  for (const candidate of candidates) {
    const why = reasonToKeep(candidate, input.deletes, remaining, asked);
    if (why === null) requests.push(deleteRequest(candidate));
    else leftOut.push({ path: candidate.path, previousPath: null, why, error: false });
  }
  return { requests, leftOut };
}

function reasonToKeep(
  { path, target }: DeleteCandidate,
  mode: DeleteMode,
  remaining: ReadonlyMap<string, readonly { identity: Identity; path: GitPath }[]>,
  asked: Map<string, GitPath>,
): string | null {
  const object = identityText(target.identity);
  const maker = remaining.get(nameKey(target.identity))?.find((other) => mayBeSame(other.identity, target.identity));
  if (maker !== undefined) return `deleted, but ${object} still comes from ${maker.path.text}`;
  if (mode !== 'request') return `deleted (deletes: ${mode}): ${object} is not filed for deletion`;
  const key = identityKey(target.identity);
  const first = asked.get(key);
  if (first !== undefined) return `deleted, and ${object} is filed for deletion with ${first.text}`;
  asked.set(key, path);
  return null;
}

/** The regular files at head that make an object with the name of a candidate. */
function remainingMakers(
  candidates: readonly DeleteCandidate[],
  input: GuardInput,
): Map<string, { identity: Identity; path: GitPath }[]> {
  const wanted = new Set(candidates.map(({ target }) => nameKey(target.identity)));
  const makers = new Map<string, { identity: Identity; path: GitPath }[]>();
  for (const side of input.headTree()) {
    if (!side.mode.startsWith('100')) continue;
    const mapped = input.mapper(side.path);
    if (mapped.kind === 'leftOut') continue;
    for (const { identity } of mapped.targets) {
      const key = nameKey(identity);
      if (!wanted.has(key)) continue;
      const known = makers.get(key) ?? [];
      known.push({ identity, path: side.path });
      makers.set(key, known);
    }
  }
  return makers;
}

function deleteRequest({ path, rule, target }: DeleteCandidate): PlannedRequest {
  // copy is considered only for *MIGRATE, and a delete has nothing to copy.
  const { copy: _, ...kept } = target.fields;
  const fields: CreateFields = { ...kept, rsn: '*DELETE' };
  return {
    path,
    previousPath: null,
    reason: '*DELETE',
    rule,
    identity: target.identity,
    fields,
    blob: null,
    bytes: null,
    added: false,
    obstacle: obstacleOf(path, target.problems),
  };
}
