import { type GitPath, pathKey } from '../git/git-path.ts';
import { isFile, type TreeFiles, type TreeSide } from '../git/tree.ts';
import type { Identity } from './identity.ts';
import { type Lookup, lookup, lookupOf } from './lookup.ts';
import { type MadeObject, type Mapper, objectsOf } from './mapper.ts';

/** A file that makes an object. */
export interface Maker extends MadeObject {
  readonly path: GitPath;
  /** OID of its content. */
  readonly oid: string;
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
      if (asked.named(identity).length > 0) makers.push({ identity, path: side.path, reason, oid: side.oid });
    }
  }
  return makers;
}

function filesThatMayMake(wanted: readonly Identity[], files: TreeFiles, { makers }: Mapper): readonly TreeSide[] {
  const mayMake = makers?.([...new Set(wanted.map(({ objn }) => objn))]) ?? null;
  return mayMake === null ? files.all() : files.matching(mayMake);
}

export function makersIn(files: TreeFiles, mapper: Mapper, wanted: readonly Identity[]): Lookup<Maker> {
  return lookup(listMakers(files, mapper, wanted), ({ identity }) => identity);
}
