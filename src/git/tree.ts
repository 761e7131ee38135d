import { throwUnreadable, toReadProblem } from './failure.ts';
import { decodePath, encodePath, type GitPath, parsePathKey, toPathKey } from './git-path.ts';
import { emptyTree } from './object-ids.ts';
import type { Objects } from './objects.ts';
import type { Repository } from './repository.ts';

/** A file, link or submodule of a commit. */
export interface TreeSide {
  readonly path: GitPath;
  /** File mode as Git writes it: 100644, 100755, 120000 (symbolic link), 160000 (submodule). */
  readonly mode: string;
  readonly oid: string;
}

/** True for a regular file; false for a link, a submodule, and null. */
export function isFile(side: Pick<TreeSide, 'mode'> | null): boolean {
  return side?.mode.startsWith('100') === true;
}

/** Makes the tree entry of a regular file (mode 100644). @param key of its path (see toPathKey). @param oid of its blob. */
export function buildFileSide(key: string, oid: string): TreeSide {
  return { path: parsePathKey(key), mode: '100644', oid };
}

/** One entry of a tree object; its name in Latin-1, a character a byte. */
type TreeEntry = Omit<TreeSide, 'path'> & { readonly name: string };

const directoryMode = '40000';

/** Parses a tree object; names in Latin-1. @param oidBytes 20 or 32. @param isWanted false skips a non-folder. @throws Problem('git') */
export function parseTree(bytes: Buffer, oidBytes: number, isWanted = (_name: string) => true): TreeEntry[] {
  // To decode each name takes twice as long.
  const text = bytes.toString('latin1');
  const entries: TreeEntry[] = [];
  for (let at = 0; at < text.length; ) {
    const blank = text.indexOf(' ', at);
    const end = text.indexOf('\0', blank);
    const next = end + 1 + oidBytes;
    if (blank < 0 || end < 0 || next > bytes.length)
      throw toReadProblem('the files of a commit', new Error('a tree object ends in the middle of an entry'));
    // Old tools wrote leading zeros, which Git skips.
    while (text[at] === '0') at += 1;
    const mode = text.slice(at, blank);
    const name = text.slice(blank + 1, end);
    if (mode === directoryMode || isWanted(name))
      entries.push({ mode, name, oid: bytes.toString('hex', end + 1, next) });
    at = next;
  }
  return entries;
}

/** What is put at a path; null: nothing is, and a file or a whole folder is removed. */
type Put = Omit<TreeSide, 'path'> | null;

/**
 * Writes a copy of a tree with changes into the scratch repository, and returns its OID, also that of the empty tree; drops folders in
 * which nothing is left. @param base name of the tree to start from; null for an empty one. @param puts by path, in Latin-1; null removes;
 * a folder can be removed and filled again. @throws Problem('git') if a tree is unreadable; Error if it is missing.
 */
export async function writeTree(repository: Repository, base: string | null, puts: ReadonlyMap<string, Put>) {
  const { objects, objectFormat } = repository;
  // Waits in any case: a path may have more folders than calls can be nested.
  const [bytes = emptyTreeBytes] = await (base === null ? [] : objects.contents([base]));
  const known = parseTree(bytes, emptyTree[objectFormat].length / 2);
  const entries = new Map(known.map((entry) => [entry.name, entry]));
  const byName = Map.groupBy(puts, ([path]) => path.split('/', 1)[0] ?? '');
  for (const [name, inside] of byName) {
    const own = puts.get(name);
    const below = new Map(inside.flatMap(([path, put]) => (path === name ? [] : [[path.slice(name.length + 1), put]])));
    if (own != null) entries.set(name, { name, ...own });
    if (own === null) entries.delete(name);
    if (below.size === 0) continue;
    const folder = entries.get(name);
    const oid = await writeTree(repository, folder?.mode === directoryMode ? folder.oid : null, below);
    if (oid === emptyTree[objectFormat]) entries.delete(name);
    else entries.set(name, { mode: directoryMode, name, oid });
  }
  // Git compares names as bytes, those of folders with a slash at their end.
  const toSortName = ({ mode, name }: TreeEntry) => (mode === directoryMode ? `${name}/` : name);
  const sorted = [...entries.values()].sort((one, other) => (toSortName(one) < toSortName(other) ? -1 : 1));
  const toLatin1 = ({ mode, name, oid }: TreeEntry) => `${mode} ${name}\0${Buffer.from(oid, 'hex').toString('latin1')}`;
  return repository.write('tree', Buffer.from(sorted.map(toLatin1).join(''), 'latin1'));
}

/** Tree objects by name: toRootName for the root, else the OID. */
type Trees = ReadonlyMap<string, Buffer>;
const toRootName = (commit: string) => `${commit}^{tree}`;
const emptyTreeBytes = Buffer.alloc(0);

/** Reads a commit's trees. @param isWanted false skips a folder (Latin-1, with a last slash) and all in it. @throws as readTreeFiles */
async function readTrees(objects: Objects, commit: string, isWanted = (_folder: string) => true): Promise<Trees> {
  const trees = new Map<string, Buffer>();
  for (let level = [{ name: toRootName(commit), folder: '' }]; level.length > 0; ) {
    // One tree may be at several paths.
    const names = [...new Set(level.map(({ name }) => name))].filter((name) => !trees.has(name));
    const read = await objects.contents(names).catch(throwUnreadable('the files of a commit'));
    for (const [n, name] of names.entries()) trees.set(name, read[n] ?? emptyTreeBytes);
    level = level.flatMap(({ name, folder }) =>
      parseTree(trees.get(name) ?? emptyTreeBytes, commit.length / 2, () => false)
        .map((entry) => ({ name: entry.oid, folder: `${folder}${entry.name}/` }))
        .filter((below) => isWanted(below.folder)),
    );
  }
  return trees;
}

/** Selects a file by its name and the path of its folder, with a slash at its end; both in Latin-1. */
type IsWanted = (name: string, folder: string) => boolean;

/** Lists the wanted files, links and submodules of a commit in Git's order; a folder without a tree in `trees` is empty. */
function listTreeFiles(trees: Trees, commit: string, isWanted: IsWanted = () => true): TreeSide[] {
  const sides: TreeSide[] = [];
  const listTreeEntries = (name: string, folder: string) => ({
    folder,
    entries: parseTree(trees.get(name) ?? emptyTreeBytes, commit.length / 2, (file) => isWanted(file, folder)).values(),
  });
  // A path may have more folders than calls can be nested.
  const open = [listTreeEntries(toRootName(commit), '')];
  for (let inside = open.at(-1); inside !== undefined; inside = open.at(-1)) {
    const { value: entry } = inside.entries.next();
    if (entry === undefined) open.pop();
    else if (entry.mode === directoryMode) open.push(listTreeEntries(entry.oid, `${inside.folder}${entry.name}/`));
    else sides.push({ path: decodePath(inside.folder + entry.name), mode: entry.mode, oid: entry.oid });
  }
  return sides;
}

/** The regular files, links and submodules of a commit, in Git's order. */
export type TreeFiles = Readonly<Awaited<ReturnType<typeof readTreeFiles>>>;

/** Reads all trees of a commit (its OID), once; lists its files on demand. @throws Problem('git') if one is missing or unreadable */
export async function readTreeFiles(objects: Objects, commit: string) {
  const trees = await readTrees(objects, commit);
  let all: readonly TreeSide[] | null = null;
  return {
    /** Size of its tree objects in bytes: an entry takes about 30 and its name. */
    bytes: trees.values().reduce((sum, tree) => sum + tree.length, 0),
    all: (): readonly TreeSide[] => (all ??= listTreeFiles(trees, commit)),
    /** Lists the files, links and submodules that are wanted, at little cost for the others. */
    matching: (isWanted: IsWanted): readonly TreeSide[] => listTreeFiles(trees, commit, isWanted),
  };
}

/**
 * Lists the entries of one folder (`a/b`, or '' for the top), as TreeSides, also of folders; their `path` is the name alone. [] if there is
 * no such folder, or no such commit; null if its tree object has over `most` bytes. @throws Problem('git')
 */
export async function listFolder(objects: Objects, commit: string, path: string, most: number) {
  const name = `${commit}:${path}`;
  const [info] = await objects.info([name]);
  if (info?.type !== 'tree') return [];
  if (info.size > most) return null;
  const [bytes = emptyTreeBytes] = await objects.contents([name]);
  return parseTree(bytes, commit.length / 2).map(({ name, ...entry }) => ({ path: decodePath(name), ...entry }));
}

/**
 * Finds the regular files at some keys (see toPathKey), reading only the folders on the way. The map has every key; null if there is no
 * such file, or no such commit. @throws Problem('git') if the tree of a folder is missing or unreadable
 */
export async function findFilesAt(objects: Objects, commit: string, keys: Iterable<string>) {
  const found = new Map<string, TreeSide | null>([...keys].map((key) => [key, null]));
  const [root] = found.size === 0 ? [] : await objects.info([toRootName(commit)]);
  if (root?.type !== 'tree') return found;
  const paths = new Set([...found.keys()].map((key) => encodePath(parsePathKey(key))));
  const folders = new Set(
    [...paths].flatMap((path) => Array.from(path.matchAll(/\//g), ({ index }) => path.slice(0, index + 1))),
  );
  const trees = await readTrees(objects, commit, (folder) => folders.has(folder));
  for (const side of listTreeFiles(trees, commit, (name, folder) => paths.has(folder + name))) {
    const key = toPathKey(side.path);
    if (isFile(side) && found.has(key)) found.set(key, side);
  }
  return found;
}
