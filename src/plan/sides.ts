import type { Change } from '../git/changes.ts';
import { pathKey } from '../git/git-path.ts';
import { isFile, type TreeSide } from '../git/tree.ts';
import type { LeftOut } from './planned.ts';

/** A change seen as what it does to regular files: one is there at head, one is gone, or one was moved: both. */
export interface SidedChange {
  /** The file at head, when its content, name or existence changed. */
  readonly present: TreeSide | null;
  /** The file that is no longer there under its old name. */
  readonly gone: TreeSide | null;
  /** True when no regular file stood at the name of `present` in the base. */
  readonly isNew: boolean;
}

function oddity(side: TreeSide): string {
  if (side.mode === '160000') return 'submodule';
  if (side.mode === '120000') return 'symbolic link';
  return `entry of mode ${side.mode}`;
}

/**
 * Sorts one change: into its file sides, or into what is left out because it is no file (submodules, symbolic links)
 * or no change of content (mode only). A file that became a link is left out too: something still stands at its name, so
 * nothing is deleted.
 */
export function sidesOf(change: Change): SidedChange | LeftOut {
  const { before, after } = change;
  const present = isFile(after) ? after : null;
  const old = isFile(before) ? before : null;
  const stays = old !== null && present !== null && pathKey(old.path) === pathKey(present.path);
  const gone = stays ? null : old;
  const isReplaced = old !== null && present === null && after !== null;
  if (isReplaced || (present === null && gone === null)) {
    const side = after ?? before;
    if (side === null) throw new Error('a change without sides');
    const was = before !== null && pathKey(before.path) !== pathKey(side.path) ? before.path : null;
    return { path: side.path, previousPath: was, because: { code: 'noFile', what: oddity(side) } };
  }
  if (stays && old.oid === present.oid && old.mode !== present.mode) {
    return { path: present.path, previousPath: null, because: { code: 'modeOnly' } };
  }
  return { present, gone, isNew: !stays };
}

/** True when a change takes a regular file away from its name, so that the plan will ask for the head's tree. */
export function takesAway(change: Change): boolean {
  const sides = sidesOf(change);
  return 'gone' in sides && sides.gone !== null;
}
