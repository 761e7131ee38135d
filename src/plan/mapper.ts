import type { GitPath } from '../git/git-path.ts';
import { isFile, type TreeFiles } from '../git/tree.ts';
import type { CreateFields } from '../interface/fields.ts';
import type { MakerFilter } from '../mapping/makers.ts';
import type { Because } from '../sentences/left-out.ts';
import { type Identity, identityLookup, type Lookup, lookup } from './identity.ts';

/** One request that the mapping makes of a path. */
export interface Target {
  readonly identity: Identity;
  readonly fields: CreateFields;
  /** Present where `csqo` is the place in the compile order, which depends on the whole push. */
  readonly isOrdered?: true;
  /** Sentences about values that the interface refuses; such a request is never sent. */
  readonly problems: readonly string[];
}

export type Mapped =
  | { readonly kind: 'requests'; readonly rule: string; readonly targets: readonly Target[] }
  | { readonly kind: 'leftOut'; readonly because: Extract<Because, { code: 'noBranchRule' | 'unmapped' | 'skip' }> };

/** An object that a path makes. */
export interface MadeObject {
  readonly identity: Identity;
  /** Those of its identity, and `rsn`. */
  readonly fields: CreateFields;
}

/** The mapping of one run: turns a path into requests, or leaves it out. */
export interface Mapper {
  (path: GitPath): Mapped;
  /** Decides by paths alone which files may make an object. */
  readonly makers: MakerFilter;
  /** Returns the objects of a path without their other fields, much quicker than with them; none for one that is left out. */
  readonly objectsOf: (path: GitPath) => readonly MadeObject[];
}

/** Returns the targets of a path that a mapper has mapped; [] if it left the path out. */
export function targetsOf(mapped: Mapped): readonly Target[] {
  return mapped.kind === 'requests' ? mapped.targets : [];
}

/** A file, and the object that the mapping makes of it. */
export interface Maker extends MadeObject {
  readonly path: GitPath;
  /** OID of its content. */
  readonly oid: string;
}

/**
 * Returns a lookup over the regular files of a tree that make one of the wanted objects, of whatever type. @param except keys of paths (see
 * pathKey) that do not count
 */
export function findMakers(
  files: TreeFiles,
  mapper: Mapper,
  wanted: readonly Identity[],
  except: ReadonlySet<string>,
): Lookup<Maker> {
  const wantedNames = identityLookup(wanted);
  const mayMake = mapper.makers([...new Set(wanted.map(({ objn }) => objn))]);
  const makers: Maker[] = [];
  for (const side of mayMake === null ? files.all() : files.matching(mayMake)) {
    if (!isFile(side) || except.has(side.path.text)) continue;
    for (const made of mapper.objectsOf(side.path)) {
      if (wantedNames.named(made.identity).length > 0) makers.push({ ...made, path: side.path, oid: side.oid });
    }
  }
  return lookup(makers, ({ identity }) => identity);
}
