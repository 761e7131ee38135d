import { nameParts, pathParts } from '../mapping/names.ts';
import { called } from './called.ts';
import { isTarget, makes, type ObjectsOf, typeLeftOut } from './made-objects.ts';
import type { UsedName } from './use.ts';

/** What to search the sources for, to find those that use some files. */
export interface SoughtWords {
  /**
   * Words, in upper case: every source that uses one of the files has one of them, in any case. An empty word, also used in
   * place of too many, is in every source.
   */
  readonly words: readonly string[];
  /**
   * Regular expressions, the same for Git and for JavaScript: one matches DDS in which such a word is split over two lines.
   */
  readonly patterns: readonly string[];
  /** The names of the files up to the first dot or description, and of their objects, in upper case. */
  readonly names: readonly string[];
  /** False for a name that none of the files has, which need not be resolved. */
  mayMean(name: UsedName): boolean;
}

/** Most names to search for; for more, reading all sources is as quick. */
export const mostNames = 20;

/**
 * Returns what sources can name these files by: the files' names, those of their objects, and aliases. `words` narrows the
 * search (`''` where there are too many: every source is read), `mayMean` then decides, in any case of letters.
 *
 * @param paths files, or objects that no file makes, as `ORD *BNDDIR`.
 * @param aliases other names of a file, as SQL gives them.
 */
export function soughtWords(
  paths: readonly string[],
  objectsOf: ObjectsOf,
  aliases: (path: string) => readonly string[] = () => [],
): SoughtWords {
  const names = new Set<string>();
  const words = new Set<string>();
  const files = new Set<string>();
  const plain = new Set<string>();
  for (const path of paths) {
    // What only a makefile or a command makes has no file: `ORD *BNDDIR`.
    const file = isTarget(path) ? path.slice(0, path.lastIndexOf(' ')) : path;
    const { strict, loose } = called(file);
    const objects = objectsOf(path).map(({ objn }) => objn);
    const others = [...objects, ...aliases(path)];
    for (const name of [...strict, loose, ...others]) names.add(name.toUpperCase());
    for (const name of [loose, ...others]) plain.add(name.toUpperCase());
    if (isFile(path, objectsOf)) for (const name of objects.length > 0 ? objects : [loose]) files.add(name);
    // The name in front of a text begins every other one of the file.
    words.add(sureText(nameParts(pathParts(file).gfile).name));
    for (const name of others) if (!name.toUpperCase().includes(loose)) words.add(sureText(name));
  }
  const isMany = words.size > mostNames;
  return {
    words: isMany ? [''] : [...words].toSorted(),
    patterns: isMany ? [] : brokenNames([...files]),
    names: [...plain],
    mayMean: (name) => spellings(name).some((one) => names.has(one)),
  };
}

function isFile(path: string, objectsOf: ObjectsOf): boolean {
  const objects = objectsOf(path);
  return objects.length > 0 ? makes(path, objects, ['*FILE']) : typeLeftOut(path) === '*FILE';
}

/** Matches + or - at the end of a line: DDS continues in the next line, even within a name: `REFFLD(CUSTNO *LIBL/CU-`. */
const goesOn = '[-+][ \t\r]*$';

/**
 * Returns expressions for beginnings of names at the end of a line, roughly: `C[US]*` for `CUST`. An exact one takes Git
 * much longer.
 */
function brokenNames(names: readonly string[]): string[] {
  if (!names.every((name) => /^[\w$#@]+$/.test(name))) return [goesOn];
  const starts = new Set(names.map((name) => name.toUpperCase().slice(0, -1)));
  starts.delete('');
  return [...starts].map((start) => {
    const first = start.startsWith('$') ? '\\$' : start.charAt(0);
    const more = [...new Set(start.slice(1))].join('');
    return `${first}${more === '' ? '' : `[${more}]*`}${goesOn}`;
  });
}

/** Returns the longest piece of a name that is the same in every encoding, in upper case; it may be empty. */
function sureText(name: string): string {
  const pieces = name.split(/[^ -~]+/).toSorted((one, other) => other.length - one.length);
  return (pieces[0] ?? '').toUpperCase();
}

function spellings(name: UsedName): readonly string[] {
  if (name.as === 'member') return [name.member.toUpperCase()];
  if (name.as === 'object') return [name.name.toUpperCase()];
  const { base, loose } = called(name.path);
  return [base, loose];
}
