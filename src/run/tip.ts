import { Problem } from '../errors.ts';
import { type Change, listChanges, sidesIn } from '../git/changes.ts';
import { isShallow } from '../git/fetch.ts';
import { pathKey } from '../git/git-path.ts';
import { isAncestor } from '../git/merge-base.ts';
import type { Repository } from '../git/repository.ts';
import { ensureCommit } from '../git/revision.ts';
import { identityKey } from '../plan/identity.ts';
import { objectsOfChanges } from '../plan/make-plan.ts';
import type { Mapper } from '../plan/mapper.ts';
import type { LeftOut } from '../plan/planned.ts';

/** Where the branch is, when that is not the head of the run: only what the tip says is sent (design §8, step 3). */
export interface NewerTip {
  readonly branch: string;
  readonly oid: string;
  /** True when the tip comes before the head: the head was not pushed. False also where the clone cannot tell. */
  readonly isBehind: boolean;
  /** What differs between the head and the tip. */
  readonly changes: readonly Change[];
}

/**
 * Where a run is beside its branch; null: at the tip. A branch that is gone counts as being at the settled commit where the
 * head is in its history, else at the head.
 *
 * @param tip where the remote has the branch; null: it is gone. @throws Problem('range', 'git')
 */
export async function newerTip(
  repository: Repository,
  { branch, head, settled }: { readonly branch: string; readonly head: string; readonly settled: string | null },
  tip: string | null,
): Promise<NewerTip | null> {
  const oid = tip ?? (await goneTip(repository, head, settled));
  if (oid === head) return null;
  const had = await ensureCommit(repository, oid);
  if (typeof had !== 'string') {
    const remedy = 'Let the job read the repository (contents: read, or FILE_CHECKOUTS_GIT_TOKEN).';
    throw new Problem('range', `cannot tell whether ${branch} has moved on since this push: ${had.why}`, remedy);
  }
  const isBehind = !isShallow(repository) && (await isAncestor(repository, oid, head));
  return { branch, oid, isBehind, changes: await listChanges(repository, head, oid) };
}

async function goneTip(repository: Repository, head: string, settled: string | null): Promise<string> {
  if (settled === null || settled === head) return head;
  return (await isAncestor(repository, head, settled)) ? settled : head;
}

/** Changes whose objects are made of the same files and contents at the tip, and those that are left to the run of the tip. */
export function withoutSuperseded(
  changes: readonly Change[],
  tip: NewerTip | null,
  mapper: Mapper,
): { readonly kept: readonly Change[]; readonly leftOut: readonly LeftOut[] } {
  if (tip === null || changes.length === 0) return { kept: changes, leftOut: [] };
  const isLeft = supersededBy(tip, mapper);
  const { branch, oid: commit, isBehind } = tip;
  const because = { code: 'superseded', branch, commit, by: isBehind ? 'older' : 'tip' } as const;
  const kept: Change[] = [];
  const leftOut: LeftOut[] = [];
  for (const change of changes) {
    const { before, after } = change;
    const side = after ?? before;
    if (side === null || !isLeft(change)) kept.push(change);
    else {
      const isMove = before !== null && after !== null && pathKey(before.path) !== pathKey(after.path);
      leftOut.push({ path: side.path, previousPath: isMove ? before.path : null, because });
    }
  }
  return { kept, leftOut };
}

/** Tells a change of which the tip says something else: of its paths, or of an object that they make. */
export function supersededBy({ changes }: NewerTip, mapper: Mapper): (change: Change) => boolean {
  const made = objectsOfChanges(changes, mapper);
  const objects = new Set(made.map(({ identity }) => identityKey(identity)));
  const paths = new Set(sidesIn(changes).map(({ path }) => pathKey(path)));
  return (change) => {
    if (sidesIn([change]).some(({ path }) => paths.has(pathKey(path)))) return true;
    return objectsOfChanges([change], mapper).some(({ identity }) => objects.has(identityKey(identity)));
  };
}
