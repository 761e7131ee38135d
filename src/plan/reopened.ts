import { type Change, pathKeysOf } from '../git/changes.ts';
import { pathKey, textPath } from '../git/git-path.ts';
import { isFile, type TreeSide } from '../git/tree.ts';

const isTextKey = (key: string) => !key.startsWith('\0');

/**
 * Changes that an earlier run left open, each as it is at the head now: a file that is there is filed as it is, one
 * that is gone is a delete. Paths that the range itself names are not repeated.
 *
 * @param open paths of open changes, as keys (see pathKey). @param headTree every entry of the head's tree.
 */
export function reopened(open: readonly string[], changes: readonly Change[], headTree: readonly TreeSide[]): Change[] {
  const named = pathKeysOf(changes);
  const wanted = new Set(open.filter((path) => !named.has(path)));
  if (wanted.size === 0) return [];
  // What stands there as a link or a submodule is gone as a file.
  const there = headTree.filter((side) => isFile(side) && wanted.has(pathKey(side.path)));
  for (const side of there) wanted.delete(pathKey(side.path));
  // A name that is not text was never filed; gone, it leaves nothing to delete.
  const gone = [...wanted].flatMap((key) => {
    const path = textPath(key);
    return isTextKey(key) ? [{ before: { path, mode: '100644', oid: '' }, after: null }] : [];
  });
  return [...there.map((side) => ({ before: side, after: side })), ...gone];
}
