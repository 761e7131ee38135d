import type { Change, TreeSide } from '../git/changes.ts';
import { type GitPath, pathKey } from '../git/git-path.ts';
import type { LeftOut } from './planned.ts';

/** A change seen as what it does to regular files: one that is there at head, one that is gone, or neither. */
export interface SidedChange {
  /** The file at head, when its content, name or existence changed. */
  readonly present: TreeSide | null;
  /** The file that is no longer there under its old name. */
  readonly gone: TreeSide | null;
  /** True when `present` moved here from `gone` with its content. */
  readonly moved: boolean;
  /** True when no regular file stood at the name of `present` in the base. */
  readonly isNew: boolean;
}

const isFile = (side: TreeSide | null) => side?.mode.startsWith('100') === true;

function leftOut(path: GitPath, why: string): LeftOut {
  return { path, previousPath: null, why, error: false };
}

function oddity(side: TreeSide): string {
  if (side.mode === '160000') return 'submodule';
  if (side.mode === '120000') return 'symbolic link';
  return `entry of mode ${side.mode}`;
}

/**
 * Sorts one change: into its file sides, or into what is left out because it is no file (submodules, symbolic links)
 * or no change of content (mode only). A file that became a link is gone as a file.
 */
export function sidesOf(change: Change): SidedChange | LeftOut {
  const { before, after } = change;
  const present = isFile(after) ? after : null;
  const gone =
    isFile(before) && (present === null || before === null || pathKey(before.path) !== pathKey(present.path))
      ? before
      : null;
  if (present === null && gone === null) {
    const side = after ?? before;
    if (side === null) throw new Error('a change without sides');
    return leftOut(side.path, oddity(side));
  }
  if (present !== null && gone === null && before?.oid === present.oid && before.mode !== present.mode) {
    if (isFile(before)) return leftOut(present.path, 'only the file mode changed');
  }
  return {
    present,
    gone,
    moved: present !== null && gone !== null,
    isNew: present !== null && (gone !== null || !isFile(before)),
  };
}
