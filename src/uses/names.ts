/** Names and paths as sources write them, and the names by which sources refer to a file. */
import { namePart, pathParts } from '../mapping/names.ts';
import type { ObjectType, Use, UsedName, UseKind } from './use.ts';

/** In a makefile: any name, the same in all of a rule. */
export const anyName = '%';

/**
 * Returns the name of an object in upper case, without library and quotes, or anyName; null: empty, a special value
 * (`*`), a variable (`&`), another pattern, or a name with a blank.
 */
export function objectName(written: string): string | null {
  const name = written
    .slice(written.lastIndexOf('/') + 1)
    .trim()
    .replace(/^"(.*)"$/s, '$1');
  return name === anyName || /^[^\s*&%(){}'",;:]+$/.test(name) ? name.toUpperCase() : null;
}

/** Returns the use of an object; none if the name is invalid. */
export function objectUse(kind: UseKind, written: string, type: ObjectType, line: number): Use[] {
  const name = objectName(written);
  return name === null ? [] : [{ kind, name: { as: 'object', name, type }, line }];
}

/** Returns the use of a file, with or without its library. */
export function fileUse(written: string, line: number): Use[] {
  return objectUse('file', written, '*FILE', line);
}

/** Returns the use of an include; none without a name. */
export function includeUse(name: UsedName | null, line: number): Use[] {
  return name === null ? [] : [{ kind: 'include', name, line }];
}

/** Returns the name of a path, with slashes; null: it is empty. */
export function pathNamed(written: string): UsedName | null {
  const path = written.trim().replaceAll('\\', '/');
  return path === '' ? null : { as: 'path', path };
}

/** Returns the name of a member, and of its source file (`LIB/FILE`, `FILE`) if valid; null: an invalid member. */
export function memberNamed(member: string, file: string | null): UsedName | null {
  const name = objectName(member);
  return name === null ? null : { as: 'member', file: file === null ? null : objectName(file), member: name };
}

/**
 * Parses the word after `/copy` or `include`: `LIB/FILE,MBR`, `FILE,MBR`, `,MBR` or `MBR` names a member, in upper case and
 * without the library; a path begins with a slash or, without a comma, has a slash, backslash or dot. Null: empty, or no valid
 * member; an invalid file counts as none.
 */
export function wordNamed(written: string): UsedName | null {
  const comma = written.indexOf(',');
  if (written.startsWith('/') || (comma < 0 && /[/.\\]/.test(written))) return pathNamed(written);
  return comma < 0
    ? memberNamed(written, null)
    : memberNamed(written.slice(comma + 1), comma === 0 ? null : written.slice(0, comma));
}

/** The names of a file, all in upper case. */
export interface Called {
  /** `CUST.PGM.RPGLE` */
  readonly base: string;
  /** Names that certainly mean it: the base name, and the text before its last and its first dot. */
  readonly strict: readonly string[];
  /** The name before a description: `CUST` of `cust-Customer_file.table`. All strict ones begin with it. */
  readonly loose: string;
  /** The text after the last dot; empty without one. */
  readonly extension: string;
  /** The folder, which has the name of the source file; empty at the root. */
  readonly folder: string;
}

/** Returns the names of the file at a path, which need not exist. A dot in the first place begins no extension. */
export function called(path: string): Called {
  const { gpath, gfile } = pathParts(path.toUpperCase());
  const [name, stem, ext] = [namePart(gfile, 'name'), namePart(gfile, 'stem'), namePart(gfile, 'ext')];
  const dot = gfile.indexOf('.', 1);
  return {
    base: gfile,
    strict: [gfile, stem, dot < 0 ? gfile : gfile.slice(0, dot)],
    loose: name,
    extension: ext,
    folder: gpath.slice(gpath.lastIndexOf('/') + 1),
  };
}

/** Resolves paths within a repository. */

/** Returns the folder of a path; empty at the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

/** Resolves a path from a folder; empty: the root of the repository; null: it leads out of it, begins with `/`, or has a variable (`&`). */
export function joined(folder: string, path: string): string | null {
  if (path.startsWith('/') || path.includes('&')) return null;
  const parts: string[] = [];
  for (const part of `${folder}/${path}`.split('/')) {
    if (part === '..' && parts.pop() === undefined) return null;
    if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  return parts.join('/');
}

/** Returns the folders in `includePath` of the text of an `iproj.json` at a path, from the root; none in invalid JSON. */
export function includePathsOf(path: string, text: string): string[] {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return [];
  }
  const paths = typeof read === 'object' && read !== null && 'includePath' in read ? read.includePath : null;
  if (!Array.isArray(paths)) return [];
  return paths.flatMap((one) => (typeof one === 'string' ? (joined(folderOf(path), one) ?? []) : []));
}
