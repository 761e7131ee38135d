import type { Change } from '../git/changes.ts';
import { pathKey } from '../git/git-path.ts';
import type { TreeSide } from '../git/tree.ts';
import type { Because } from '../sentences/left-out.ts';
import type { LeftOut } from './planned.ts';

/** Changes that go on to the plan, and those that do not. */
export interface SetAside {
  readonly kept: readonly Change[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * Leaves changes out by path. A rename has two: when only one of them goes, the other stays as what it is by itself, a
 * file that is there (on both sides, so that it does not pass for new) or one that is gone.
 *
 * @param goes tells by the key of a path (see pathKey). @param because the reason, the same for all.
 */
export function setAside(changes: readonly Change[], goes: (key: string) => boolean, because: Because): SetAside {
  const kept: Change[] = [];
  const leftOut: LeftOut[] = [];
  const leave = (side: TreeSide, previous: TreeSide | null) =>
    leftOut.push({ path: side.path, previousPath: previous?.path ?? null, because });
  for (const change of changes) {
    const { before, after } = change;
    const old = before !== null && goes(pathKey(before.path));
    const now = after !== null && goes(pathKey(after.path));
    if (!old && !now) kept.push(change);
    else if (before === null || after === null || pathKey(before.path) === pathKey(after.path)) {
      const side = after ?? before;
      if (side !== null) leave(side, null);
    } else if (old && now) leave(after, before);
    else {
      leave(old ? before : after, null);
      kept.push(old ? { before: after, after } : { before, after: null });
    }
  }
  return { kept, leftOut };
}
