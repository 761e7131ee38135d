/**
 * The pattern language of the mapping: a glob with captures, read into one regular expression. `*` any characters but `/`, `?` one of them,
 * `[a-z]` or `[!a-z]` one of a class, `**` (between slashes) any number of directories, `{a,b}` a choice, `{word}` a capture, `\` before a
 * special character makes it plain. All else is plain, also parentheses, `!`, `@`, `+` and a leading dot.
 */
import { toExpression } from './expression.ts';
import { expandChoices, GlobError, longestPattern, longestWrittenOut, parseFlatPattern } from './parse-pattern.ts';

export { GlobError } from './parse-pattern.ts';

export interface Glob {
  readonly source: string;
  readonly captures: readonly string[];
  /** Matches the whole text, with a group for each capture. */
  readonly expression: RegExp;
  /** Every matching path has one of these extensions (lower case); null: any, or none. */
  readonly extensions: readonly string[] | null;
  /** Every matching path is below one of these folders, or is one (ASCII, lower case, with a slash; empty text: any). */
  readonly bases: readonly string[];
  /** Matches the directory of every path that the pattern matches, and perhaps others. */
  readonly directory: RegExp;
}

/** Compiled patterns: a mapping is checked before it is used, and many rules share patterns. */
const cache = new Map<string, Glob>();
/** A long-lived service reads any number of mappings. */
const mostCached = 10_000;

/** Compiles a pattern, or returns it from a cache. @throws GlobError for an invalid one, each time */
export function compileGlob(source: string, ignoreCase: boolean): Glob {
  const key = `${ignoreCase} ${source}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const glob = compilePattern(source, ignoreCase);
  if (cache.size === mostCached) cache.clear();
  cache.set(key, glob);
  return glob;
}

/** Compiles a pattern as `compileGlob` does, but returns the GlobError in place of throwing it. */
export function tryCompileGlob(source: string, ignoreCase: boolean): Glob | GlobError {
  try {
    return compileGlob(source, ignoreCase);
  } catch (error) {
    if (error instanceof GlobError) return error;
    throw error;
  }
}

/** Compiles one pattern, without the cache. @throws GlobError if it is malformed, too long, or has a NUL or half a character */
function compilePattern(source: string, ignoreCase: boolean): Glob {
  if (source.length > longestPattern) {
    const right = `at most ${longestPattern}; a list may hold several patterns`;
    throw new GlobError(`a pattern of ${source.length} characters`, right);
  }
  if (source.includes('\0') || !source.isWellFormed()) {
    throw new GlobError('a NUL or half a character', 'characters that the name of a file or branch can hold');
  }
  const flats = expandChoices(source);
  const writtenOut = flats.join('').length;
  if (writtenOut > longestWrittenOut) {
    const found = `choices that make a pattern of ${writtenOut} characters when written out`;
    throw new GlobError(found, `at most ${longestWrittenOut}; a list of patterns, or a \`*\``);
  }
  const read = flats.map(parseFlatPattern);
  const alternatives = read.map(({ names }) => names);
  const extensions = flats.map((flat) => /\.(\w+)$/.exec(flat)?.[1]?.toLowerCase());
  let expression: RegExp | null = null;
  let directory: RegExp | null = null;
  return {
    source,
    captures: [...new Set(read.flatMap(({ captures }) => captures))],
    // Made on demand: a push needs few rules of a large mapping.
    get expression() {
      expression ??= toExpression(alternatives, ignoreCase);
      return expression;
    },
    get directory() {
      directory ??= toExpression(alternatives.flatMap(toDirectories), ignoreCase);
      return directory;
    },
    extensions: extensions.includes(undefined) ? null : [...new Set(extensions.filter((one) => one !== undefined))],
    bases: flats.map((flat) => plainFolders.exec(flat)?.[0].toLowerCase() ?? ''),
  };
}

/** Returns patterns (as lists of names) of the directories of what `names` matches: for `x/**` the same and, as `x` may be a file, ``. */
function toDirectories(names: readonly string[]): (readonly string[])[] {
  const above = names.slice(0, -1);
  if (names.at(-1) !== '**') return [above.length > 0 ? above : ['']];
  return [names, ...toDirectories(above)];
}

/** Matches the names of folders without wildcards at the beginning of a pattern. */
const plainFolders = /^(?:[^*?{}[\]\\/\x80-\uffff]+\/)*/;
