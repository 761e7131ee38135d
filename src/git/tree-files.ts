import { unreadable } from './failure.ts';
import type { Objects } from './objects.ts';
import { entriesCalled, entriesOf, noTree, type PathSearch, type RawTree, rawTree } from './raw-tree.ts';
import { ascii, directory, parseTree, pathOfBytes, type TreeEntry, type TreeSide } from './tree.ts';

/** The regular files, links and submodules of a commit, in Git's order. */
export interface TreeFiles {
  all(): readonly TreeSide[];
  /** At least those that a search matches; null: all. Costs little for what it does not match. */
  matching(search: PathSearch | null): readonly TreeSide[];
  /** At least those whose own name, without folders, is so; those beyond ASCII are among them, and are not asked about. */
  called(isSo: (name: string) => boolean): readonly TreeSide[];
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
    const next = read.flatMap(({ folders }) => folders.map(({ oid }) => oid));
    wanted = [...new Set(next)].filter((oid) => !trees.has(oid));
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

class ReadTrees implements TreeFiles {
  readonly #trees: ReadonlyMap<string, RawTree>;
  readonly #root: string;
  readonly #oidBytes: number;
  #all: readonly TreeSide[] | null = null;

  constructor(trees: ReadonlyMap<string, RawTree>, root: string, oidBytes: number) {
    this.#trees = trees;
    this.#root = root;
    this.#oidBytes = oidBytes;
  }

  all(): readonly TreeSide[] {
    this.#all ??= this.#files((tree) => parseTree(tree.bytes, this.#oidBytes));
    return this.#all;
  }

  matching(search: PathSearch | null): readonly TreeSide[] {
    if (search === null) return this.all();
    return this.#files(
      (tree, folder) => entriesOf(tree, folder, search, this.#oidBytes),
      (path) => path.search(search.pattern) >= 0,
    );
  }

  called(isSo: (name: string) => boolean): readonly TreeSide[] {
    return this.#files((tree) => entriesCalled(tree, isSo, this.#oidBytes));
  }

  /**
   * @param entriesOf the folders of a tree, and at least those of its files that are wanted.
   * @param isWanted tells by the path, as bytes, a character each.
   */
  #files(
    entriesOf: (tree: RawTree, folder: string) => readonly TreeEntry[],
    isWanted: (path: string) => boolean = () => true,
  ): TreeSide[] {
    const sides: TreeSide[] = [];
    const visit = (name: string, folder: string) => {
      for (const { mode, name: entry, oid } of entriesOf(this.#trees.get(name) ?? noTree, folder)) {
        const path = folder + entry;
        if (mode === directory) visit(oid, `${path}/`);
        else if (isWanted(path)) sides.push({ path: pathOfBytes(path), mode, oid });
      }
    };
    visit(this.#root, '');
    return sides;
  }
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
    called: (isSo) => [...one.called(isSo), ...other.called(isSo)],
  };
}

/** The files of a list that is there already. */
export function listedFiles(sides: readonly TreeSide[]): TreeFiles {
  return {
    all: () => sides,
    matching: (search) => (search === null ? sides : sides.filter(({ path }) => path.text.search(search.pattern) >= 0)),
    called: (isSo) =>
      sides.filter(({ path: { text } }) => {
        const name = text.slice(text.lastIndexOf('/') + 1);
        return !ascii.test(name) || isSo(name);
      }),
  };
}
