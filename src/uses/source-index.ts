/** Indexes the files of a repository by all names that a use can have for them. */
import type { MakerFilter } from '../mapping/makers.ts';
import { cacheByKeys, once } from './cached.ts';
import { findObjectType, isIncludable, isNoSource, makesOneOf, mayMakeOneOf, type ObjectsOf } from './made-objects.ts';
import { anyName, deriveFileNames, toFolder } from './names.ts';
import { areOfOneLanguage, findIncludeLanguage } from './source-uses.ts';

/** Lists of candidates, the better ones first. */
type CandidateLists = (readonly string[])[];
type FindPaths = (key: string) => readonly string[];

/** Extensions that compilers find by the whole name only: without it, a source of that name is as likely meant. */
const unknownToCompilers = /\.(?:rpginc|rpgle_h|inc|copy)$/i;

/** Most names to look up one by one; for more, an index of all objects is as quick. */
const mostNames = 20;

export type SourceIndex = ReturnType<typeof createSourceIndex>;

/**
 * Returns functions that look up paths, by names in upper case: `at` by the whole path, `members` and `includes` by the member's name,
 * `makers` by an object. Each makes an index of all paths only for the 21st name. @param mayMake saves calls of objectsOf until then
 */
export function createSourceIndex(paths: readonly string[], objectsOf: ObjectsOf, mayMake: MakerFilter) {
  const pathsWith = createPathFinder(paths);
  const at = createLazyLookup(
    (path) => pathsWith(`\0${path}\0`),
    indexByKeys(paths, (path) => [path.toUpperCase()]),
  );
  const listNames = (path: string) => {
    const { strict, loose } = deriveFileNames(path);
    return [...strict, loose];
  };
  const byAnyName = createLazyLookup(
    (name) => pathsWith(name).filter((path) => listNames(path).includes(name)),
    indexByKeys(paths, listNames),
  );
  // A use of CUST never means `CUST.RPGLE.properties`.
  const meant = (found: readonly string[]) => found.filter((path) => !isNoSource(path, objectsOf));
  const byName = (name: string) => meant(byAnyName(name));
  const objectsIn = (path: string) => objectsOf(path).map(({ objn }) => objn.toUpperCase());
  const findMadeBy = (name: string) => {
    const isLike = mayMake([name]) ?? (() => true);
    return paths.filter((path) => {
      const start = path.lastIndexOf('/') + 1;
      return isLike(path.slice(start), path.slice(0, start)) && objectsIn(path).includes(name);
    });
  };
  const byObject = createLazyLookup(findMadeBy, indexByKeys(paths, objectsIn));
  const members = cacheByKeys((name: string, folder: string | null) => {
    const found = byName(name).filter((path) => folder === null || deriveFileNames(path).folder === folder);
    return splitByTest(found, (path) => deriveFileNames(path).strict.includes(name));
  });
  /** Files that sources of a language can include by a name, in folders so named (null: any); `byFolder`: those with that whole stem. */
  const includable = cacheByKeys((name: string, folder: string | null, language: string | null) => {
    const isLookedFor = (path: string) => name.includes('.') || !unknownToCompilers.test(path);
    const isMeant = (path: string) =>
      isIncludable(path, objectsOf(path)) &&
      (name.includes('.') || areOfOneLanguage(language, findIncludeLanguage(path)));
    const lists = members(name, folder).flatMap((found) =>
      splitByTest(found.filter(isMeant), (path) => objectsOf(path).length === 0 && isLookedFor(path)),
    );
    const whole = lists.flat().filter((path) => deriveFileNames(path).strict[1] === name);
    return { lists, byFolder: Map.groupBy(whole, toFolder) };
  });
  return {
    /** By the whole path. */
    at,
    /** By the member's name: two lists, `strict` names (see deriveFileNames), then `loose` ones. A folder of null means any. */
    members,
    /**
     * By the member's name, among files that `user` can include: not binder source, commands, files that make only *FILEs or, for a name
     * without extension, sources of another language. Four lists: of `strict` names those without an object whose extension compilers
     * look for (if none is in the user's folder, also others there of that whole name), then others; of `loose` names the same two.
     */
    includes: (name: string, folder: string | null, user: string): CandidateLists => {
      const { lists, byFolder } = includable(name, folder, findIncludeLanguage(user));
      const beside = byFolder.get(toFolder(user)) ?? [];
      const [free = [], ...others] = lists;
      const isAdded = beside.length > 0 && !beside.some((path) => free.includes(path));
      return isAdded ? [[...free, ...beside], ...others] : lists;
    },
    /** Lists of files that make an object so named (anyName: any) of a type: type known; type open; left-out files by name, extension. */
    makers: (name: string, types: readonly string[]): CandidateLists => {
      const isAny = name === anyName;
      const named = (path: string) => objectsOf(path).filter(({ objn }) => isAny || objn.toUpperCase() === name);
      const made = meant(isAny ? paths : byObject(name)).filter((path) => makesOneOf(path, named(path), types));
      const told = splitByTest(made, (path) => named(path).some((object) => findObjectType(path, object) !== null));
      const mayMakeIt = (path: string) => objectsOf(path).length === 0 && mayMakeOneOf(path, objectsOf, types);
      return [...told, byName(name).filter(mayMakeIt)];
    },
  };
}

/** Returns a function that looks up the first 20 different keys by `one`, and keeps what they find; it looks up all later keys by `all`. */
function createLazyLookup(one: FindPaths, all: FindPaths): FindPaths {
  const known = new Map<string, readonly string[]>();
  return (key) => {
    const found = known.get(key) ?? (known.size < mostNames ? one(key) : all(key));
    if (known.size < mostNames) known.set(key, found);
    return found;
  };
}

/** Returns a function that finds, in order, the paths with a text (upper case), in any case; NUL in the text is a path's start or end. */
function createPathFinder(paths: readonly string[]): FindPaths {
  const joined = once(() => `\0${paths.join('\0')}\0`.toUpperCase());
  return (text) => {
    const all = joined();
    const found: string[] = [];
    let path = -1;
    for (let at = all.indexOf(text), end = 0; at >= 0 && end >= 0; at = all.indexOf(text, end)) {
      for (; end >= 0 && end <= at; end = all.indexOf('\0', end + 1)) path += 1;
      found.push(...paths.slice(path, path + 1));
    }
    return found;
  };
}

/** Returns a function that finds paths by key, in their order (none for an unknown key); it makes the index at its first call. */
function indexByKeys(paths: readonly string[], keysOf: (path: string) => readonly string[]): FindPaths {
  const listEntries = (path: string) => Array.from(new Set(keysOf(path)), (key) => ({ key, path }));
  const index = once(() => Map.groupBy(paths.flatMap(listEntries), ({ key }) => key));
  return (key) => (index().get(key) ?? []).map(({ path }) => path);
}

/** Splits paths into two lists: those that pass the test, then the rest. */
function splitByTest(paths: readonly string[], test: (path: string) => boolean): string[][] {
  const { yes = [], no = [] } = Object.groupBy(paths, (path) => (test(path) ? 'yes' : 'no'));
  return [yes, no];
}
