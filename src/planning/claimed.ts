import { counted, some } from '../counted.ts';
import { listChanges } from '../git/changes.ts';
import { isEmptyTree } from '../git/empty-tree.ts';
import { ensureCommits } from '../git/fetch.ts';
import { pathKey } from '../git/git-path.ts';
import { isAncestor } from '../git/merge-base.ts';
import { isFile, type TreeSide } from '../git/tree.ts';
import { targetsOf } from '../plan/mapper.ts';
import type { Choice } from './choice.ts';
import type { Planning } from './context.ts';

/**
 * Files that, by a record whose seal did not fit, may wait to be filed: what changed since it says that all was accounted
 * for, and what it has open. They are filed as they stand at head, so that nothing is lost with a token that was rotated;
 * nothing is deleted, and a push that would be too large with them is filed without them (design §8 "Sealed").
 *
 * @param named keys of the paths that the push itself names.
 * @returns keys of paths.
 */
export async function waitingByClaims(
  planning: Planning,
  choice: Choice,
  named: ReadonlySet<string>,
  headTree: () => Promise<TreeSide[]>,
): Promise<ReadonlySet<string>> {
  const claims = choice.record?.claims;
  if (claims === undefined) return new Set();
  const since = await changedSince(planning, choice, claims.head);
  const wanted = new Set([...claims.paths, ...since].filter((key) => !named.has(key)));
  if (wanted.size === 0) return wanted;
  const there = (await headTree()).filter(
    (side) => isFile(side) && wanted.has(pathKey(side.path)) && targetsOf(choice.mapper(side.path)).length > 0,
  );
  if (there.length === 0) return new Set();
  const names = there.map(({ path }) => path.text);
  const most = planning.input.options['max-requests'];
  const from = claims.head === null ? '' : ` since ${claims.head.slice(0, 12)}`;
  const files = `${counted(there.length, 'file')} that changed${from}, by a record that is not sealed`;
  if (there.length + named.size > most) {
    planning.facts.notices.push(`not looked at: ${files}; file them with --base and --head if they are missing`);
    return new Set();
  }
  planning.facts.notices.push(`filed as well: ${files}: ${some(names, 10)}`);
  return new Set(there.map(({ path }) => pathKey(path)));
}

/** Keys of what changed up to where the push begins; nothing for a commit that the branch does not come from. */
async function changedSince(
  { repository, objects }: Planning,
  { range }: Choice,
  head: string | null,
): Promise<readonly string[]> {
  if (head === null || head === range.base || head === range.head) return [];
  if (!isEmptyTree(head)) {
    if ((await ensureCommits(repository, objects, [head])).length > 0) return [];
    if (!(await isAncestor(repository, objects, head, range.head))) return [];
  }
  const changes = await listChanges(repository, head, range.head);
  return changes.flatMap(({ after }) => (after === null ? [] : [pathKey(after.path)]));
}
