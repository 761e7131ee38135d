import type { Change } from '../git/changes.ts';
import { pathKey, pathOfKey } from '../git/git-path.ts';
import { fileSide, isFile, type TreeSide } from '../git/tree.ts';
import type { LeftOut } from '../plan/planned.ts';
import type { Because } from '../sentences/left-out.ts';

/** A path that a run considers, as it is settled and as it is at head. */
export interface RunPath {
  /** The settled file; in a range given by hand, and a proposal, that of its base. null: there is none. */
  readonly before: TreeSide | null;
  /** The file at head; null: there is none. */
  readonly after: TreeSide | null;
  /** OID of the settled content; null: no regular file is settled there. */
  readonly was: string | null;
  /** The key of its old path, where it was moved. */
  readonly from?: string;
  /** Why nothing is filed for it: it is settled without, or left to the run of the tip. null: it is owed. */
  readonly leftOut: Because | null;
}

/** Paths by key (see pathKey): in Git's order, then those that only the record names. */
export type RunPaths = ReadonlyMap<string, RunPath>;

/** Returns the OID of a regular file; null for anything else. */
export function contentOf(side: TreeSide | null | undefined): string | null {
  return side && isFile(side) ? side.oid : null;
}

/** Makes a RunPath. @param before what is settled there. @param after the file at head. @param leftOut null: it is owed. */
export function runPath(before: TreeSide | null, after: TreeSide | null, leftOut: Because | null = null): RunPath {
  return { before, after, was: contentOf(before), leftOut };
}

/** Turns changes into owed paths by key, in their order; a move becomes two: the old path without `after`, the new one with `from`. */
export function pathsOf(changes: readonly Change[]): Map<string, RunPath> {
  const paths = new Map<string, RunPath>();
  for (const { before, after } of changes) {
    const [oldKey, key] = [before, after].map((side) => side && pathKey(side.path));
    const isMove = oldKey != null && key != null && oldKey !== key;
    if (oldKey != null) paths.set(oldKey, runPath(before, isMove ? null : after));
    if (key != null && key !== oldKey) paths.set(key, { ...runPath(null, after), ...(isMove && { from: oldKey }) });
  }
  return paths;
}

/** Turns the owed paths into changes, in their order; a move is one, unless something else is settled at its new path. */
export function changesOf(paths: RunPaths): Change[] {
  const owed = new Map([...paths].filter(([, { leftOut }]) => leftOut === null));
  const moves = movesIn(owed, (old, now) => Boolean(old.before?.oid) && old.after === null && now.before === null);
  const moved = new Set(moves.values());
  return [...owed].flatMap(([key, { before, after }]): Change[] => {
    if (moved.has(key)) return [];
    const old = owed.get(moves.get(key) ?? '');
    // Something may have been sent for a path that never was and is not there.
    const gone = before === null && after === null ? fileSide(key, '') : before;
    return [{ before: old?.before ?? gone, after }];
  });
}

/** Makes an entry for each path with a reason in `leftOut`; a move whose two paths have the same reason is one entry. */
export function leftOutOf(paths: RunPaths): LeftOut[] {
  const left = new Map([...paths].filter(([, { leftOut }]) => leftOut !== null));
  const moves = movesIn(left, (old, now) => old.leftOut?.code === now.leftOut?.code);
  const moved = new Set(moves.values());
  return [...left].flatMap(([key, { leftOut }]) => {
    const old = moves.get(key);
    if (leftOut === null || moved.has(key)) return [];
    return [{ path: pathOfKey(key), previousPath: old === undefined ? null : pathOfKey(old), because: leftOut }];
  });
}

/** Returns the moves among `paths`: the key of the old path by that of the new one. @param isOne false: the two count apart. */
function movesIn(paths: RunPaths, isOne: (old: RunPath, now: RunPath) => boolean): Map<string, string> {
  const moves = new Map<string, string>();
  for (const [key, path] of paths) {
    const old = path.from === undefined ? undefined : paths.get(path.from);
    if (old !== undefined && path.from !== undefined && isOne(old, path)) moves.set(key, path.from);
  }
  return moves;
}
