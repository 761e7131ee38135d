import { branchTip } from './branch-tip.ts';
import { differingPaths } from './changes.ts';
import { unreadable } from './failure.ts';
import { ensureCommits } from './fetch.ts';
import { firstParentMeeting, isAncestor, mergeBase } from './merge-base.ts';
import type { Objects } from './objects.ts';
import type { Repository } from './repository.ts';
import { emptyTree } from './tree.ts';

/**
 * What a push brought in from another branch, by merge, rebase or fast-forward: the base of the range did not have the
 * merge base of head and that branch yet. Then a file that is the same at head as at the merge base came from there
 * (design §3 "Not another branch's changes").
 *
 * @param range two commits; the base may be the empty tree. @param from the default branch.
 * @returns keys of the paths that differ between the merge base and the head, which are the branch's own; null when
 * the push brought nothing in.
 * @throws Problem('git') when the history cannot be had.
 */
export async function ownPaths(
  repository: Repository,
  objects: Objects,
  range: { readonly base: string; readonly head: string },
  from: string,
): Promise<ReadonlySet<string> | null> {
  const tip = await branchTip(repository, from);
  if (tip === null) return null;
  const isTree = range.base === emptyTree[repository.objectFormat];
  const isOld = (commit: string) => !isTree && isAncestor(repository, objects, commit, range.base);
  const base = await mergeBase(repository, objects, tip, range.head);
  if (base === null || (await isOld(base))) return null;
  const shared = isTree ? base : await withoutOwnLine(repository, objects, base, tip, range);
  if (shared === null || (shared !== base && (await isOld(shared)))) return null;
  const [gone] = await ensureCommits(repository, objects, [shared]);
  if (gone !== undefined) throw unreadable(`the merge base with ${from}`, new Error(gone.why));
  return differingPaths(repository, shared, range.head);
}

/**
 * A merge base to which this branch came by itself, on the way from the base of the range to its head, says only that
 * the other branch has merged this one: what the two shared before is what the other one brought to it.
 */
async function withoutOwnLine(
  repository: Repository,
  objects: Objects,
  shared: string,
  tip: string,
  range: { readonly base: string; readonly head: string },
): Promise<string | null> {
  const holds = async (line: string, commit: string) =>
    (await firstParentMeeting(repository, objects, line, commit)) === commit;
  const isOwn = (await holds(range.head, shared)) && (await holds(shared, range.base));
  return isOwn ? firstParentMeeting(repository, objects, tip, range.head) : shared;
}
