import { unreadable } from './failure.ts';
import type { Objects } from './objects.ts';
import { entriesOf, entryAt, holderOf, nameOf, noTree, type PathSearch, type RawTree, rawTree } from './raw-tree.ts';
import { ascii, directory, pathOfBytes, type TreeSide } from './tree.ts';

/** The regular files, links and submodules of a commit, in Git's order. */
export interface TreeFiles {
  all(): readonly TreeSide[];
  /** At least those that a search matches; null: all. Costs little for what it does not match. */
  matching(search: PathSearch | null): readonly TreeSide[];
  /**
   * What becomes of the path of each, as text: quicker than `all`, for those who want few of them by what they are called.
   * What it came to is kept for who asks again with the same function.
   */
  mapPaths<T>(of: (path: string) => T): readonly T[];
  readonly count: number;
  /** The n-th of all. */
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

/** Files that follow each other in one tree, and among all: between them stands no folder. */
interface Run {
  readonly tree: RawTree;
  /** Its path as bytes, a character each. */
  readonly folder: string;
  /** The places in the tree: the first, and behind the last. */
  readonly from: number;
  readonly to: number;
}

/** All files as such runs, and the place of the first of each among all. */
interface Runs {
  readonly list: readonly Run[];
  readonly begins: readonly number[];
  readonly count: number;
}

class ReadTrees implements TreeFiles {
  readonly #trees: ReadonlyMap<string, RawTree>;
  readonly #root: string;
  readonly #oidBytes: number;
  #all: readonly TreeSide[] | null = null;
  #runs: Runs | null = null;
  #mapped: { readonly of: unknown; readonly found: readonly unknown[] } | null = null;

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

  mapPaths<T>(of: (path: string) => T): readonly T[] {
    if (this.#mapped?.of === of) return this.#mapped.found as readonly T[];
    const found: T[] = [];
    for (const { tree, folder, from, to } of this.#inRuns().list) {
      // Nearly all names are the same in every encoding.
      const isPlain = ascii.test(folder) && ascii.test(tree.names);
      for (let n = from; n < to; n += 1) {
        const path = below(folder, nameOf(tree, n));
        found.push(of(isPlain ? path : pathOfBytes(path).text));
      }
    }
    this.#mapped = { of, found };
    return found;
  }

  get count(): number {
    return this.#inRuns().count;
  }

  side(n: number): TreeSide {
    const { list, begins, count } = this.#inRuns();
    const holder = holderOf(n, begins);
    const run = list[holder];
    if (run === undefined || n >= count) throw new Error(`a tree without file ${n}`);
    const { mode, name, oid } = entryAt(run.tree, run.from + n - (begins[holder] ?? 0), this.#oidBytes);
    return { path: pathOfBytes(below(run.folder, name)), mode, oid };
  }

  #inRuns(): Runs {
    this.#runs ??= runsOf(this.#trees, this.#root);
    return this.#runs;
  }
}

function runsOf(trees: ReadonlyMap<string, RawTree>, root: string): Runs {
  const list: Run[] = [];
  const begins: number[] = [];
  let count = 0;
  const visit = (tree: RawTree, folder: string) => {
    let from = 0;
    const runUpTo = (to: number) => {
      if (to === from) return;
      list.push({ tree, folder, from, to });
      begins.push(count);
      count += to - from;
      from = to;
    };
    for (const next of tree.folders) {
      let end = from;
      while ((tree.entries[end] ?? Number.POSITIVE_INFINITY) < next.at) end += 1;
      runUpTo(end);
      visit(trees.get(next.oid) ?? noTree, below(folder, next.name));
    }
    runUpTo(tree.entries.length);
  };
  visit(trees.get(root) ?? noTree, '');
  return { list, begins, count };
}

function below(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
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
    mapPaths: (of) => [...one.mapPaths(of), ...other.mapPaths(of)],
    get count() {
      return one.count + other.count;
    },
    side: (n) => (n < one.count ? one.side(n) : other.side(n - one.count)),
  };
}

/** The files of a list that is there already. */
export function listedFiles(sides: readonly TreeSide[]): TreeFiles {
  return {
    all: () => sides,
    matching: (search) => (search === null ? sides : sides.filter(({ path }) => path.text.search(search.pattern) >= 0)),
    mapPaths: (of) => sides.map(({ path }) => of(path.text)),
    count: sides.length,
    side: (n) => {
      const side = sides[n];
      if (side === undefined) throw new Error(`a list without file ${n}`);
      return side;
    },
  };
}
