import { unreadable } from './failure.ts';
import { type GitPath, gitPath, pathKey, textPath } from './git-path.ts';
import type { Repository } from './repository.ts';
import { keepHeapSmall } from './small-heap.ts';

/** One side of a change: what stands at a path in one of the two trees. */
export interface TreeSide {
  readonly path: GitPath;
  /** File mode as Git writes it: 100644, 100755, 120000 (symbolic link), 160000 (submodule). */
  readonly mode: string;
  readonly oid: string;
}

/** One entry of the difference of two trees. A rename is one change with both sides; only exact renames are found. */
export interface Change {
  readonly before: TreeSide | null;
  readonly after: TreeSide | null;
}

/** OIDs of the empty tree, which Git knows without having it. */
export const emptyTree = {
  sha1: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  sha256: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
} as const;

const ascii = /^[\u0000-\u007f]*$/;

/** A name out of bytes that were read one character each; most names are the same in every encoding. */
function pathOf(latin1: string): GitPath {
  return ascii.test(latin1) ? textPath(latin1) : gitPath(Buffer.from(latin1, 'latin1'));
}

/** `:100644 100644 <oid> <oid> M`, where a rename or copy has its score behind the letter. */
const rawEntry = /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*$/;

/**
 * Parses `git diff-tree -r -z --raw -M100%`. Every entry of the output becomes one change.
 *
 * @throws Error on output that is not of that form, rather than losing a change.
 */
export function parseRawDiff(output: Buffer): Change[] {
  const text = output.toString('latin1');
  const changes: Change[] = [];
  let at = 0;
  const field = () => {
    const end = text.indexOf('\0', at);
    if (end < 0) throw new Error('git diff-tree: the output ends in the middle of an entry');
    const part = text.slice(at, end);
    at = end + 1;
    return part;
  };
  while (at < text.length) {
    const [, oldMode, newMode, oldOid, newOid, status] = rawEntry.exec(field()) ?? [];
    if (!oldMode || !newMode || !oldOid || !newOid || !status) {
      throw new Error('git diff-tree: an entry is not of the raw form');
    }
    const oldPath = pathOf(field());
    const newPath = status === 'R' || status === 'C' ? pathOf(field()) : oldPath;
    const before = { path: oldPath, mode: oldMode, oid: oldOid };
    const after = { path: newPath, mode: newMode, oid: newOid };
    changes.push({ before: status === 'A' ? null : before, after: status === 'D' ? null : after });
  }
  return changes;
}

/**
 * What differs between two trees, in Git's order. Plumbing only, so the user's configuration cannot bend it; exact
 * renames need no contents and have no limit (design §4).
 *
 * @param base OID of a commit or tree. @param head OID of a commit.
 * @throws Problem('git') when Git cannot tell; never an empty list instead.
 */
export async function listChanges(repository: Repository, base: string, head: string): Promise<Change[]> {
  const args = ['diff-tree', '-r', '-z', '--raw', '-M100%', '--ignore-submodules=none', base, head];
  try {
    const changes = parseRawDiff(await repository.bytes(args));
    keepHeapSmall(changes.length);
    return changes;
  } catch (error) {
    throw unreadable('what changed', error);
  }
}

/**
 * Every regular file, link and submodule of a commit, in Git's order (`git ls-tree -r -z`).
 *
 * @throws Problem('git') when Git cannot tell.
 */
export async function listTree(repository: Repository, head: string): Promise<TreeSide[]> {
  const output = await repository.bytes(['ls-tree', '-r', '-z', '--full-tree', head]).catch((error) => {
    throw unreadable('the files of the head', error);
  });
  const sides: TreeSide[] = [];
  for (let at = 0; at < output.length; ) {
    const tab = output.indexOf(9, at);
    const end = output.indexOf(0, tab);
    const [mode = '', , oid = ''] = output.toString('latin1', at, tab).split(' ');
    sides.push({ path: gitPath(output.subarray(tab + 1, end)), mode, oid });
    at = end + 1;
  }
  return sides;
}

/** Keys (see pathKey) of every path that differs between two trees, by content, kind or existence. */
export async function differingPaths(repository: Repository, one: string, other: string): Promise<Set<string>> {
  const changes = await listChanges(repository, one, other);
  return new Set(
    changes.flatMap(({ before, after }) => [before, after].flatMap((side) => (side ? [pathKey(side.path)] : []))),
  );
}
