/**
 * The pattern language of the mapping: a glob with captures, read into one regular expression.
 * `*` any characters but `/`, `?` one of them, `[a-z]` or `[!a-z]` one of a class, `**` (between slashes) any number of
 * directories, `{a,b}` a choice, `{word}` a capture, `\` before a special character makes it plain. Everything else,
 * also parentheses, `!`, `@`, `+` and a leading dot, stands for itself.
 */

import { expandChoices } from './choices.ts';
import { expressionOf } from './expression.ts';
import { type FlatPattern, marks, readNames } from './names.ts';
import { GlobError, longestPattern, longestWrittenOut } from './syntax.ts';

export { GlobError } from './syntax.ts';

/** What stands before and after the one star or capture of a pattern for a name. */
export interface Around {
  readonly before: string;
  readonly after: string;
}

export interface Glob {
  readonly source: string;
  readonly captures: readonly string[];
  /** Holds for the whole text, and has a group for each capture. */
  readonly expression: RegExp;
  /** Holds for the directory of every path that the pattern matches, and perhaps for others. */
  readonly directory: RegExp;
  /** What stands around its one star or captured word, for each alternative; null: some are something else. */
  readonly arounds: readonly Around[] | null;
  /** The extensions, in lower case, that every path which the pattern matches has one of; null: any, or none. */
  readonly extensions: readonly string[] | null;
  /** The folders at the top, in lower case, that every path which the pattern matches is below one of; null: any, or none. */
  readonly tops: readonly string[] | null;
}

/** Patterns that were compiled: a mapping is checked before it is used, and many rules have the same ones. */
const known = new Map<string, Glob>();
/** A service that runs on reads any number of mappings. */
const mostKnown = 10_000;

/** Compiles one pattern. @throws GlobError what is wrong with it, and what would be right */
export function compileGlob(source: string, ignoreCase: boolean): Glob {
  const key = `${ignoreCase} ${source}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const glob = compiled(source, ignoreCase);
  if (known.size === mostKnown) known.clear();
  known.set(key, glob);
  return glob;
}

function compiled(source: string, ignoreCase: boolean): Glob {
  checkText(source);
  const flats = expandChoices(source);
  const writtenOut = flats.join('').length;
  if (writtenOut > longestWrittenOut) {
    const found = `choices that make a pattern of ${writtenOut} characters when written out`;
    throw new GlobError(found, `at most ${longestWrittenOut}; a list of patterns, or a \`*\``);
  }
  const alternatives = flats.map(readNames);
  let expression: RegExp | null = null;
  let directory: RegExp | null = null;
  return {
    source,
    captures: [...new Set(alternatives.flatMap(({ captures }) => captures))],
    // Most rules of a large mapping are for other files than those of a push.
    get expression() {
      expression ??= expressionOf(alternatives, ignoreCase);
      return expression;
    },
    get directory() {
      directory ??= expressionOf(alternatives.flatMap(directoriesOf), ignoreCase);
      return directory;
    },
    arounds: aroundsOf(flats, alternatives),
    extensions: ofAll(flats, /\.(\w+)$/),
    tops: ofAll(flats, /^([\w-]+)\//),
  };
}

function checkText(source: string): void {
  if (source.length > longestPattern) {
    const right = `at most ${longestPattern}; a list may hold several patterns`;
    throw new GlobError(`a pattern of ${source.length} characters`, right);
  }
  if (source.includes('\0') || !source.isWellFormed()) {
    throw new GlobError('a NUL or half a character', 'characters that the name of a file or branch can hold');
  }
}

const oneVariable = /^([^*?{}[\]\\/]*)(?:\*|\{[\w-]+\})([^*?{}[\]\\/]*)$/;

function aroundsOf(flats: readonly string[], alternatives: readonly FlatPattern[]): Around[] | null {
  const arounds: Around[] = [];
  for (const [n, { names, captures }] of alternatives.entries()) {
    const [, before, after] = oneVariable.exec(flats[n] ?? '') ?? [];
    // A captured number takes digits only.
    if (before === undefined || after === undefined || names[0]?.includes(marks.number)) return null;
    // All capture the same, or nothing.
    if (captures[0] !== alternatives[0]?.captures[0]) return null;
    arounds.push({ before, after });
  }
  return arounds;
}

/** The directories of what a pattern matches; `x/**` is both all below `x` and `x` itself. */
function directoriesOf({ names, captures }: FlatPattern): FlatPattern[] {
  const above = names.slice(0, -1);
  if (names.at(-1) !== '**') return [{ names: above.length > 0 ? above : [''], captures }];
  return [{ names, captures }, ...directoriesOf({ names: above, captures })];
}

/** Plain characters that every alternative has in one place, in lower case; a class or a capture is none. */
function ofAll(flats: readonly string[], place: RegExp): string[] | null {
  const found = flats.map((flat) => place.exec(flat)?.[1]?.toLowerCase());
  return found.includes(undefined) ? null : [...new Set(found.filter((text) => text !== undefined))];
}
