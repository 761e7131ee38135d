import { nameParts, pathParts } from '../mapping/names.ts';
import { called } from './called.ts';
import { isTarget, makes, type ObjectsOf, typeLeftOut } from './made-objects.ts';
import type { UsedName } from './use.ts';

/** What to search the sources for, to find those that use some files. */
export interface SoughtWords {
  /**
   * Words, in upper case, of which one stands in every source that uses one of the files, in any case. One that is
   * empty stands everywhere; so do too many.
   */
  readonly words: readonly string[];
  /**
   * Regular expressions, the same to Git and to JavaScript, of which one stands in DDS that does not hold such a word
   * whole.
   */
  readonly patterns: readonly string[];
  /** The names of the files, as far as the first dot or text, and of what they make, in upper case. */
  readonly names: readonly string[];
  /** False for a name that none of the files has: what it names need not be looked up. */
  mayMean(name: UsedName): boolean;
}

/** For more names, all sources are as quickly read. */
export const mostNames = 20;

/**
 * Everything by which sources can name these files: their names, and those of the objects that they make.
 *
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

/** DDS goes on in the next line behind + and -, also in the middle of a name: `REFFLD(CUSTNO *LIBL/CU-`. */
const goesOn = '[-+][ \t\r]*$';

/**
 * The beginnings of names at the end of a line, roughly: `C[US]*` for `CUST`. An expression that says it exactly takes
 * Git much longer.
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

/** The longest piece of a name that is written the same in every encoding, in upper case; it may be empty. */
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
