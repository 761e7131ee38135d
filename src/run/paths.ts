import type { Change } from '../git/changes.ts';
import { parsePathKey, toPathKey } from '../git/git-path.ts';
import { buildFileSide, isFile, type TreeSide } from '../git/tree.ts';
import type { LeftOut } from '../plan/planned.ts';
import type { DependentRow } from '../report/dependents.ts';
import type { Because } from '../sentences/left-out.ts';

/** A path that a run considers, as it is settled and as it is at head. */
export interface RunPath {
  /** The settled file; of the base in a proposal, or by hand if moved or no settled commit is known. null: none. */
  readonly before: TreeSide | null;
  /** The file at head; null: there is none. */
  readonly after: TreeSide | null;
  /** OID of the settled content; null: no regular file is settled there. */
  readonly was: string | null;
  /** The key of its old path, where it was moved. */
  readonly from?: string;
  /** Why nothing is filed for it, such as that it is settled, or left to the run of the tip; null: it is owed. */
  readonly leftOut: Because | null;
}

/** Paths by key (see toPathKey): in Git's order, then those that only the record names. */
export type RunPaths = ReadonlyMap<string, RunPath>;

/** Returns the OID of a file's content; null for anything but a regular file, also for no file (null, undefined). */
export function toContentOid(side: TreeSide | null | undefined): string | null {
  return side && isFile(side) ? side.oid : null;
}

/** Returns the settled file of a path: OID `was`, mode as at head (`after`) if that has the same content, else 100644; null for null. */
export function toSettledSide(key: string, was: string | null, after: TreeSide | null): TreeSide | null {
  if (was === null) return null;
  return toContentOid(after) === was ? after : buildFileSide(key, was);
}

/** Makes a path that was not moved. @param before the settled file. @param after that of head. @param leftOut null: it is owed. */
export function toRunPath(before: TreeSide | null, after: TreeSide | null, leftOut: Because | null = null): RunPath {
  return { before, after, was: toContentOid(before), leftOut };
}

/** Turns changes into owed paths by key, in order. A move becomes two: the old path, gone at head; the new one, unsettled, with `from`. */
export function toRunPaths(changes: readonly Change[]): Map<string, RunPath> {
  const paths = new Map<string, RunPath>();
  for (const { before, after } of changes) {
    const [oldKey, key] = [before, after].map((side) => side && toPathKey(side.path));
    const isMove = oldKey != null && key != null && oldKey !== key;
    if (oldKey != null) paths.set(oldKey, toRunPath(before, isMove ? null : after));
    if (key != null && key !== oldKey) paths.set(key, { ...toRunPath(null, after), ...(isMove && { from: oldKey }) });
  }
  return paths;
}

/**
 * Turns the owed of `paths` into changes, in order. Two owed paths of a move are one change if the old one is settled and gone at head, and
 * nothing is settled at the new one. If a path has a file neither settled nor at head, its `before` is a file with the OID ''.
 */
export function toChanges(paths: RunPaths): Change[] {
  const owed = [...paths].filter(([, { leftOut }]) => leftOut === null);
  const isMove = (old: RunPath, now: RunPath) => Boolean(old.before?.oid) && old.after === null && now.before === null;
  return mergeMoves(owed, isMove).map(({ key, path: { before, after }, old }) => {
    // Something may have been sent for a path that never was and is not there.
    const gone = before === null && after === null ? buildFileSide(key, '') : before;
    return { before: old?.before ?? gone, after };
  });
}

/** Returns an entry for each path with a reason in `leftOut`; both paths of a move are one entry if their reasons have the same code. */
export function listLeftOut(paths: RunPaths): LeftOut[] {
  const left = [...paths].filter(([, { leftOut }]) => leftOut !== null);
  const isOne = (old: RunPath, now: RunPath) => old.leftOut?.code === now.leftOut?.code;
  return mergeMoves(left, isOne).flatMap(({ key, path: { from, leftOut }, old }) => {
    const previousPath = old === null || from === undefined ? null : parsePathKey(from);
    return leftOut === null ? [] : [{ path: parsePathKey(key), previousPath, because: leftOut }];
  });
}

/** Returns `leftOut`; entries that are skipped or that no rule matches get the number of objects that use their file (`usedBy`), if any. */
export function withUsers(leftOut: readonly LeftOut[], rows: readonly DependentRow[]): LeftOut[] {
  const objects = rows.filter(({ identity }) => identity !== null);
  const causes = objects.flatMap(({ because }) => [...new Set(because.map(({ path }) => path))]);
  const users = Map.groupBy(causes, (path) => path);
  return leftOut.map((entry) => {
    const { because, path } = entry;
    const usedBy = users.get(path.text)?.length ?? 0;
    const isCounted = usedBy > 0 && (because.code === 'skip' || because.code === 'unmapped');
    return isCounted ? { ...entry, because: { ...because, usedBy } } : entry;
  });
}

/** Returns the paths with their keys, in order. A moved one and its old path, if `isOne` is true for the two, are one entry with `old`. */
function mergeMoves(paths: readonly [string, RunPath][], isOne: (old: RunPath, now: RunPath) => boolean) {
  const byKey = new Map(paths);
  const entries = paths.map(([key, path]) => {
    const old = byKey.get(path.from ?? '');
    return { key, path, old: old !== undefined && isOne(old, path) ? old : null };
  });
  const moved = new Set(entries.map(({ old }) => old));
  return entries.filter(({ path }) => !moved.has(path));
}
