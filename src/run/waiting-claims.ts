import { type Change, listChanges, pathKeysOf } from '../git/changes.ts';
import { isEmptyTree } from '../git/empty-tree.ts';
import { ensureCommits } from '../git/fetch.ts';
import { type GitPath, pathKey, textPath } from '../git/git-path.ts';
import { isAncestor } from '../git/merge-base.ts';
import { isFile, type TreeSide } from '../git/tree.ts';
import type { TreeFiles } from '../git/tree-files.ts';
import type { FiledObject } from '../ledger/record.ts';
import { type Lookup, lookupOf } from '../plan/lookup.ts';
import { targetsOf } from '../plan/mapper.ts';
import type { Notice } from '../sentences/notice.ts';
import type { RunTools } from './input.ts';
import type { PlanBasis } from './plan-basis.ts';

/** What waits to be filed by the word of a record whose seal did not fit. Keys of paths. */
export interface Waiting {
  readonly paths: ReadonlySet<string>;
  /** Those that only changed since that record accounts for all: what a merge brought in is among them. */
  readonly changed: ReadonlySet<string>;
  /** False when it was not looked at: then it waits for the next run. */
  readonly isLooked: boolean;
  readonly notices: readonly Notice[];
}

const nothingWaits: Waiting = { paths: new Set(), changed: new Set(), isLooked: true, notices: [] };

/**
 * Files that, by a record whose seal did not fit, may wait to be filed: what changed since it says that all was accounted
 * for, and what it has open. They are filed as they stand at head, so that nothing is lost with a token that was rotated;
 * nothing is deleted, and a push that would be too large with them is filed without them (design §8 "Sealed").
 *
 * @param changes of the push itself.
 */
export async function waitingByClaims(
  tools: RunTools,
  basis: PlanBasis,
  changes: readonly Change[],
  headFiles: () => Promise<TreeFiles>,
): Promise<Waiting> {
  const claims = basis.record?.claims;
  if (claims === undefined) return nothingWaits;
  const named = pathKeysOf(changes);
  const changed = await changedSince(tools, basis);
  // A branch that was moved by force does not come from there: what changed since is not known.
  const elsewhere: Notice[] = changed === null ? [{ code: 'claimedElsewhere', commit: claims.head ?? '' }] : [];
  const keys = new Set([...claims.paths, ...(changed ?? []).map((change) => pathKey(pathOf(change)))]);
  // What was filed since then is looked at with all that the record has.
  const known = new Set(basis.record?.filed.flatMap(({ path, claimed }) => (claimed === true ? [] : [path])));
  const wanted = new Set([...keys].filter((key) => !named.has(key) && !known.has(key)));
  if (wanted.size === 0) return { ...nothingWaits, notices: elsewhere };
  const { told, untold, gone } = sorted(basis, wanted, await headFiles());
  const notices = [
    ...elsewhere,
    ...(gone.length > 0 ? [{ code: 'claimedGone', paths: gone } as const] : []),
    ...(untold.length > 0 ? [{ code: 'claimedWithoutLock', paths: untold } as const] : []),
  ];
  if (told.length === 0) return { ...nothingWaits, notices };
  const calls = told.reduce((sum, key) => sum + callsOf(basis, textPath(key)), 0);
  if (calls + callsOfAll(basis, changes) > tools.input.options['max-requests']) {
    return { ...nothingWaits, isLooked: false, notices: [...notices, { code: 'claimedTooMany', paths: told }] };
  }
  return {
    paths: new Set(told),
    changed: new Set(told.filter((key) => !claims.paths.includes(key))),
    isLooked: true,
    notices: [...notices, { code: 'claimedFiles', paths: told }],
  };
}

/** What may wait: files that the service can tell to be filed or not (`told`), those it cannot, and those that are gone. */
function sorted(basis: PlanBasis, wanted: ReadonlySet<string>, files: TreeFiles) {
  const { record } = basis;
  const passed = record?.claims?.passed;
  const standing = new Map(
    files
      .all()
      .filter(isFile)
      .map((side) => [pathKey(side.path), side]),
  );
  const isPassed = (key: string) => passed !== undefined && passed[key] === standing.get(key)?.oid;
  const mapped = [...wanted].filter((key) => callsOf(basis, textPath(key)) > 0 && !isPassed(key));
  const filed = lookupOf(record?.filed ?? []);
  const there = mapped.filter((key) => standing.has(key));
  const told = there.filter((key) => isTold(basis, filed, textPath(key)));
  return {
    told,
    untold: there.filter((key) => !told.includes(key)),
    gone: mapped.filter((key) => !standing.has(key)),
  };
}

function pathOf({ before, after }: Change): GitPath {
  return (after ?? (before as TreeSide)).path;
}

function callsOf({ mapper }: PlanBasis, path: GitPath): number {
  return targetsOf(mapper(path)).length;
}

function callsOfAll(basis: PlanBasis, changes: readonly Change[]): number {
  return changes.reduce((sum, change) => sum + callsOf(basis, pathOf(change)), 0);
}

/** True where the service tells whether the object is filed already: by its lock, or by the number that is claimed for it. */
function isTold({ mapper }: PlanBasis, filed: Lookup<FiledObject>, path: GitPath): boolean {
  return targetsOf(mapper(path)).every(
    ({ fields, identity }) => fields.lock !== '*NO' || filed.same(identity).length > 0,
  );
}

/** What changed up to where the push begins; null for a commit that the branch does not come from. */
async function changedSince(tools: RunTools, basis: PlanBasis): Promise<readonly Change[] | null> {
  const { range, record } = basis;
  const head = record?.claims?.head ?? null;
  if (head === null || head === range.base || head === range.head) return [];
  const from = isEmptyTree(head) ? head : await claimedHead(tools, basis);
  return from === null ? null : listChanges(tools.repository, from, range.head);
}

/** The commit up to which a record that is not sealed accounts for all; null for one that the branch does not come from. */
export async function claimedHead({ repository }: RunTools, { range, record }: PlanBasis): Promise<string | null> {
  const head = record?.claims?.head ?? null;
  if (head === null || isEmptyTree(head)) return null;
  if ((await ensureCommits(repository, [head])).length > 0) return null;
  return (await isAncestor(repository, head, range.head)) ? head : null;
}
