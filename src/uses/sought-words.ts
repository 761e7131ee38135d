import { pickNamePart, splitPath } from '../mapping/names.ts';
import { isStandInPath, mayMakeOneOf, type ObjectsOf } from './made-objects.ts';
import { anyName, deriveFileNames } from './names.ts';
import type { UsedName } from './use.ts';

/** What to search the sources for, to find those that use some files. */
export interface SoughtWords {
  /** Upper case, sorted: each source that uses one of the files has one of them, in any case. '' is in every source. */
  readonly words: readonly string[];
  /** Regular expressions of Git and JavaScript: one matches DDS in which such a word is split over two lines. */
  readonly patterns: readonly string[];
}

export interface Sought extends SoughtWords {
  /** The names of the files up to the first dot or description, and of their objects, in upper case. */
  readonly names: readonly string[];
  /** False for a name that none of the files has, which need not be resolved. */
  mayMean(name: UsedName): boolean;
}

/** Most names to search for; for more, reading all sources is as quick. */
export const mostNames = 20;

/** Returns a path as it is, and of a stand-in path (`ORD *BNDDIR`, see toStandInPath) the object's name. */
const withoutObjectType = (path: string) => (isStandInPath(path) ? path.slice(0, path.lastIndexOf(' ')) : path);

/**
 * Returns the names that sources can have for files, and the words (of names, objects, aliases) that find the users of those for which
 * `isSearched` is true. Over 20 words give only '', which all sources have, and no patterns. @param paths files, or stand-in paths
 * @param aliasesOf returns other names of a file, as SQL gives them
 */
export function collectSoughtWords(
  paths: readonly string[],
  objectsOf: ObjectsOf,
  aliasesOf: (path: string) => readonly string[],
  isSearched: (path: string) => boolean,
): Sought {
  const names = new Set([anyName]);
  const plain = new Set<string>();
  const words = new Set<string>();
  const files: string[] = [];
  for (const path of paths) {
    const { strict, loose } = deriveFileNames(withoutObjectType(path));
    const objects = objectsOf(path).map(({ objn }) => objn);
    const others = [...objects, ...aliasesOf(path)];
    for (const name of [loose, ...others]) plain.add(name.toUpperCase());
    for (const name of strict) names.add(name);
    if (words.size > mostNames || !isSearched(path)) continue;
    if (mayMakeOneOf(path, objectsOf, ['*FILE'])) files.push(...(objects.length > 0 ? objects : [loose]));
    // The name in front of a text begins every other one of the file.
    words.add(pickAsciiText(pickNamePart(splitPath(withoutObjectType(path)).gfile, 'name')));
    for (const name of others) if (!name.toUpperCase().includes(loose)) words.add(pickAsciiText(name));
  }
  const isMany = words.size > mostNames;
  return {
    words: isMany ? [''] : [...words].toSorted(),
    patterns: isMany ? [] : buildSplitPatterns(files),
    names: [...plain],
    mayMean: (name) => listComparedNames(name).some((one) => names.has(one) || plain.has(one)),
  };
}

/** Matches + or - at the end of a line: DDS continues in the next one, even in a name: `REFFLD(CUSTNO *LIBL/CU-`. */
const continuation = '[-+][ \t\r]*$';

/**
 * Returns regular expressions for continued lines of DDS that end in the beginning of a name: `C[US]*` and the continuation mark for
 * `CUST`. It matches more lines than it must, because Git takes much longer for an exact one. None for a single letter. If a name has other
 * characters than `[\w$#@]`, returns one for all continued lines.
 */
function buildSplitPatterns(names: readonly string[]): string[] {
  if (!names.every((name) => /^[\w$#@]+$/.test(name))) return [continuation];
  const starts = new Set(names.map((name) => name.toUpperCase().slice(0, -1)));
  starts.delete('');
  return [...starts].map((start) => {
    const first = start.startsWith('$') ? '\\$' : start.charAt(0);
    const more = [...new Set(start.slice(1))].join('');
    return `${first}${more === '' ? '' : `[${more}]*`}${continuation}`;
  });
}

/** Returns the longest piece of a name in ASCII (the same in every encoding), in upper case; '' if it has none. */
function pickAsciiText(name: string): string {
  const pieces = name.split(/[^ -~]+/).toSorted((one, other) => other.length - one.length);
  return (pieces[0] ?? '').toUpperCase();
}

/** Returns what `mayMean` compares of a name, in upper case; of a path: its `base` and `loose` (see deriveFileNames). */
function listComparedNames({ as, name }: UsedName): readonly string[] {
  if (as !== 'path') return [name.toUpperCase()];
  const { base, loose } = deriveFileNames(name);
  return [base, loose];
}
