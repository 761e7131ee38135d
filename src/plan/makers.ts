import type { GitPath } from '../git/git-path.ts';
import { isFile, type TreeFiles } from '../git/tree.ts';
import type { Identity } from './identity.ts';
import { identityLookup, type Lookup, lookup } from './lookup.ts';
import { type MadeObject, type Mapper, objectsOf } from './mapper.ts';

/** A file, and the object that the mapping makes of it. */
export interface Maker extends MadeObject {
  readonly path: GitPath;
  /** OID of its content. */
  readonly oid: string;
}

/** Finds the regular files of a tree that make an object with the name of a wanted one, of any type. */
export function findMakers(files: TreeFiles, mapper: Mapper, wanted: readonly Identity[]): Lookup<Maker> {
  const wantedNames = identityLookup(wanted);
  const mayMake = mapper.makers?.([...new Set(wanted.map(({ objn }) => objn))]) ?? null;
  const makers: Maker[] = [];
  for (const side of mayMake === null ? files.all() : files.matching(mayMake)) {
    if (!isFile(side)) continue;
    for (const { identity, reason } of objectsOf(mapper, side.path)) {
      if (wantedNames.named(identity).length > 0) makers.push({ identity, path: side.path, reason, oid: side.oid });
    }
  }
  return lookup(makers, ({ identity }) => identity);
}
