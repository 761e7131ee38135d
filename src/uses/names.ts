/** Names and paths as sources write them, and the names by which sources refer to a file. */
import { pickNamePart, splitPath } from '../mapping/names.ts';
import type { ObjectType, Use, UsedName } from './use.ts';

/** In a makefile: any name, the same in all of a rule. */
export const anyName = '%';

/** Returns an object's name (or anyName) in upper case, without library and quotes; null for `*VALUE`, `&VARIABLE` or an invalid name. */
export function parseObjectName(written: string): string | null {
  const unqualified = written.slice(written.lastIndexOf('/') + 1).trim();
  const name = unqualified.replace(/^"(.*)"$/s, '$1');
  return name === anyName || /^[^\s*&%(){}'",;:]+$/.test(name) ? name.toUpperCase() : null;
}

/** Returns the use of an object as a list of one: `file` for a *FILE, else `bind`; [] if its name is not valid (see parseObjectName). */
export function toObjectUse(written: string, type: ObjectType, line: number): Use[] {
  const name = parseObjectName(written);
  return name === null ? [] : [{ kind: type === '*FILE' ? 'file' : 'bind', name: { as: 'object', name, type }, line }];
}

/** Returns the use of an include as a list of one; empty if the name is null. */
export const toIncludeUse = (name: UsedName | null, line: number): Use[] =>
  name === null ? [] : [{ kind: 'include', name, line }];

/** Makes a name of a path: as written, but with slashes for backslashes and without blanks around it; null if nothing is left. */
export function parsePath(written: string): UsedName | null {
  const path = written.trim().replaceAll('\\', '/');
  return path === '' ? null : { as: 'path', name: path };
}

/** Makes a name, in upper case, of a member and its file (`FILE`, `LIB/FILE`; null or invalid: any file); null if the member is invalid. */
export function parseMember(member: string, file: string | null): UsedName | null {
  const name = parseObjectName(member);
  return name === null ? null : { as: 'member', file: file === null ? null : parseObjectName(file), name };
}

/**
 * Parses the word after `/copy` or `include`: `LIB/FILE,MBR`, `FILE,MBR`, `,MBR` or `MBR` names a member, in upper case
 * and without the library; a path begins with a slash or, without a comma, has a slash, backslash or dot. Returns null if
 * it is empty, or the member is invalid; an invalid source file counts as none.
 */
export function parseIncludedName(written: string): UsedName | null {
  const comma = written.indexOf(',');
  if (written.startsWith('/') || (comma < 0 && /[/.\\]/.test(written))) return parsePath(written);
  return parseMember(written.slice(comma + 1), comma <= 0 ? null : written.slice(0, comma));
}

/**
 * Returns the names by which sources may refer to the file at a path, in upper case: `base` (`CUST.PGM.RPGLE`); `strict` ones, which
 * certainly mean it: base, the text before its last dot, and that before its first; `loose`, the text before its first dot or hyphen:
 * `CUST` of `cust - Customers.table`; `extension` and `folder` (right above it), empty if there is none. No leading dot or hyphen counts.
 */
export function deriveFileNames(path: string) {
  const { gpath, gfile } = splitPath(path.toUpperCase());
  const dot = gfile.indexOf('.', 1);
  return {
    base: gfile,
    strict: [gfile, pickNamePart(gfile, 'stem'), dot < 0 ? gfile : gfile.slice(0, dot)],
    loose: pickNamePart(gfile, 'name'),
    extension: pickNamePart(gfile, 'ext'),
    folder: gpath.slice(gpath.lastIndexOf('/') + 1),
  };
}

/** Returns the folder of a path, without a slash at its end; '' at the root. */
export const toFolder = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0));

/** Resolves a path from a folder ('' is the root, also as result); null if it leads out of the root, begins with `/`, or has `&` in it. */
export function resolvePath(folder: string, path: string): string | null {
  if (path.startsWith('/') || path.includes('&')) return null;
  const parts: string[] = [];
  for (const part of `${folder}/${path}`.split('/')) {
    if (part === '..' && parts.pop() === undefined) return null;
    if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  return parts.join('/');
}

/** Returns the `includePath` folders of an `iproj.json` (at `path`) as paths from the root, not those outside it; [] for invalid JSON. */
export function parseIncludePaths(path: string, text: string): string[] {
  try {
    const { includePath }: { includePath?: unknown } = Object(JSON.parse(text));
    const paths: readonly unknown[] = Array.isArray(includePath) ? includePath : [];
    return paths.flatMap((one) => (typeof one === 'string' ? (resolvePath(toFolder(path), one) ?? []) : []));
  } catch {
    return [];
  }
}
