import { unreadable } from './failure.ts';
import type { Objects } from './objects.ts';
import { directory, endsEarly, parseTree, pathOfBytes, type TreeEntry, type TreeSide } from './tree.ts';

/** What to look for among the paths of a tree. */
export interface PathSearch {
  /** Matches every path that is looked for, and every text with a character beyond ASCII; global, so use `search`. */
  readonly pattern: RegExp;
  /** True when what it matches may reach over a slash. */
  readonly crossesFolders: boolean;
}

/** The regular files, links and submodules of a commit, in Git's order. */
export interface TreeFiles {
  all(): readonly TreeSide[];
  /** At least those that a search matches; null: all. Costs little for what it does not match. */
  matching(search: PathSearch | null): readonly TreeSide[];
}

/** One tree as it was read: what it holds is taken apart only where somebody asks for it. */
interface RawTree {
  readonly bytes: Buffer;
  /** The names of all that are no folders, each with a NUL behind it. */
  readonly names: string;
  /** Where in `names` each begins, and where its entry begins in `bytes`. */
  readonly starts: readonly number[];
  readonly entries: readonly number[];
  readonly folders: readonly Placed[];
}

/** An entry, and where it begins in the bytes of its tree. */
interface Placed extends TreeEntry {
  readonly at: number;
}

const nothing: RawTree = { bytes: Buffer.alloc(0), names: '', starts: [], entries: [], folders: [] };

/**
 * Reads all trees of a commit.
 * @param head its OID. @throws Problem('git') when one of its trees cannot be read.
 */
export async function treeFiles(objects: Objects, head: string): Promise<TreeFiles> {
  const root = `${head}^{tree}`;
  const oidBytes = head.length / 2;
  const trees = new Map<string, RawTree>();
  // All of one depth are asked for at once; a tree that stands in several places is read once.
  for (let wanted = [root]; wanted.length > 0; ) {
    const read = await readTrees(objects, wanted, oidBytes);
    for (const [n, name] of wanted.entries()) trees.set(name, read[n] ?? nothing);
    const below = read.flatMap(({ folders }) => folders.map(({ oid }) => oid));
    wanted = [...new Set(below)].filter((oid) => !trees.has(oid));
  }
  const matching = (search: PathSearch | null) => {
    const sides: TreeSide[] = [];
    const visit = (name: string, before: string) => {
      const tree = trees.get(name) ?? nothing;
      for (const { mode, name: entry, oid } of entriesOf(tree, before, search, oidBytes)) {
        const path = before + entry;
        if (mode === directory) visit(oid, `${path}/`);
        else if (search === null || path.search(search.pattern) >= 0)
          sides.push({ path: pathOfBytes(path), mode, oid });
      }
    };
    visit(root, '');
    return sides;
  };
  let all: readonly TreeSide[] | null = null;
  return {
    all: () => {
      all ??= matching(null);
      return all;
    },
    matching,
  };
}

async function readTrees(objects: Objects, names: readonly string[], oidBytes: number): Promise<RawTree[]> {
  try {
    return (await objects.contents(names)).map((bytes) => rawTree(bytes, oidBytes));
  } catch (error) {
    throw unreadable('the files of a commit', error);
  }
}

/** Every file of a commit, as `git ls-tree -r` lists them. @throws Problem('git') when one of its trees cannot be read. */
export async function listTree(objects: Objects, head: string): Promise<readonly TreeSide[]> {
  return (await treeFiles(objects, head)).all();
}

/** The folders in a folder, and at least the files that are looked for. */
function entriesOf(tree: RawTree, folder: string, search: PathSearch | null, oidBytes: number): readonly TreeEntry[] {
  if (search === null || search.crossesFolders || folder.search(search.pattern) >= 0)
    return parseTree(tree.bytes, oidBytes);
  const files = new Set<number>();
  for (const { index } of tree.names.matchAll(search.pattern)) {
    files.add(nameAt(tree, index));
    // Where so many are looked for, it is quicker to take all apart.
    if (files.size > mostApart) return parseTree(tree.bytes, oidBytes);
  }
  if (files.size === 0) return tree.folders;
  const found = [...files].map((n) => entryAt(tree, n, oidBytes));
  return [...tree.folders, ...found].sort((one, other) => one.at - other.at);
}

const mostApart = 32;

/** Which of the names holds a place among them: the last one that does not begin after it. */
function nameAt({ starts }: RawTree, place: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

function entryAt({ bytes, entries }: RawTree, n: number, oidBytes: number): Placed {
  const at = entries[n] ?? 0;
  const end = bytes.indexOf(0, at) + 1 + oidBytes;
  const [entry] = parseTree(bytes.subarray(at, end), oidBytes);
  if (entry === undefined) throw endsEarly();
  return { ...entry, at };
}

const [zero, four, blank] = [0x30, 0x34, 0x20];

/**
 * Finds the names and folders of a tree object (see parseTree). Byte by byte and into one text, as most of it is only
 * passed over.
 */
function rawTree(bytes: Buffer, oidBytes: number): RawTree {
  const names = Buffer.allocUnsafe(bytes.length);
  const [starts, entries]: [number[], number[]] = [[], []];
  const folders: Placed[] = [];
  let length = 0;
  for (let at = 0; at < bytes.length; at += oidBytes + 1) {
    const entry = at;
    while (bytes[at] === zero) at += 1;
    // Only the mode of a folder begins with a four.
    const isFolder = bytes[at] === four;
    while (bytes[at] !== blank && at < bytes.length) at += 1;
    const start = at + 1;
    if (!isFolder) {
      starts.push(length);
      entries.push(entry);
    }
    while (bytes[at] !== 0 && at < bytes.length) {
      at += 1;
      if (!isFolder) names[length++] = bytes[at] ?? 0;
    }
    if (at + oidBytes >= bytes.length) throw endsEarly();
    if (!isFolder) continue;
    const oid = bytes.toString('hex', at + 1, at + 1 + oidBytes);
    folders.push({ mode: directory, name: bytes.toString('latin1', start, at), oid, at: entry });
  }
  return { bytes, names: names.toString('latin1', 0, length), starts, entries, folders };
}

/** The files of one commit, then those of another. */
export function bothFiles(one: TreeFiles, other: TreeFiles): TreeFiles {
  return {
    all: () => [...one.all(), ...other.all()],
    matching: (search) => [...one.matching(search), ...other.matching(search)],
  };
}

/** The files of a list that is there already. */
export function listedFiles(sides: readonly TreeSide[]): TreeFiles {
  return {
    all: () => sides,
    matching: (search) => (search === null ? sides : sides.filter(({ path }) => path.text.search(search.pattern) >= 0)),
  };
}
