import { unreadable } from './failure.ts';
import type { Objects } from './objects.ts';
import { entriesOf, entryAt, nameOf, noTree, type PathSearch, type RawTree, rawTree } from './raw-tree.ts';
import { ascii, directory, pathOfBytes, type TreeSide } from './tree.ts';

/** The path of a file as text, its folder (empty at the top), and its name in there. */
export interface FileName {
  readonly path: string;
  readonly gpath: string;
  readonly gfile: string;
}

/** The regular files, links and submodules of a commit, in Git's order. */
export interface TreeFiles {
  all(): readonly TreeSide[];
  /** At least those that a search matches; null: all. Costs little for what it does not match. */
  matching(search: PathSearch | null): readonly TreeSide[];
  /** The names of all: quicker than `all`, for those who want few of them by what they are called. */
  names(): readonly FileName[];
  /** What stands at one of these names. @param n its place among them */
  side(n: number): TreeSide;
}

/**
 * Reads all trees of a commit.
 * @param head its OID. @throws Problem('git') when one of its trees cannot be read.
 */
export async function treeFiles(objects: Objects, head: string): Promise<TreeFiles> {
  const root = `${head}^{tree}`;
  const trees = await allTrees(objects, root, head.length / 2);
  return new ReadTrees(trees, root, head.length / 2);
}

async function allTrees(objects: Objects, root: string, oidBytes: number): Promise<Map<string, RawTree>> {
  const trees = new Map<string, RawTree>();
  // All of one depth are asked for at once; a tree that stands in several places is read once.
  for (let wanted = [root]; wanted.length > 0; ) {
    const read = await readTrees(objects, wanted, oidBytes);
    for (const [n, name] of wanted.entries()) trees.set(name, read[n] ?? noTree);
    const below = read.flatMap(({ folders }) => folders.map(({ oid }) => oid));
    wanted = [...new Set(below)].filter((oid) => !trees.has(oid));
  }
  return trees;
}

async function readTrees(objects: Objects, names: readonly string[], oidBytes: number): Promise<RawTree[]> {
  try {
    return (await objects.contents(names)).map((bytes) => rawTree(bytes, oidBytes));
  } catch (error) {
    throw unreadable('the files of a commit', error);
  }
}

/** A file, and where it stands: `folder` as bytes, a character each. */
interface Listed extends FileName {
  readonly tree: RawTree;
  readonly n: number;
  readonly folder: string;
}

class ReadTrees implements TreeFiles {
  readonly #trees: ReadonlyMap<string, RawTree>;
  readonly #root: string;
  readonly #oidBytes: number;
  #all: readonly TreeSide[] | null = null;
  #listed: readonly Listed[] | null = null;

  constructor(trees: ReadonlyMap<string, RawTree>, root: string, oidBytes: number) {
    this.#trees = trees;
    this.#root = root;
    this.#oidBytes = oidBytes;
  }

  all(): readonly TreeSide[] {
    this.#all ??= this.#matching(null);
    return this.#all;
  }

  matching(search: PathSearch | null): readonly TreeSide[] {
    return search === null ? this.all() : this.#matching(search);
  }

  #matching(search: PathSearch | null): TreeSide[] {
    const sides: TreeSide[] = [];
    const visit = (name: string, folder: string) => {
      const tree = this.#trees.get(name) ?? noTree;
      for (const { mode, name: entry, oid } of entriesOf(tree, folder, search, this.#oidBytes)) {
        const path = folder + entry;
        if (mode === directory) visit(oid, `${path}/`);
        else if (search === null || path.search(search.pattern) >= 0)
          sides.push({ path: pathOfBytes(path), mode, oid });
      }
    };
    visit(this.#root, '');
    return sides;
  }

  names(): readonly FileName[] {
    this.#listed ??= listed(this.#trees, this.#root);
    return this.#listed;
  }

  side(n: number): TreeSide {
    this.#listed ??= listed(this.#trees, this.#root);
    const file = this.#listed[n];
    if (file === undefined) throw new Error(`a tree without file ${n}`);
    const { mode, name, oid } = entryAt(file.tree, file.n, this.#oidBytes);
    return { path: pathOfBytes(below(file.folder, name)), mode, oid };
  }
}

function listed(trees: ReadonlyMap<string, RawTree>, root: string): Listed[] {
  const files: Listed[] = [];
  const visit = (tree: RawTree, folder: string) => {
    // Nearly all names are the same in every encoding.
    const isPlain = ascii.test(folder) && ascii.test(tree.names);
    let passed = 0;
    const visitFolders = (before: number) => {
      for (let next = tree.folders[passed]; next !== undefined && next.at < before; next = tree.folders[passed]) {
        passed += 1;
        visit(trees.get(next.oid) ?? noTree, below(folder, next.name));
      }
    };
    for (let n = 0; n < tree.entries.length; n += 1) {
      visitFolders(tree.entries[n] ?? 0);
      const name = nameOf(tree, n);
      const path = below(folder, name);
      if (isPlain) files.push({ path, gpath: folder, gfile: name, tree, n, folder });
      else files.push({ ...fileName(pathOfBytes(path).text), tree, n, folder });
    }
    visitFolders(Number.POSITIVE_INFINITY);
  };
  visit(trees.get(root) ?? noTree, '');
  return files;
}

function below(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

function fileName(path: string): FileName {
  const slash = path.lastIndexOf('/');
  return { path, gpath: slash < 0 ? '' : path.slice(0, slash), gfile: path.slice(slash + 1) };
}

/** Every file of a commit, as `git ls-tree -r` lists them. @throws Problem('git') when one of its trees cannot be read. */
export async function listTree(objects: Objects, head: string): Promise<readonly TreeSide[]> {
  return (await treeFiles(objects, head)).all();
}

/** The files of one commit, then those of another. */
export function bothFiles(one: TreeFiles, other: TreeFiles): TreeFiles {
  return {
    all: () => [...one.all(), ...other.all()],
    matching: (search) => [...one.matching(search), ...other.matching(search)],
    names: () => [...one.names(), ...other.names()],
    side: (n) => {
      const first = one.names().length;
      return n < first ? one.side(n) : other.side(n - first);
    },
  };
}

/** The files of a list that is there already. */
export function listedFiles(sides: readonly TreeSide[]): TreeFiles {
  return {
    all: () => sides,
    matching: (search) => (search === null ? sides : sides.filter(({ path }) => path.text.search(search.pattern) >= 0)),
    names: () => sides.map(({ path }) => fileName(path.text)),
    side: (n) => {
      const side = sides[n];
      if (side === undefined) throw new Error(`a list without file ${n}`);
      return side;
    },
  };
}
