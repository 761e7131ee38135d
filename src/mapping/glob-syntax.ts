/** What the parts of the pattern language share: its error, its limits, where a class ends. */

/** A pattern that cannot be read. */
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

/** How many alternatives the choices of one pattern may make when written out. */
export const mostAlternatives = 256;

/** Index of the `]` that closes the class opened at `at`, or -1: then the `[` is a plain character. */
export function classEnd(pattern: string, at: number): number {
  const negated = pattern[at + 1] === '!' || pattern[at + 1] === '^';
  // A `]` right after the opening belongs to the class.
  const end = pattern.indexOf(']', at + (negated ? 3 : 2));
  return end > at && !pattern.slice(at, end).includes('/') ? end : -1;
}
