import type { Change } from '../git/changes.ts';
import { pathKey } from '../git/git-path.ts';
import { isFile, type TreeSide } from '../git/tree.ts';
import type { LeftOut } from './planned.ts';

/** What a change does to regular files: one is there at head, one is gone, or both (a move). */
export interface SidedChange {
  /** The file at head. */
  readonly present: TreeSide | null;
  /** The file whose name is gone at head. */
  readonly gone: TreeSide | null;
}

/** Entries of a tree that are no regular files, by their mode. */
const kinds: Readonly<Record<string, string>> = { 160000: 'submodule', 120000: 'symbolic link' };

/**
 * Returns which regular files a change adds or keeps (`present`) and removes (`gone`), or why it is left out: no regular file
 * (submodule, link), or a change of mode alone. A file that became a link is left out. @throws Error for a change without sides.
 */
export function sidesOf(change: Change): SidedChange | LeftOut {
  const { before, after } = change;
  const present = isFile(after) ? after : null;
  const oldFile = isFile(before) ? before : null;
  const stays = oldFile !== null && present !== null && pathKey(oldFile.path) === pathKey(present.path);
  const gone = stays ? null : oldFile;
  const isReplaced = oldFile !== null && present === null && after !== null;
  if (isReplaced || (present === null && gone === null)) {
    const side = after ?? before;
    if (side === null) throw new Error('a change without sides');
    const oldPath = before !== null && pathKey(before.path) !== pathKey(side.path) ? before.path : null;
    const what = kinds[side.mode] ?? `entry of mode ${side.mode}`;
    return { path: side.path, previousPath: oldPath, because: { code: 'noFile', what } };
  }
  if (stays && oldFile.oid === present.oid && oldFile.mode !== present.mode) {
    return { path: present.path, previousPath: null, because: { code: 'modeOnly' } };
  }
  return { present, gone };
}

/** True if a change removes or moves a regular file; false for one that becomes a link or submodule. */
export function removesFile(change: Change): boolean {
  const sides = sidesOf(change);
  return 'gone' in sides && sides.gone !== null;
}
