import { type GitPath, pathKey } from '../git/git-path.ts';
import { isFile, type TreeSide } from '../git/tree.ts';
import type { CreateFields } from '../interface/fields.ts';
import { type Identity, nameKey } from './identity.ts';
import { type Lookup, lookup } from './lookup.ts';
import { type Mapper, targetsOf } from './mapper.ts';

export interface Maker {
  readonly identity: Identity;
  readonly path: GitPath;
  readonly reason: string | undefined;
}

/** What is known already of the objects that files make, by the key of their path. */
export type KnownObjects = ReadonlyMap<
  string,
  readonly { readonly identity: Identity; readonly fields: CreateFields }[]
>;

/**
 * The regular files of a tree that make an object with the name of a wanted one.
 *
 * @param known spares asking the mapper again.
 */
export function listMakers(
  tree: readonly TreeSide[],
  mapper: Mapper,
  wanted: readonly Identity[],
  known: KnownObjects = new Map(),
): Maker[] {
  const names = new Set(wanted.map(nameKey));
  const makers: Maker[] = [];
  for (const side of tree) {
    for (const { identity, fields } of isFile(side)
      ? (known.get(pathKey(side.path)) ?? targetsOf(mapper(side.path)))
      : []) {
      if (names.has(nameKey(identity))) makers.push({ identity, path: side.path, reason: fields.rsn });
    }
  }
  return makers;
}

export function makersIn(tree: readonly TreeSide[], mapper: Mapper, wanted: readonly Identity[]): Lookup<Maker> {
  return lookup(listMakers(tree, mapper, wanted), ({ identity }) => identity);
}
