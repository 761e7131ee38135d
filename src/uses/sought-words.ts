import { nameParts, pathParts } from '../mapping/names.ts';
import { called } from './called.ts';
import { makes, type ObjectsOf, typeLeftOut } from './made-objects.ts';
import type { UsedName } from './use.ts';

/** What to search the sources for, to find those that use some files. */
export interface Sought {
  /** Words, in upper case, of which one stands in every source that uses one of the files, in whatever case. */
  readonly words: readonly string[];
  /** Extended regular expressions, which stand in those that do not hold such a word whole. */
  readonly patterns: readonly string[];
  /** False for a name that none of the files has: what it names need not be looked up. */
  mayMean(name: UsedName): boolean;
}

/** The screen designer breaks DDS at column 80, also in the middle of a name: `REFFLD(CUSTNO *LIBL/CU-`. */
const brokenName = '/[^/ ()]*-.?$';

/** Everything by which sources can name these files: their names, and those of the objects that they make. */
export function soughtWords(paths: readonly string[], objectsOf: ObjectsOf): Sought {
  const names = new Set<string>();
  const words = new Set<string>();
  for (const path of paths) {
    const { strict, loose } = called(path);
    const objects = objectsOf(path).map(({ objn }) => objn);
    for (const name of [...strict, loose, ...objects]) names.add(name.toUpperCase());
    // The name in front of a text begins every other one of the file.
    words.add(sureText(nameParts(pathParts(path).gfile).name));
    for (const object of objects) if (!object.toUpperCase().includes(loose)) words.add(sureText(object));
  }
  const isFile = paths.some((path) => {
    const objects = objectsOf(path);
    return objects.length > 0 ? makes(path, objects, ['*FILE']) : typeLeftOut(path) === '*FILE';
  });
  return {
    words: [...words].toSorted(),
    patterns: isFile ? [brokenName] : [],
    mayMean: (name) => spellings(name).some((one) => names.has(one)),
  };
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
