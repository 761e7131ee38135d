/**
 * What a pattern means, said as plainly as possible: every length of every part is tried, the shortest first. Far too
 * slow for use, and therefore what the compiled expression is held against.
 */

/** A part of a name: plain text, `*`, `?`, or a capture of any characters or of digits. */
export type Part = { text: string } | '*' | '?' | { word: string } | { number: string };
/** A name is what stands between two slashes; `**` any number of directories. */
export type Name = readonly Part[] | '**';

/** The pattern as it is written in a mapping. */
export function written(names: readonly Name[]): string {
  return names.map((name) => (name === '**' ? name : name.map(partWritten).join(''))).join('/');
}

function partWritten(part: Part): string {
  if (typeof part === 'string') return part;
  if ('text' in part) return part.text.replace(/[*?{}[\],\\]/g, '\\$&');
  return `{${'word' in part ? part.word : part.number}}`;
}

type Captures = Readonly<Record<string, string>>;

/** The captures, or null when the pattern does not match the whole path. Case counts. */
export function matchPath(names: readonly Name[], path: string | null): Captures | null {
  const [name, ...rest] = names;
  if (name === undefined) return path === null ? {} : null;
  if (name === '**') return matchDirectories(rest, path);
  if (path === null) return null;
  const slash = path.indexOf('/');
  const [own, below] = slash < 0 ? [path, null] : [path.slice(0, slash), path.slice(slash + 1)];
  // A star that is a whole name matches a name, and a name is not empty.
  const parts = name.length === 1 && name[0] === '*' ? (['?', '*'] as const) : name;
  return firstOf(matchName(parts, own), (captures) => {
    const others = matchPath(rest, below);
    return others === null ? null : { ...captures, ...others };
  });
}

/** `null` is the path behind the end of one: what is left of `x` for the `**` of `x/**`. */
function matchDirectories(rest: readonly Name[], path: string | null): Captures | null {
  if (rest.every((name) => name === '**')) return {};
  for (let left = path; left !== null; left = left.includes('/') ? left.slice(left.indexOf('/') + 1) : null) {
    const captures = matchPath(rest, left);
    if (captures !== null) return captures;
  }
  return null;
}

/** All ways to match a name, those with short captures first. */
function* matchName(parts: readonly Part[], text: string): Generator<Captures> {
  const [part, ...rest] = parts;
  if (part === undefined) {
    if (text === '') yield {};
    return;
  }
  for (let length = 0; length <= text.length; length += 1) {
    const taken = text.slice(0, length);
    if (!takes(part, taken)) continue;
    for (const captures of matchName(rest, text.slice(length))) yield { ...capture(part, taken), ...captures };
  }
}

function takes(part: Part, taken: string): boolean {
  if (part === '*') return true;
  if (part === '?') return taken.length === 1;
  if ('text' in part) return taken === part.text;
  return 'word' in part ? taken !== '' : /^[0-9]+$/.test(taken);
}

function capture(part: Part, taken: string): Captures {
  if (typeof part === 'string' || 'text' in part) return {};
  return { ['word' in part ? part.word : part.number]: taken };
}

function firstOf<T, U>(values: Iterable<T>, use: (value: T) => U | null): U | null {
  for (const value of values) {
    const used = use(value);
    if (used !== null) return used;
  }
  return null;
}
