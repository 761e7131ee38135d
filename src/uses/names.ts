/** Names as sources write them, and the uses made of them. */

import type { ObjectType, Use, UsedName, UseKind } from './use.ts';

/** The name of an object without its library, or null: a special value, a variable, a pattern. */
export function objectName(written: string): string | null {
  const name = written
    .slice(written.lastIndexOf('/') + 1)
    .trim()
    .replace(/^"(.*)"$/s, '$1');
  return /^[^\s*&%(){}'",;:]+$/.test(name) ? name.toUpperCase() : null;
}

/** The use of an object; none where the name is not one. */
export function objectUse(kind: UseKind, written: string, type: ObjectType, line: number): Use[] {
  const name = objectName(written);
  return name === null ? [] : [{ kind, name: { as: 'object', name, type }, line }];
}

/** The use of a file, in its library or not. */
export function fileUse(written: string, line: number): Use[] {
  return objectUse('file', written, '*FILE', line);
}

/** The use of an include; none where it names nothing. */
export function includeUse(name: UsedName | null, line: number): Use[] {
  return name === null ? [] : [{ kind: 'include', name, line }];
}

/** A path, with slashes. */
export function pathNamed(written: string): UsedName | null {
  const path = written.trim().replaceAll('\\', '/');
  return path === '' ? null : { as: 'path', path };
}

/** A member, of a source file (`LIB/FILE`, `FILE`) where one is named. */
export function memberNamed(member: string, file: string | null): UsedName | null {
  const name = objectName(member);
  return name === null ? null : { as: 'member', file: file === null ? null : objectName(file), member: name };
}

/** What a word behind `/copy` or `include` names: `LIB/FILE,MBR`, `FILE,MBR`, `MBR`, or a path. */
export function wordNamed(written: string): UsedName | null {
  const comma = written.indexOf(',');
  if (written.startsWith('/') || (comma < 0 && /[/.\\]/.test(written))) return pathNamed(written);
  return comma < 0
    ? memberNamed(written, null)
    : memberNamed(written.slice(comma + 1), comma === 0 ? null : written.slice(0, comma));
}
