/**
 * What files make, read from a story's mapping by the oracle alone: two kinds of patterns, the first that matches wins,
 * and an object is named by the file's name up to its first point and its first dash.
 */
import type { Tree } from '../history.ts';
import { appl, type StoryMapping } from '../mapping.ts';

/** An object at a level, `ORD/10 CUST *FILE`. */
export type ObjectKey = string;

/** Where the branch goes; null: nowhere. */
export function levelOf(mapping: StoryMapping, branch: string): number | null {
  const fits = (name: string) => (name.endsWith('/**') ? branch.startsWith(name.slice(0, -2)) : branch === name);
  return mapping.branches.find(({ names }) => names.some(fits))?.lvl ?? null;
}

/** The object that a file makes at a level; null: none, it is skipped or not mapped. */
export function objectOf(mapping: StoryMapping, lvl: number, path: string): ObjectKey | null {
  const lower = path.toLowerCase();
  const rule = mapping.rules.find(({ ending, under }) =>
    ending === undefined ? lower.startsWith(`${under}/`) : lower.endsWith(ending.toLowerCase()),
  );
  if (rule === undefined || rule.makes === null) return null;
  const file = path.slice(path.lastIndexOf('/') + 1);
  const name = `${file.split(/[.-]/)[0] ?? ''}${rule.suffix ?? ''}`;
  return `${appl}/${lvl} ${name.toUpperCase()} ${rule.makes.objt}`;
}

/** The object that a request or a row of a report names. */
export function keyOf(named: { appl: string; lvl: number; objn: string; objt: string }): ObjectKey {
  return `${named.appl}/${named.lvl} ${named.objn.toUpperCase()} ${named.objt}`;
}

/** The name in a key. */
export function nameIn(key: ObjectKey): string {
  return key.split(' ')[1] ?? '';
}

/** The files of a tree that make each object. */
export function makersIn(tree: Tree, mapping: StoryMapping, lvl: number): Map<ObjectKey, string[]> {
  const makers = new Map<ObjectKey, string[]>();
  for (const path of tree.keys()) {
    const key = objectOf(mapping, lvl, path);
    if (key !== null) makers.set(key, [...(makers.get(key) ?? []), path]);
  }
  return makers;
}
