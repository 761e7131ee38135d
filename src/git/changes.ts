import { throwUnreadable } from './failure.ts';
import { decodePath } from './git-path.ts';
import type { Repository } from './repository.ts';
import type { TreeSide } from './tree.ts';

/** A file, link or submodule that differs between two trees. An exact rename is one change with both sides. */
export interface Change {
  readonly before: TreeSide | null;
  readonly after: TreeSide | null;
}

/** Lists the entries before and after each change, the old one first, without the absent ones (null). */
export function listSides(changes: readonly Change[]): TreeSide[] {
  return changes.flatMap(({ before, after }) => [before, after].filter((side) => side !== null));
}

/** `:100644 100644 <oid> <oid> M`, then the path; a rename or copy has its score behind the letter, and the old path before the new one. */
const rawEntry = /:(\d{6}) (\d{6}) ([0-9a-f]+) ([0-9a-f]+) (?:[RC]\d*\0([^\0]*)|([^RC]))\0([^\0]*)\0/gy;

/** Parses output of `git diff-tree -r -z --raw -M100%`; `before` is null for new paths, `after` for deleted. @throws Error for any other */
export function parseRawDiff(output: Buffer): Change[] {
  const text = output.toString('latin1');
  let length = 0;
  const changes = Array.from(text.matchAll(rawEntry), (entry): Change => {
    const [all, oldMode = '', newMode = '', oldOid = '', newOid = '', oldName, status, name = ''] = entry;
    length += all.length;
    return {
      before: status === 'A' ? null : { path: decodePath(oldName ?? name), mode: oldMode, oid: oldOid },
      after: status === 'D' ? null : { path: decodePath(name), mode: newMode, oid: newOid },
    };
  });
  if (length < text.length) throw new Error('git diff-tree: the output is cut off, or an entry is not of the raw form');
  return changes;
}

/** Lists the changes from `base` (commit or tree) to commit `head`, in Git's order (design §4); fetches neither. @throws Problem('git') */
export async function listChanges(repository: Repository, base: string, head: string): Promise<Change[]> {
  const args = ['diff-tree', '-r', '-z', '--raw', '-M100%', '--ignore-submodules=none', base, head];
  return repository.bytes(args).then(parseRawDiff).catch(throwUnreadable('what changed'));
}
