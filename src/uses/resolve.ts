import { called } from './called.ts';
import type { ObjectsOf } from './made-objects.ts';
import { folderOf, joined } from './relative-path.ts';
import { type MayMake, type SourceIndex, sourceIndex } from './source-index.ts';
import type { Use, UseKind } from './use.ts';

/** What names are looked up in. */
export interface SourceTree {
  /** The files at head. */
  readonly paths: readonly string[];
  /** Files that the push deleted: a name that only they would answer means them. */
  readonly deleted: readonly string[];
  readonly objectsOf: ObjectsOf;
  /** Tells by names alone which paths may make an object of some name; absent: any may. */
  readonly mayMake?: MayMake | undefined;
  /** `includePath` of `iproj.json`, from the root of the repository (see includePathsOf). */
  readonly includePaths: readonly string[];
}

/**
 * The files that a use means, sorted: none when no file of the repository answers, several when it cannot be told which
 * one. A file that means itself gets itself.
 *
 * @param from the source that says so, where that is another, as `Rules.mk`: paths begin in its folder.
 */
export type Resolve = (user: string, use: Pick<Use, 'kind' | 'name'>, from?: string) => readonly string[];

/** Objects that a use without a type can mean. */
const typesOfKind: Readonly<Record<UseKind, readonly string[]>> = {
  include: ['*FILE'],
  file: ['*FILE'],
  bind: ['*MODULE', '*SRVPGM', '*BNDDIR'],
};

/** Resolves names as compilers do (design §13); case never counts. Costs nothing until it is asked. */
export function resolver(tree: SourceTree): Resolve {
  const index = sourceIndex([...new Set([...tree.paths, ...tree.deleted])], tree.objectsOf, tree.mayMake);
  const deleted = new Set(tree.deleted);
  for (const path of tree.paths) deleted.delete(path);
  return (user, use, from = user) => {
    for (const found of candidates(index, [folderOf(from), '', ...tree.includePaths], user, use)) {
      if (found.length === 0) continue;
      const there = found.filter((path) => !deleted.has(path));
      const meant = there.length > 0 ? there : found;
      const others = meant.filter((path) => path !== user);
      return (others.length > 0 ? others : meant).toSorted();
    }
    return [];
  };
}

/**
 * Candidates for a name: those of the first list that has any are meant.
 *
 * @param folders in which paths begin.
 */
function* candidates(
  index: SourceIndex,
  folders: readonly string[],
  user: string,
  { kind, name }: Pick<Use, 'kind' | 'name'>,
): Generator<readonly string[]> {
  const members = (member: string, folder: string | null) =>
    kind === 'include' ? index.includes(member, folder, user) : index.members(member, folder);
  if (name.as === 'object') {
    yield* index.makers(name.name.toUpperCase(), name.type === null ? typesOfKind[kind] : [name.type]);
  } else if (name.as === 'member') {
    const member = name.member.toUpperCase();
    if (name.file !== null) yield* members(member, name.file.toUpperCase());
    yield* members(member, null);
  } else {
    for (const folder of folders) {
      const path = joined(folder, name.path);
      if (path !== null) yield index.at(path.toUpperCase());
    }
    const { base, extension, loose, folder } = called(name.path);
    yield* members(base, folder);
    yield* members(base, null);
    // The header X.H is the member X of the source file H.
    if (extension !== '') yield* members(loose, extension);
  }
}
