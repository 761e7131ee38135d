import { unreadable } from './failure.ts';
import { type GitPath, gitPath, pathKey, pathOfKey, textPath } from './git-path.ts';
import type { Objects } from './objects.ts';

/** What stands at a path of a commit. */
export interface TreeSide {
  readonly path: GitPath;
  /** File mode as Git writes it: 100644, 100755, 120000 (symbolic link), 160000 (submodule). */
  readonly mode: string;
  readonly oid: string;
}

/** True for a regular file; a link, a submodule and nothing at all are none. */
export function isFile(side: Pick<TreeSide, 'mode'> | null): boolean {
  return side?.mode.startsWith('100') === true;
}

/** A regular file of a content at a path. @param key of the path (see pathKey). */
export function fileSide(key: string, oid: string): TreeSide {
  return { path: pathOfKey(key), mode: '100644', oid };
}

/** One entry of a tree object; the bytes of its name as one character each. */
interface TreeEntry {
  readonly mode: string;
  readonly name: string;
  readonly oid: string;
}

const directory = '40000';

export const ascii = /^[\u0000-\u007f]*$/;

/** A path out of bytes that were read one character each; most names are the same in every encoding. */
export function pathOfBytes(latin1: string): GitPath {
  return ascii.test(latin1) ? textPath(latin1) : gitPath(Buffer.from(latin1, 'latin1'));
}

/**
 * Takes a tree object apart: `mode SP name NUL oid`, the OID in binary.
 * @param isWanted tells by the name of a file; what it refuses costs little. Folders always come. @throws Error when it is cut.
 */
export function parseTree(bytes: Buffer, oidBytes: number, isWanted = (_name: string) => true): TreeEntry[] {
  // As one text, of which the names are pieces: to decode each takes twice as long.
  const text = bytes.toString('latin1');
  const entries: TreeEntry[] = [];
  for (let at = 0; at < text.length; ) {
    const blank = text.indexOf(' ', at);
    const end = text.indexOf('\0', blank);
    const next = end + 1 + oidBytes;
    if (blank < 0 || end < 0 || next > bytes.length) throw new Error('a tree object ends in the middle of an entry');
    // Old tools wrote modes with zeros before them; Git itself reads past these.
    while (text[at] === '0') at += 1;
    const mode = text.slice(at, blank);
    const name = text.slice(blank + 1, end);
    if (mode === directory || isWanted(name)) entries.push({ mode, name, oid: bytes.toString('hex', end + 1, next) });
    at = next;
  }
  return entries;
}

/** Tree objects by the name under which they were asked for: `<commit>^{tree}` for the root, else the OID. */
type Trees = ReadonlyMap<string, Buffer>;

const rootOf = (commit: string) => `${commit}^{tree}`;
const noTree = Buffer.alloc(0);

/**
 * Reads the trees of a commit through the process that reads contents, all of one depth at once.
 * @param isWanted tells by the path of a folder, as bytes, a character each, with a slash at its end.
 */
async function readTrees(objects: Objects, commit: string, isWanted = (_folder: string) => true): Promise<Trees> {
  const trees = new Map<string, Buffer>();
  const noFile = () => false;
  for (let level = [{ name: rootOf(commit), folder: '' }]; level.length > 0; ) {
    // A tree that stands in several places is read once.
    const names = [...new Set(level.map(({ name }) => name))].filter((name) => !trees.has(name));
    const read = await objects.contents(names).catch((error) => {
      throw unreadable('the files of a commit', error);
    });
    for (const [n, name] of names.entries()) trees.set(name, read[n] ?? noTree);
    level = level.flatMap(({ name, folder }) =>
      parsed(trees.get(name) ?? noTree, commit, noFile)
        .map((entry) => ({ name: entry.oid, folder: `${folder}${entry.name}/` }))
        .filter((below) => isWanted(below.folder)),
    );
  }
  return trees;
}

/** @param commit all OIDs of a repository are of one length. @throws Problem('git') */
function parsed(bytes: Buffer, commit: string, isWanted: (name: string) => boolean): TreeEntry[] {
  try {
    return parseTree(bytes, commit.length / 2, isWanted);
  } catch (error) {
    throw unreadable('the files of a commit', error);
  }
}

/** Tells by the name of a file and the path of its folder, with a slash at its end: bytes, a character each. */
export type IsWanted = (name: string, folder: string) => boolean;

function filesOf(trees: Trees, commit: string, isWanted: IsWanted = () => true): TreeSide[] {
  const sides: TreeSide[] = [];
  const visit = (name: string, folder: string) => {
    for (const entry of parsed(trees.get(name) ?? noTree, commit, (file) => isWanted(file, folder))) {
      const path = folder + entry.name;
      if (entry.mode === directory) visit(entry.oid, `${path}/`);
      else sides.push({ path: pathOfBytes(path), mode: entry.mode, oid: entry.oid });
    }
  };
  visit(rootOf(commit), '');
  return sides;
}

/** The regular files, links and submodules of a commit, in Git's order. */
export interface TreeFiles {
  /** Of its trees: an entry takes 30 and its name. */
  readonly bytes: number;
  all(): readonly TreeSide[];
  /** Those that are wanted. Costs little for the others. */
  matching(isWanted: IsWanted): readonly TreeSide[];
}

/** Reads all trees of a commit. @param commit its OID. @throws Problem('git') when one of its trees cannot be read. */
export async function treeFiles(objects: Objects, commit: string): Promise<TreeFiles> {
  const trees = await readTrees(objects, commit);
  let all: readonly TreeSide[] | null = null;
  return {
    bytes: trees.values().reduce((sum, tree) => sum + tree.length, 0),
    all: () => {
      all ??= filesOf(trees, commit);
      return all;
    },
    matching: (isWanted) => filesOf(trees, commit, isWanted),
  };
}

/** Every file of a commit, as `git ls-tree -r` lists them. @throws Problem('git') when one of its trees cannot be read. */
export async function listTree(objects: Objects, commit: string): Promise<readonly TreeSide[]> {
  return (await treeFiles(objects, commit)).all();
}

/**
 * What stands in a directory of a commit, and not below it; empty when there is none, null when it is larger than `most` bytes.
 * @param commit its OID. @param path without slashes at its ends.
 * @throws Problem('git') when it cannot be read.
 */
export async function listFolder(
  objects: Objects,
  commit: string,
  path: string,
  most: number,
): Promise<TreeSide[] | null> {
  const name = `${commit}:${path}`;
  const [info] = await objects.info([name]);
  if (info?.type !== 'tree') return [];
  if (info.size > most) return null;
  const [bytes = noTree] = await objects.contents([name]);
  return parsed(bytes, commit, () => true).map(({ mode, name: file, oid }) => ({ path: pathOfBytes(file), mode, oid }));
}

/**
 * The regular files at some paths of a commit, by the keys of the paths (see pathKey); null: there is none. Reads only
 * the directories that hold them.
 * @throws Problem('git') when a tree cannot be read.
 */
export async function filesAt(
  objects: Objects,
  commit: string,
  keys: Iterable<string>,
): Promise<Map<string, TreeSide | null>> {
  const found = new Map<string, TreeSide | null>([...keys].map((key) => [key, null]));
  const [root] = found.size === 0 ? [] : await objects.info([rootOf(commit)]);
  if (root?.type !== 'tree') return found;
  const paths = new Set([...found.keys()].map(bytesOfKey));
  const folders = new Set(
    [...paths].flatMap((path) => Array.from(path.matchAll(/\//g), ({ index }) => path.slice(0, index + 1))),
  );
  const trees = await readTrees(objects, commit, (folder) => folders.has(folder));
  for (const side of filesOf(trees, commit, (name, folder) => paths.has(folder + name))) {
    const key = pathKey(side.path);
    if (isFile(side) && found.has(key)) found.set(key, side);
  }
  return found;
}

/** The bytes of a path, a character each. */
function bytesOfKey(key: string): string {
  const { text, raw } = pathOfKey(key);
  return (raw ?? Buffer.from(text)).toString('latin1');
}
