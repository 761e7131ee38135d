/** Parses names as sources write them, and makes uses of them. */
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
