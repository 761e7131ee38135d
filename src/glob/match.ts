import type { Around, Glob } from './compile-glob.ts';
import { groupOf } from './expression.ts';

export type Captures = Readonly<Record<string, string>>;

/** What a pattern without captures gives. */
export const noCaptures: Captures = Object.freeze({});

/** The captures of a pattern that matches the whole text (`{}` when it has none), or null when it does not match. */
export function matchGlob(glob: Glob, text: string): Captures | null {
  const between = glob.around === null ? null : textBetween(glob.around, text);
  if (between !== null) return glob.captures[0] === undefined ? noCaptures : { [glob.captures[0]]: between };
  if (glob.captures.length === 0) return glob.expression.test(text) ? noCaptures : null;
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

/**
 * What stands in the place of the star or capture; null: nothing for sure, and the expression decides. Most names are
 * written as the pattern is, which is seen in a fifth of the time.
 */
function textBetween({ before, after }: Around, text: string): string | null {
  if (text.length <= before.length + after.length || !text.endsWith(after) || !text.startsWith(before)) return null;
  const between = text.slice(before.length, text.length - after.length);
  return between.includes('/') ? null : between;
}
