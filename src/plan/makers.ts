import { type GitPath, pathKey, textPath } from '../git/git-path.ts';
import { isFile, type TreeSide } from '../git/tree.ts';
import type { FileName, TreeFiles } from '../git/tree-files.ts';
import type { Identity } from './identity.ts';
import { type Lookup, lookup, lookupOf } from './lookup.ts';
import { type MadeObject, type Mapper, objectsOf } from './mapper.ts';

/** A file that makes an object. */
export interface Maker extends MadeObject {
  readonly path: GitPath;
}

/** What is known already of the objects that files make, by the key of their path. */
export type KnownObjects = ReadonlyMap<string, readonly MadeObject[]>;

/**
 * The regular files of a tree that make an object with the name of a wanted one. The mapping is asked only about those
 * whose names allow it.
 *
 * @param known spares asking the mapper again. @param passedOver keys of paths (see pathKey) that are not looked for.
 */
export function listMakers(
  files: TreeFiles,
  mapper: Mapper,
  wanted: readonly Identity[],
  known: KnownObjects = new Map(),
  passedOver: ReadonlySet<string> = new Set(),
): Maker[] {
  if (wanted.length === 0) return [];
  const asked = lookupOf(wanted);
  const makers: Maker[] = [];
  for (const side of filesThatMayMake(wanted, files, mapper)) {
    if (!isFile(side) || passedOver.has(pathKey(side.path))) continue;
    for (const { identity, reason } of known.get(pathKey(side.path)) ?? objectsOf(mapper, side.path)) {
      if (asked.named(identity).length > 0) makers.push({ identity, path: side.path, reason });
    }
  }
  return makers;
}

/** A few names are looked for in the text of all paths; of many, each file is asked for its own. */
const fewNames = 200;

function filesThatMayMake(wanted: readonly Identity[], files: TreeFiles, mapper: Mapper): readonly TreeSide[] {
  const objns = new Set(wanted.map(({ objn }) => objn));
  if (objns.size <= fewNames) return files.matching(mapper.makersOf?.([...objns]) ?? null);
  const isWanted = (name: string) => objns.has(name);
  const found: TreeSide[] = [];
  namesIn(files, mapper).forEach((names, n) => {
    if (names.some(isWanted)) found.push(files.side(n));
  });
  return found;
}

type Names = readonly (readonly string[])[];

/** What the files of a tree make, as was found out before: where many objects go and many come it is asked for twice. */
const known = new WeakMap<TreeFiles, { readonly mapper: Mapper; readonly names: Names }>();

/** The names of the objects that each file of a tree makes, in its order. */
function namesIn(files: TreeFiles, mapper: Mapper): Names {
  const before = known.get(files);
  if (before?.mapper === mapper) return before.names;
  const byObjects = ({ path }: FileName) => objectsOf(mapper, textPath(path)).map(({ identity }) => identity.objn);
  const names = files.mapNames(mapper.objectNames ?? byObjects);
  known.set(files, { mapper, names });
  return names;
}

export function makersIn(files: TreeFiles, mapper: Mapper, wanted: readonly Identity[]): Lookup<Maker> {
  return lookup(listMakers(files, mapper, wanted), ({ identity }) => identity);
}
