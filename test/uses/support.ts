import type { ObjectsOf } from '../../src/uses/made-objects.ts';
import type { Edge } from '../../src/uses/reach.ts';
import type { UsedName, UseKind } from '../../src/uses/use.ts';

/** A mapping as a table: `CUST *FILE` by path; a path that is not in it makes no object. */
export function objectsFrom(table: Readonly<Record<string, string>>): ObjectsOf {
  return (path) => {
    const [objn, objt] = table[path]?.split(' ') ?? [];
    return objn === undefined ? [] : [{ objn, objt: objt ?? null }];
  };
}

export const byPath = (path: string): UsedName => ({ as: 'path', name: path });
export const byMember = (member: string, file: string | null = null): UsedName => ({
  as: 'member',
  file,
  name: member,
});
type ObjectName = Extract<UsedName, { as: 'object' }>;
export const byObject = (name: string, type: ObjectName['type'] = null): UsedName => ({ as: 'object', name, type });

/** `ORD100 include CUST`, `ORDPGM bind ORDMOD`; `by path`: named by a source, `?`: it may mean another, too. */
export function edge(text: string): Edge {
  const [user = '', kind = '', used = '', ...more] = text.split(' ');
  const byObject = !more.includes('path') && kind !== 'include';
  return { user, used, kind: kind as UseKind, byObject, ambiguous: more.includes('?') };
}
