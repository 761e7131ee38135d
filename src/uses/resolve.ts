import type { MakerFilter } from '../mapping/makers.ts';
import { cacheByKey } from './cached.ts';
import type { ObjectsOf } from './made-objects.ts';
import { anyName, deriveFileNames, resolvePath, toFolder } from './names.ts';
import { createSourceIndex, type SourceIndex } from './source-index.ts';
import { canBeIncluded, findIncludeLanguage } from './source-uses.ts';
import type { Use, UsedName, UseKind } from './use.ts';

interface SourceTree {
  readonly paths: readonly string[];
  readonly deleted: readonly string[];
  readonly objectsOf: ObjectsOf;
  /** Finds by paths alone the files that may make an object of some name. */
  readonly mayMake: MakerFilter;
  /** `includePath` of `iproj.json`, from the root of the repository (see parseIncludePaths). */
  readonly includePaths: readonly string[];
  /** Finds the sources that say they make an object whose name no file has. */
  readonly others: (name: UsedName & { readonly as: 'object' }) => readonly string[];
}

/**
 * Returns the files that a use means, sorted: none if it is not found, several if the name is ambiguous. A file that means itself gets
 * itself. A name with `%` (isPatternName) means one name for each object of the user. @param user the file that has the
 * use; '' for the makers of an object, where anyName means all of its type @param from the source that states it: paths begin in its folder
 */
export type Resolve = (user: string, use: Pick<Use, 'kind' | 'name'>, from?: string) => readonly string[];

/** Objects that a use without a type can mean. */
const typesOfKind: Readonly<Record<UseKind, readonly string[]>> = {
  include: ['*FILE'],
  file: ['*FILE'],
  bind: ['*MODULE', '*SRVPGM', '*BNDDIR'],
};

/**
 * Returns a function (see Resolve) that finds the files which a name in a source means, as compilers do (design §13).
 * Of several files the user itself is left out, and deleted ones if another is there. An include means its own user
 * only if there is no other candidate. An object of no file is looked up by `others`. The first call makes the index.
 */
export function createResolver(tree: SourceTree): Resolve {
  const index = createSourceIndex([...new Set([...tree.paths, ...tree.deleted])], tree.objectsOf, tree.mayMake);
  const deleted = new Set(tree.deleted).difference(new Set(tree.paths));
  const present = cacheByKey((found: readonly string[]) => {
    const there = found.filter((path) => !deleted.has(path));
    return (there.length > 0 ? there : found).toSorted();
  });
  // A name means the same to all sources of a folder, except to the one that it means.
  const known = new Map<string, (readonly string[])[]>();
  const resolve: Resolve = (user, use, from = user) => {
    if (user !== '' && isPatternName(use.name)) {
      const names = tree.objectsOf(user).map(({ objn }) => expandPatternName(use.name, objn));
      return [...new Set(names.flatMap((name) => resolve(user, { ...use, name }, from)))];
    }
    const key = JSON.stringify([toFolder(from), toFolder(user), findIncludeLanguage(user), use.kind, use.name]);
    const lists = known.get(key) ?? [];
    if (!known.has(key)) {
      for (const found of listCandidates(index, [toFolder(from), '', ...tree.includePaths], user, use)) {
        if (found.length > 0) lists.push(present(found));
        // One more where the first may be no more than the user itself.
        if ((lists[0]?.length ?? 0) > 1 || lists.length > 1) break;
      }
      known.set(key, lists);
    }
    for (const found of use.kind === 'include' ? lists : lists.slice(0, 1)) {
      const others = found.length === 1 || !found.includes(user) ? found : found.filter((path) => path !== user);
      if (others[0] !== user) return others;
    }
    return lists[0] ?? (use.name.as === 'object' ? tree.others(use.name) : []);
  };
  return resolve;
}

/** True for a name of a pattern rule of makefiles, whose part after the last slash is `%` or begins with `%.`: `%.module`, `src/%.c`. */
export const isPatternName = ({ name }: UsedName): boolean => /(?:^|\/)%(?:\.[^/]*)?$/.test(name);

/** Returns a pattern rule's name with the name of an object in place of its first `%`; a member or object becomes that name. */
function expandPatternName(name: UsedName, object: string): UsedName {
  return { ...name, name: name.as === 'path' ? name.name.replace(anyName, () => object) : object };
}

/**
 * Yields lists of files that a name may mean, better ones first; some are empty. An object: the files that make it. A member: those of the
 * name in a folder of its file's name, then in any. A path: from each of `folders`, then by its file name in a folder named like its own,
 * then in any; X.H also as member X of a file H. @param folders where a path may begin
 */
function* listCandidates(
  index: SourceIndex,
  folders: readonly string[],
  user: string,
  { kind, name }: Pick<Use, 'kind' | 'name'>,
): Generator<readonly string[]> {
  const findMembers = (member: string, folder: string | null) => {
    if (kind === 'include') return index.includes(member, folder, user);
    const found = index.members(member, folder);
    // A member that is bound is binder source, never a source of a compiler.
    return kind === 'bind' ? found.map((paths) => paths.filter((path) => !canBeIncluded(path))) : found;
  };
  if (name.as === 'object') {
    yield* index.makers(name.name.toUpperCase(), name.type === null ? typesOfKind[kind] : [name.type]);
  } else if (name.as === 'member') {
    const member = name.name.toUpperCase();
    if (name.file !== null) yield* findMembers(member, name.file.toUpperCase());
    yield* findMembers(member, null);
  } else {
    for (const folder of folders) {
      const path = resolvePath(folder, name.name);
      if (path !== null) yield index.at(path.toUpperCase());
    }
    const { base, extension, loose, folder } = deriveFileNames(name.name);
    yield* findMembers(base, folder);
    yield* findMembers(base, null);
    // The header X.H is the member X of the source file H.
    if (extension !== '') yield* findMembers(loose, extension);
  }
}
