import { ascii, directory, endsEarly, parseTree, type TreeEntry } from './tree.ts';

/** What to look for among the paths of a tree. */
export interface PathSearch {
  /** Matches every path that is looked for, and every text with a character beyond ASCII; global, so use `search`. */
  readonly pattern: RegExp;
  /** True when what it matches may reach over a slash. */
  readonly crossesFolders: boolean;
}

/** One tree as it was read: what it holds is taken apart only where somebody asks for it. */
export interface RawTree {
  readonly bytes: Buffer;
  /** The names of all that are no folders, a character for each byte, each name with a NUL behind it. */
  readonly names: string;
  /** Where in `names` each begins, and where its entry begins in `bytes`. */
  readonly starts: readonly number[];
  readonly entries: readonly number[];
  readonly folders: readonly Placed[];
}

/** An entry, and where it begins in the bytes of its tree. */
export interface Placed extends TreeEntry {
  readonly at: number;
}

export const noTree: RawTree = { bytes: Buffer.alloc(0), names: '', starts: [], entries: [], folders: [] };

const [zero, four, blank] = [0x30, 0x34, 0x20];

/**
 * Finds the names and folders of a tree object (see parseTree). Byte by byte and into one text, as most of it is only
 * passed over.
 */
export function rawTree(bytes: Buffer, oidBytes: number): RawTree {
  const names = Buffer.allocUnsafe(bytes.length);
  const [starts, entries]: [number[], number[]] = [[], []];
  const folders: Placed[] = [];
  let length = 0;
  for (let at = 0; at < bytes.length; at += oidBytes + 1) {
    const entry = at;
    while (bytes[at] === zero) at += 1;
    const mode = at;
    while (bytes[at] !== blank && at < bytes.length) at += 1;
    // Nearly no other mode begins with a four.
    const isFolder = bytes[mode] === four && bytes.toString('latin1', mode, at) === directory;
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

/** The folders in a folder, and at least the files that are looked for. */
export function entriesOf(tree: RawTree, folder: string, search: PathSearch, oidBytes: number): readonly TreeEntry[] {
  if (search.crossesFolders || folder.search(search.pattern) >= 0) return parseTree(tree.bytes, oidBytes);
  const files = new Set<number>();
  for (const { index } of tree.names.matchAll(search.pattern)) {
    files.add(holderOf(index, tree.starts));
    // Where so many are looked for, it is quicker to take all apart.
    if (files.size > mostApart) return parseTree(tree.bytes, oidBytes);
  }
  return withFolders(tree, [...files], oidBytes);
}

const mostApart = 32;

/** The folders in a folder, and the files whose name is so, or holds a character beyond ASCII. */
export function entriesCalled(tree: RawTree, isSo: (name: string) => boolean, oidBytes: number): readonly TreeEntry[] {
  // Nearly all names are ASCII.
  const isCertain = ascii.test(tree.names);
  const files: number[] = [];
  for (let n = 0; n < tree.starts.length; n += 1) {
    const name = nameOf(tree, n);
    if (!(isCertain || ascii.test(name)) || isSo(name)) files.push(n);
  }
  return withFolders(tree, files, oidBytes);
}

/** The folders in a folder, and some of its files, in the order of the tree. */
function withFolders(tree: RawTree, files: readonly number[], oidBytes: number): readonly TreeEntry[] {
  if (files.length === 0) return tree.folders;
  const found = files.map((n) => entryAt(tree, n, oidBytes));
  return tree.folders.length === 0 ? found : [...tree.folders, ...found].sort((one, other) => one.at - other.at);
}

/** Which of many that begin one after the other holds a place: the last one that does not begin after it. */
function holderOf(place: number, begins: readonly number[]): number {
  let [low, high] = [0, begins.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((begins[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** An entry that is no folder. @param n its place among those. */
function entryAt(tree: RawTree, n: number, oidBytes: number): Placed {
  const { bytes, entries } = tree;
  const at = entries[n] ?? 0;
  const name = nameOf(tree, n);
  let mode = at;
  while (bytes[mode] === zero) mode += 1;
  let end = mode;
  while (bytes[end] !== blank) end += 1;
  const oid = end + 1 + name.length + 1;
  return { mode: bytes.toString('latin1', mode, end), name, oid: bytes.toString('hex', oid, oid + oidBytes), at };
}

/** The bytes of the name of an entry that is no folder, one character each. @param n its place among those. */
function nameOf({ names, starts }: RawTree, n: number): string {
  return names.slice(starts[n], (starts[n + 1] ?? names.length) - 1);
}
