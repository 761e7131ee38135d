import type { Around, Glob } from './compile-glob.ts';
import { groupOf } from './expression.ts';

export type Captures = Readonly<Record<string, string>>;

/** What a pattern without captures gives. */
export const noCaptures: Captures = Object.freeze({});

/** The captures of a pattern that matches the whole text (`{}` when it has none), or null when it does not match. */
export function matchGlob(glob: Glob, text: string): Captures | null {
  const { around, captures } = glob;
  const [first] = captures;
  if (around !== null && isAround(around, text)) {
    const { before, after } = around;
    return first === undefined ? noCaptures : { [first]: text.slice(before.length, text.length - after.length) };
  }
  if (first === undefined) return glob.expression.test(text) ? noCaptures : null;
  const groups = glob.expression.exec(text)?.groups;
  if (groups === undefined) return null;
  const found: Record<string, string> = {};
  for (const name of captures) {
    // A capture of another alternative has no value.
    const value = groups[groupOf(name)];
    if (value !== undefined) found[name] = value;
  }
  return found;
}

/**
 * True for a name that is written as the pattern is, as most are, which is seen quickly; of others the expression decides.
 */
function isAround({ before, after }: Around, text: string): boolean {
  const isLonger = text.length > before.length + after.length;
  return isLonger && text.endsWith(after) && text.startsWith(before) && !text.includes('/');
}
