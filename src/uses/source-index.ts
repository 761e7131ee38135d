/** The files of a repository by all the names that a use can call them. */

import type { MakerFilter } from '../mapping/object-names.ts';
import { called } from './called.ts';
import { isNoSource, isOnlyFile, makes, type ObjectsOf, typeLeftOut, typeOf } from './made-objects.ts';
import { folderOf } from './relative-path.ts';
import { areOfOneLanguage, includedIn } from './source-uses.ts';

/** Lists of candidates, the better ones first. */
type CandidateLists = (readonly string[])[];

/** The target of a pattern rule: any object of its type. */
export const anyName = '%';

/** Finds files by name; names are in upper case. */
export interface SourceIndex {
  /** By the whole path. */
  at(path: string): readonly string[];
  /** By the member's name. @param folder null: in any. */
  members(name: string, folder: string | null): CandidateLists;
  /**
   * The same, but what the user can include: never what makes nothing but files, nor, where the name has no extension,
   * what is of another language. What makes no object comes first, unless its extension is one that no compiler looks
   * for, and what stands beside the user.
   */
  includes(name: string, folder: string | null, user: string): CandidateLists;
  /** By the object that they make. @param name that, or anyName. */
  makers(name: string, types: readonly string[]): CandidateLists;
}

/** Extensions of includes that a compiler finds by the whole name only: a source called so is as likely meant. */
const unknownToCompilers = /\.(?:rpginc|rpgle_h|inc|copy)$/i;

/** For more names, a list of all objects is as quickly made. */
const mostNames = 20;

/**
 * An index over paths. Each of its parts is made when it is first needed, in linear time: the mapping is asked about the
 * whole tree only when many objects are looked for.
 */
export function sourceIndex(paths: readonly string[], objectsOf: ObjectsOf, mayMake?: MakerFilter): SourceIndex {
  const byPath = grouped(paths, (path) => [path.toUpperCase()]);
  const namesOf = (path: string) => {
    const { strict, loose } = called(path);
    return [...strict, loose];
  };
  const byAnyName = fewOf(
    (name) => paths.filter((path) => isWithin(name, path) && namesOf(path).includes(name)),
    grouped(paths, namesOf),
  );
  // Of `CUST.RPGLE.properties` nobody speaks who says CUST.
  const meant = (found: readonly string[]) => found.filter((path) => !isNoSource(path, objectsOf));
  const byName = (name: string) => meant(byAnyName(name));
  const objectsIn = (path: string) => objectsOf(path).map(({ objn }) => objn.toUpperCase());
  const byAnyObject = grouped(paths, objectsIn);
  const madeBy = (name: string) => {
    const isLike = mayMake?.([name]) ?? (() => true);
    const mayBe = (path: string) => {
      const at = path.lastIndexOf('/') + 1;
      return isLike(path.slice(at), path.slice(0, at));
    };
    return paths.filter((path) => mayBe(path) && objectsIn(path).includes(name));
  };
  const byObject = mayMake === undefined ? byAnyObject : fewOf(madeBy, byAnyObject);
  const members = remembered((name: string, folder: string | null) => {
    const found = byName(name).filter((path) => folder === null || called(path).folder === folder);
    return parted(found, (path) => called(path).strict.includes(name));
  });
  /** What sources of a language can include, wherever they stand. */
  const includable = remembered((name: string, folder: string | null, language: string | null) => {
    const isLookedFor = (path: string) => name.includes('.') || !unknownToCompilers.test(path);
    const isMeant = (path: string) =>
      !isOnlyFile(path, objectsOf(path)) && (name.includes('.') || areOfOneLanguage(language, includedIn(path)));
    return members(name, folder).flatMap((found) =>
      parted(found.filter(isMeant), (path) => objectsOf(path).length === 0 && isLookedFor(path)),
    );
  });
  /** Of what can be included, what is called so and stands in each folder. */
  const byFolder = remembered((name: string, folder: string | null, language: string | null) => {
    const all = includable(name, folder, language).flat();
    return Map.groupBy(
      all.filter((path) => called(path).strict[1] === name),
      folderOf,
    );
  });
  return {
    at: byPath,
    members,
    includes: (name, folder, user) => {
      const language = includedIn(user);
      const lists = includable(name, folder, language);
      const beside = byFolder(name, folder, language).get(folderOf(user)) ?? [];
      const [free = []] = lists;
      return beside.every((path) => free.includes(path))
        ? lists
        : [[...new Set([...free, ...beside])], ...lists.slice(1)];
    },
    makers: (name, types) => {
      const isAny = name === anyName;
      const named = (path: string) => objectsOf(path).filter(({ objn }) => isAny || objn.toUpperCase() === name);
      const made = meant(isAny ? paths : byObject(name)).filter((path) => makes(path, named(path), types));
      const told = parted(made, (path) => named(path).some((object) => typeOf(path, object) !== null));
      // What the mapping leaves out is what its extension says.
      const unmapped = byName(name).filter((path) => {
        const type = objectsOf(path).length > 0 ? null : typeLeftOut(path);
        return type !== null && types.includes(type);
      });
      return [...told, unmapped];
    },
  };
}

/** A function that is asked the same again and again. */
function remembered<A extends readonly (string | null)[], T>(make: (...about: A) => T): (...about: A) => T {
  const known = new Map<string, T>();
  return (...about) => {
    const key = JSON.stringify(about);
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make(...about);
    known.set(key, made);
    return made;
  };
}

/** Looks for a few keys one by one; an index of all is made for more. */
function fewOf(
  one: (key: string) => readonly string[],
  all: (key: string) => readonly string[],
): (key: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (key) => {
    const found = known.get(key) ?? (known.size < mostNames ? one(key) : all(key));
    if (known.size < mostNames) known.set(key, found);
    return found;
  };
}

/** True where a name in upper case may stand in a path. Upper and lower case of other characters are of other lengths. */
function isWithin(name: string, path: string): boolean {
  return path.toUpperCase().includes(name);
}

/** Paths by keys; the index is made at the first question. */
function grouped(
  paths: readonly string[],
  keysOf: (path: string) => readonly string[],
): (key: string) => readonly string[] {
  let index: Map<string, string[]> | null = null;
  const make = () => {
    const made = new Map<string, string[]>();
    for (const path of paths) {
      for (const key of new Set(keysOf(path))) {
        const known = made.get(key);
        if (known === undefined) made.set(key, [path]);
        else known.push(path);
      }
    }
    return made;
  };
  return (key) => {
    index ??= make();
    return index.get(key) ?? [];
  };
}

/** What passes, and the rest. */
function parted(paths: readonly string[], test: (path: string) => boolean): string[][] {
  const yes: string[] = [];
  const no: string[] = [];
  for (const path of paths) (test(path) ? yes : no).push(path);
  return [yes, no];
}
