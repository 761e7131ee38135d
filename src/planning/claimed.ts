import { counted, countedHave, some } from '../counted.ts';
import { listChanges } from '../git/changes.ts';
import { isEmptyTree } from '../git/empty-tree.ts';
import { ensureCommits } from '../git/fetch.ts';
import { type GitPath, pathKey, textPath } from '../git/git-path.ts';
import { isAncestor } from '../git/merge-base.ts';
import { isFile, type TreeSide } from '../git/tree.ts';
import type { Claims, FiledObject } from '../ledger/record.ts';
import { type Lookup, lookupOf } from '../plan/lookup.ts';
import { targetsOf } from '../plan/mapper.ts';
import type { Choice, ChosenRange } from './choice.ts';
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
  const since = await changedSince(planning, choice);
  const wanted = new Set([...claims.paths, ...since].filter((key) => !named.has(key)));
  if (wanted.size === 0) return wanted;
  const isMapped = (path: GitPath) => targetsOf(choice.mapper(path)).length > 0;
  const standing = (await headTree()).filter((side) => isFile(side) && wanted.has(pathKey(side.path)));
  noteGone(planning, claims, new Set(standing.map(({ path }) => pathKey(path))), isMapped);
  const waiting = standing.filter(({ path }) => isMapped(path));
  const filed = lookupOf(choice.record?.filed ?? []);
  const there = waiting.filter(({ path }) => isTold(choice, filed, path));
  const untold = waiting.filter((side) => !there.includes(side)).map(({ path }) => path.text);
  if (untold.length > 0) {
    const files = `${counted(untold.length, 'file')} without a lock, which a record that is not sealed calls open`;
    planning.facts.notices.push(
      `not looked at: ${files}: ${some(untold, 10)}; file them with --paths if they are missing`,
    );
  }
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

/** True where the service tells whether the object is filed already: by its lock, or by the number that is claimed for it. */
function isTold({ mapper }: Choice, filed: Lookup<FiledObject>, path: GitPath): boolean {
  return targetsOf(mapper(path)).every(
    ({ fields, identity }) => fields.lock !== '*NO' || filed.same(identity).length > 0,
  );
}

/** Deletes that wait to be filed, by the word of such a record: they are not filed, and must not be lost in silence. */
function noteGone(
  { facts }: Planning,
  { paths }: Claims,
  standing: ReadonlySet<string>,
  isMapped: (path: GitPath) => boolean,
): void {
  const gone = paths
    .filter((key) => !standing.has(key))
    .map(textPath)
    .filter(isMapped);
  if (gone.length === 0) return;
  const names = some(
    gone.map(({ text }) => text),
    10,
  );
  facts.notices.push(
    `not filed: ${countedHave(gone.length, 'deleted file')} an open change in a record that is not sealed: ${names}; file them with --base and --head if they are missing`,
  );
}

/** Keys of what changed up to where the push begins; nothing for a commit that the branch does not come from. */
async function changedSince(planning: Planning, choice: Choice): Promise<readonly string[]> {
  const { range, record } = choice;
  const head = record?.claims?.head ?? null;
  const from = head !== null && isEmptyTree(head) ? head : await claimedHead(planning, choice);
  if (from === null || from === range.base || from === range.head) return [];
  const changes = await listChanges(planning.repository, from, range.head);
  return changes.flatMap(({ after }) => (after === null ? [] : [pathKey(after.path)]));
}

/** The commit up to which a record that is not sealed accounts for all; null for one that the branch does not come from. */
export async function claimedHead(
  { repository, objects }: Planning,
  { range, record }: ChosenRange,
): Promise<string | null> {
  const head = record?.claims?.head ?? null;
  if (head === null || isEmptyTree(head)) return null;
  if ((await ensureCommits(repository, objects, [head])).length > 0) return null;
  return (await isAncestor(repository, objects, head, range.head)) ? head : null;
}
