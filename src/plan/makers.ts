import { type GitPath, pathKey } from '../git/git-path.ts';
import { isFile } from '../git/tree.ts';
import type { TreeFiles } from '../git/tree-files.ts';
import { type Identity, nameKey } from './identity.ts';
import { type Lookup, lookup } from './lookup.ts';
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
 * @param known spares asking the mapper again.
 */
export function listMakers(
  files: TreeFiles,
  mapper: Mapper,
  wanted: readonly Identity[],
  known: KnownObjects = new Map(),
): Maker[] {
  if (wanted.length === 0) return [];
  const names = new Set(wanted.map(nameKey));
  const search = mapper.makersOf?.(wanted.map(({ objn }) => objn)) ?? null;
  const makers: Maker[] = [];
  for (const side of files.matching(search)) {
    if (!isFile(side)) continue;
    for (const { identity, reason } of known.get(pathKey(side.path)) ?? objectsOf(mapper, side.path)) {
      if (names.has(nameKey(identity))) makers.push({ identity, path: side.path, reason });
    }
  }
  return makers;
}

export function makersIn(files: TreeFiles, mapper: Mapper, wanted: readonly Identity[]): Lookup<Maker> {
  return lookup(listMakers(files, mapper, wanted), ({ identity }) => identity);
}
