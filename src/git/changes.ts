import { unreadableProblem } from './failure.ts';
import { type GitPath, textPath } from './git-path.ts';
import type { Repository } from './repository.ts';
import { ascii, decodePath, type TreeSide } from './tree.ts';

/** A path that differs between two trees. An exact rename is one change with both sides. */
export interface Change {
  readonly before: TreeSide | null;
  readonly after: TreeSide | null;
}

/** Both sides of changes, where something stands. */
export function sidesIn(changes: readonly Change[]): TreeSide[] {
  return changes.flatMap(({ before, after }) => [before, after].filter((side) => side !== null));
}

/** `:100644 100644 <oid> <oid> M`, where a rename or copy has its score behind the letter. */
const rawEntry = /:\d{6} \d{6} (?:[0-9a-f]{40} [0-9a-f]{40}|[0-9a-f]{64} [0-9a-f]{64}) [A-Z]\d*\0/y;

const modeLength = 6;
/** Offsets of an entry's parts; the new OID follows the old one. */
const [oldMode, newMode, oldOid] = [1, 8, 15];

/** Parses the output of `git diff-tree -r -z --raw -M100%`. @throws Error on output of another form. */
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
  const oidLength = text.indexOf(' ', oldOid) - oldOid;
  const newOid = oldOid + oidLength + 1;
  while (at < text.length) {
    rawEntry.lastIndex = at;
    if (!rawEntry.test(text)) throw new Error('git diff-tree: an entry is not of the raw form');
    const entry = at;
    const status = text[entry + newOid + oidLength + 1];
    at = rawEntry.lastIndex;
    const oldPath = readName();
    const newPath = status === 'R' || status === 'C' ? readName() : oldPath;
    const toSide = (path: GitPath, mode: number, oid: number): TreeSide => {
      const from = entry + oid;
      return { path, mode: modeAt(text, entry + mode), oid: text.slice(from, from + oidLength) };
    };
    changes.push({
      before: status === 'A' ? null : toSide(oldPath, oldMode, oldOid),
      after: status === 'D' ? null : toSide(newPath, newMode, newOid),
    });
  }
  return changes;
}

/** Reads a mode; the usual one is a shared string, which saves memory. */
function modeAt(text: string, at: number): string {
  return text.startsWith('100644', at) ? '100644' : text.slice(at, at + modeLength);
}

/**
 * Lists what differs between two trees, in Git's order; regardless of the user's configuration (design §4).
 * @param base OID of a commit or tree. @param head OID of a commit.
 * @throws Problem('git')
 */
export async function listChanges(repository: Repository, base: string, head: string): Promise<Change[]> {
  const args = ['diff-tree', '-r', '-z', '--raw', '-M100%', '--ignore-submodules=none', base, head];
  try {
    return parseRawDiff(await repository.bytes(args));
  } catch (error) {
    throw unreadableProblem('what changed', error);
  }
}
