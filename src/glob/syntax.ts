/** What the parts of the pattern language share: its error, its limits, where a class ends. */

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

/** UTF-16 units of a pattern: far more than a path has, and few enough to walk recursively. */
export const longestPattern = 1000;

export const mostAlternatives = 256;

/** UTF-16 units of all alternatives together: what one regular expression holds with ease. */
export const longestWrittenOut = 10_000;

/** A class, `[a-z]` or `[!a-z]`; a `]` right after the opening belongs to it. Any other `[` is a plain character. */
export const classSource = '\\[(?:[!^][^/]|[^/!^])[^\\]/]*\\]';

const classAtStart = new RegExp(`^${classSource}`, 'u');

/** Index of the `]` that closes the class opened at `at`; `at` itself where the `[` is a plain character. */
export function classEnd(pattern: string, at: number): number {
  const length = classAtStart.exec(pattern.slice(at))?.[0].length ?? 1;
  return at + length - 1;
}
