import { counted, some } from '../counted.ts';
import { type Change, listChanges } from '../git/changes.ts';
import { isEmptyTree } from '../git/empty-tree.ts';
import { ensureCommits } from '../git/fetch.ts';
import { type GitPath, pathKey, textPath } from '../git/git-path.ts';
import { isAncestor } from '../git/merge-base.ts';
import { isFile, type TreeSide } from '../git/tree.ts';
import type { FiledObject } from '../ledger/record.ts';
import { type Lookup, lookupOf } from '../plan/lookup.ts';
import { targetsOf } from '../plan/mapper.ts';
import type { Choice, ChosenRange } from './choice.ts';
import type { Planning } from './facts.ts';

/** What waits to be filed by the word of a record whose seal did not fit. Keys of paths. */
export interface Waiting {
  readonly paths: ReadonlySet<string>;
  /** Those that only changed since that record accounts for all: what a merge brought in is among them. */
  readonly changed: ReadonlySet<string>;
  /** False when it was not looked at: then it waits for the next run. */
  readonly isLooked: boolean;
}

const nothingWaits: Waiting = { paths: new Set(), changed: new Set(), isLooked: true };

/**
 * Files that, by a record whose seal did not fit, may wait to be filed: what changed since it says that all was accounted
 * for, and what it has open. They are filed as they stand at head, so that nothing is lost with a token that was rotated;
 * nothing is deleted, and a push that would be too large with them is filed without them (design §8 "Sealed").
 *
 * @param changes of the push itself.
 */
export async function waitingByClaims(
  planning: Planning,
  choice: Choice,
  changes: readonly Change[],
  headTree: () => Promise<TreeSide[]>,
): Promise<Waiting> {
  const claims = choice.record?.claims;
  if (claims === undefined) return nothingWaits;
  const { facts, input } = planning;
  const named = new Set(changes.flatMap(({ before, after }) => [before, after].flatMap((side) => keyOf(side))));
  const since = (await changedSince(planning, choice)) ?? noteElsewhere(planning, claims.head);
  const keys = new Set([...claims.paths, ...since.map((change) => pathKey(pathOf(change)))]);
  // What was filed since then is looked at with all that the record has.
  const known = new Set(choice.record?.filed.flatMap(({ path, claimed }) => (claimed === true ? [] : [path])));
  const wanted = new Set([...keys].filter((key) => !named.has(key) && !known.has(key)));
  if (wanted.size === 0) return nothingWaits;
  const callsOf = (path: GitPath) => targetsOf(choice.mapper(path)).length;
  const standing = new Map((await headTree()).filter(isFile).map((side) => [pathKey(side.path), side]));
  const isPassed = (key: string) => claims.passed !== undefined && claims.passed[key] === standing.get(key)?.oid;
  const mapped = [...wanted].filter((key) => callsOf(textPath(key)) > 0 && !isPassed(key));
  const gone = mapped.filter((key) => !standing.has(key));
  if (gone.length > 0) {
    facts.notices.push(
      `not filed: ${counted(gone.length, 'file')} that went away, by a record that is not sealed: ${some(gone, 10)}; ${byHand}`,
    );
  }
  const filed = lookupOf(choice.record?.filed ?? []);
  const there = mapped.filter((key) => standing.has(key));
  const told = there.filter((key) => isTold(choice, filed, textPath(key)));
  const untold = there.filter((key) => !told.includes(key));
  if (untold.length > 0) {
    const files = `${counted(untold.length, 'file')} without a lock, which a record that is not sealed calls open`;
    facts.notices.push(`not looked at: ${files}: ${some(untold, 10)}; file them with --paths if they are missing`);
  }
  if (told.length === 0) return nothingWaits;
  const calls = told.reduce((sum, key) => sum + callsOf(textPath(key)), 0);
  const files = `${counted(told.length, 'file')} that changed before this push, by a record that is not sealed`;
  if (calls + callsOfAll(changes, callsOf) > input.options['max-requests']) {
    facts.notices.push(`not looked at yet: ${files}: ${some(told, 10)}; a smaller push files them, or ${byHand}`);
    return { ...nothingWaits, isLooked: false };
  }
  facts.notices.push(`filed as well: ${files}: ${some(told, 10)}`);
  const paths = new Set(told);
  return { paths, changed: new Set(told.filter((key) => !claims.paths.includes(key))), isLooked: true };
}

const byHand = 'if they are missing, file them with --base and --head';

function keyOf(side: TreeSide | null): string[] {
  return side === null ? [] : [pathKey(side.path)];
}

function pathOf({ before, after }: Change): GitPath {
  return (after ?? (before as TreeSide)).path;
}

/** How many requests a push makes, at most. */
function callsOfAll(changes: readonly Change[], callsOf: (path: GitPath) => number): number {
  return changes.reduce((sum, change) => sum + callsOf(pathOf(change)), 0);
}

/** True where the service tells whether the object is filed already: by its lock, or by the number that is claimed for it. */
function isTold({ mapper }: Choice, filed: Lookup<FiledObject>, path: GitPath): boolean {
  return targetsOf(mapper(path)).every(
    ({ fields, identity }) => fields.lock !== '*NO' || filed.same(identity).length > 0,
  );
}

/** A branch that was moved by force does not come from there: nobody can tell what changed since. */
function noteElsewhere({ facts }: Planning, head: string | null): readonly Change[] {
  const from = head?.slice(0, 12) ?? '';
  facts.notices.push(`not looked at: what changed since ${from}, as a record that is not sealed has it; ${byHand}`);
  return [];
}

/** What changed up to where the push begins; null for a commit that the branch does not come from. */
async function changedSince(planning: Planning, choice: Choice): Promise<readonly Change[] | null> {
  const { range, record } = choice;
  const head = record?.claims?.head ?? null;
  if (head === null || head === range.base || head === range.head) return [];
  const from = isEmptyTree(head) ? head : await claimedHead(planning, choice);
  return from === null ? null : listChanges(planning.repository, from, range.head);
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
