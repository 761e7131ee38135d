import type { Around, Glob } from './compile-glob.ts';
import { groupOf } from './expression.ts';

export type Captures = Readonly<Record<string, string>>;

/** What a pattern without captures gives. */
export const noCaptures: Captures = Object.freeze({});

/** The captures of a pattern that matches the whole text (`{}` when it has none), or null when it does not match. */
export function matchGlob(glob: Glob, text: string): Captures | null {
  const { arounds, captures } = glob;
  const first = captures[0];
  const asWritten = arounds === null ? null : matchAsWritten(arounds, first, text);
  if (asWritten !== null) return asWritten;
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
 * The captures of a name that is written as the pattern is, as most are, which is seen quickly; null: the expression
 * decides.
 */
function matchAsWritten(arounds: readonly Around[], captured: string | undefined, text: string): Captures | null {
  if (captured === undefined) return arounds.some((around) => isAround(around, text)) ? noCaptures : null;
  // Of several alternatives a later one says what is captured only where none before it matches in another case.
  const around = arounds[0];
  if (around === undefined || !isAround(around, text)) return null;
  return { [captured]: text.slice(around.before.length, text.length - around.after.length) };
}

function isAround({ before, after }: Around, text: string): boolean {
  const isLonger = text.length > before.length + after.length;
  return isLonger && text.endsWith(after) && text.startsWith(before) && !text.includes('/');
}
