/** The shared parts of the pattern language: its error, its limits, the form of a class. */

export class GlobError extends Error {
  readonly found: string;
  readonly right: string;

  constructor(found: string, right: string) {
    super(`${found}; ${right}`);
    this.name = 'GlobError';
    this.found = found;
    this.right = right;
  }
}

/** Characters that `\` makes plain. */
export const specials = '*?{}[],\\';

/** Most UTF-16 units of a pattern: far more than a path has, and few enough to walk recursively. */
export const longestPattern = 1000;

export const mostAlternatives = 256;

/** Most UTF-16 units of all alternatives together: one regular expression holds them with ease. */
export const longestWrittenOut = 10_000;

/** Matches a class, `[a-z]` or `[!a-z]`; a `]` right after the opening belongs to it. Any other `[` is plain. */
export const classSource = '\\[(?:[!^][^/]|[^/!^])[^\\]/]*\\]';

const classAtStart = new RegExp(`^${classSource}`, 'u');

/** Returns the index of the `]` that closes the class opened at `at`; `at` itself for a plain `[`. */
export function classEnd(pattern: string, at: number): number {
  const length = classAtStart.exec(pattern.slice(at))?.[0].length ?? 1;
  return at + length - 1;
}
