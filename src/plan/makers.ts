import { type GitPath, pathKey, textPath } from '../git/git-path.ts';
import { isFile, type TreeSide } from '../git/tree.ts';
import type { TreeFiles } from '../git/tree-files.ts';
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

/** So many names are looked for in the text of all paths, however few these are. */
const fewNames = 200;
/** Where more names than one for so many files are looked for, most files hold one of them. */
const filesForName = 16;

function filesThatMayMake(wanted: readonly Identity[], files: TreeFiles, mapper: Mapper): readonly TreeSide[] {
  const objns = new Set(wanted.map(({ objn }) => objn));
  const areFew = objns.size <= fewNames || objns.size * filesForName < files.count;
  const search = areFew ? mapper.makersOf?.([...objns]) : null;
  if (search !== null && search !== undefined) return files.matching(search);
  // Then each file is asked for its own.
  const byObjects = (path: string) => objectsOf(mapper, textPath(path)).map(({ identity }) => identity.objn);
  const isWanted = (name: string) => objns.has(name);
  const found: TreeSide[] = [];
  files.mapPaths(mapper.objectNames ?? byObjects).forEach((names, n) => {
    if (names.some(isWanted)) found.push(files.side(n));
  });
  return found;
}

export function makersIn(files: TreeFiles, mapper: Mapper, wanted: readonly Identity[]): Lookup<Maker> {
  return lookup(listMakers(files, mapper, wanted), ({ identity }) => identity);
}
