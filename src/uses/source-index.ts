/** The files of a repository by all the names that a use can call them. */

import type { PathSearch } from '../mapping/object-names.ts';
import { called } from './called.ts';
import { isNoSource, isOnlyFile, makes, type ObjectsOf, typeLeftOut, typeOf } from './made-objects.ts';
import { folderOf } from './relative-path.ts';
import { mayInclude } from './source-uses.ts';

/** Lists of candidates, the better ones first. */
type Candidates = (readonly string[])[];

/** Finds files by name; names are in upper case. */
export interface SourceIndex {
  /** By the whole path. */
  at(path: string): readonly string[];
  /** By the member's name. @param folder null: in any. */
  members(name: string, folder: string | null): Candidates;
  /**
   * The same, but what the user can include: never what makes nothing but files, nor, where the name has no extension,
   * what is of another language. What makes no object comes first, and what stands beside the user.
   */
  includes(name: string, folder: string | null, user: string): Candidates;
  /** By the object that they make. */
  makers(name: string, types: readonly string[]): Candidates;
}

/** Tells by names alone which paths may make an object of one of these names; null: any may. */
export type MayMake = (objns: readonly string[]) => PathSearch | null;

/** For more names, a list of all objects is as quickly made. */
const mostNames = 20;

/**
 * An index over paths. Each of its parts is made when it is first needed, in linear time: the mapping is asked about the
 * whole tree only when many objects are looked for.
 */
export function sourceIndex(paths: readonly string[], objectsOf: ObjectsOf, mayMake?: MayMake): SourceIndex {
  const byPath = grouped(paths, (path) => [path.toUpperCase()]);
  const byAnyName = grouped(paths, (path) => {
    const { strict, loose } = called(path);
    return [...strict, loose];
  });
  // Of `CUST.RPGLE.properties` nobody speaks who says CUST.
  const meant = (found: readonly string[]) => found.filter((path) => !isNoSource(path, objectsOf));
  const byName = (name: string) => meant(byAnyName(name));
  const objectsIn = (path: string) => objectsOf(path).map(({ objn }) => objn.toUpperCase());
  const byAnyObject = grouped(paths, objectsIn);
  const known = new Map<string, readonly string[]>();
  const byObject = (name: string) => {
    if (mayMake === undefined || known.size === mostNames) return known.get(name) ?? byAnyObject(name);
    const search = mayMake([name]);
    const mayBe = (path: string) => search === null || path.search(search.pattern) >= 0;
    const found = known.get(name) ?? paths.filter((path) => mayBe(path) && objectsIn(path).includes(name));
    known.set(name, found);
    return found;
  };
  const members: SourceIndex['members'] = (name, folder) => {
    const found = byName(name).filter((path) => folder === null || called(path).folder === folder);
    return parted(found, (path) => called(path).strict.includes(name));
  };
  return {
    at: byPath,
    members,
    includes: (name, folder, user) => {
      const isBeside = (path: string) =>
        path !== user && folderOf(path) === folderOf(user) && called(path).strict[1] === name;
      return members(name, folder).flatMap((found) => {
        const free: string[] = [];
        const making: string[] = [];
        for (const path of found) {
          const objects = objectsOf(path);
          if (isOnlyFile(path, objects) || !(name.includes('.') || mayInclude(user, path))) continue;
          (objects.length === 0 || isBeside(path) ? free : making).push(path);
        }
        return [free, making];
      });
    },
    makers: (name, types) => {
      const named = (path: string) => objectsOf(path).filter(({ objn }) => objn.toUpperCase() === name);
      const made = meant(byObject(name)).filter((path) => makes(path, named(path), types));
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
export function parted(paths: readonly string[], test: (path: string) => boolean): string[][] {
  const yes: string[] = [];
  const no: string[] = [];
  for (const path of paths) (test(path) ? yes : no).push(path);
  return [yes, no];
}
