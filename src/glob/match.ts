import type { Glob } from './compile-glob.ts';
import { groupOf } from './expression.ts';

export type Captures = Readonly<Record<string, string>>;

/** The captures of a pattern that matches the whole text (`{}` when it has none), or null when it does not match. */
export function matchGlob(glob: Glob, text: string): Captures | null {
  if (glob.captures.length === 0) return glob.expression.test(text) ? {} : null;
  const groups = glob.expression.exec(text)?.groups;
  if (groups === undefined) return null;
  const captures: Record<string, string> = {};
  for (const name of glob.captures) {
    // A capture of another alternative has no value.
    const value = groups[groupOf(name)];
    if (value !== undefined) captures[name] = value;
  }
  return captures;
}
