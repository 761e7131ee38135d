import { throwUnreadable } from './failure.ts';
import { textPath } from './git-path.ts';
import type { Repository } from './repository.ts';
import { ascii, decodePath, type TreeSide } from './tree.ts';

/** A path that differs between two trees. An exact rename is one change with both sides. */
export interface Change {
  readonly before: TreeSide | null;
  readonly after: TreeSide | null;
}

/** Lists the entries before and after each change, the old one first, without the absent ones (null). */
export function sidesIn(changes: readonly Change[]): TreeSide[] {
  return changes.flatMap(({ before, after }) => [before, after].filter((side) => side !== null));
}

/** `:100644 100644 <oid> <oid> M`, where a rename or copy has its score behind the letter. */
const rawEntry = /:(\d{6}) (\d{6}) ([0-9a-f]{40}|[0-9a-f]{64}) ([0-9a-f]{40}|[0-9a-f]{64}) ([A-Z])\d*\0/y;

/** Parses `git diff-tree -r -z --raw -M100%`; `before` is null for new paths, `after` for deleted ones. @throws Error for other output */
export function parseRawDiff(output: Buffer): Change[] {
  const text = output.toString('latin1');
  const toPath = ascii.test(text) ? textPath : decodePath;
  const changes: Change[] = [];
  let at = 0;
  const readName = () => {
    const end = text.indexOf('\0', at);
    if (end < 0) throw new Error('git diff-tree: the output ends in the middle of an entry');
    const path = toPath(text.slice(at, end));
    at = end + 1;
    return path;
  };
  while (at < text.length) {
    rawEntry.lastIndex = at;
    const [entry, oldMode = '', newMode = '', oldOid = '', newOid = '', status = ''] = rawEntry.exec(text) ?? [];
    if (entry === undefined) throw new Error('git diff-tree: an entry is not of the raw form');
    at += entry.length;
    const oldPath = readName();
    const newPath = 'RC'.includes(status) ? readName() : oldPath;
    changes.push({
      before: status === 'A' ? null : { path: oldPath, mode: oldMode, oid: oldOid },
      after: status === 'D' ? null : { path: newPath, mode: newMode, oid: newOid },
    });
  }
  return changes;
}

/**
 * Lists the files, links and submodules that differ between two commits, in Git's order; fetches nothing, and ignores
 * the user's configuration (design §4). @param base OID of a commit or tree. @throws Problem('git'), also for a missing commit.
 */
export async function listChanges(repository: Repository, base: string, head: string): Promise<Change[]> {
  const args = ['diff-tree', '-r', '-z', '--raw', '-M100%', '--ignore-submodules=none', base, head];
  return repository.bytes(args).then(parseRawDiff).catch(throwUnreadable('what changed'));
}
