/** Lines of sources that a search has found. */

import { languageOf } from './source-uses.ts';

/** Sources by their paths with the lines in which something stands; without a line: somewhere in it. */
export type FoundLines = ReadonlyMap<string, readonly string[]>;

/** In every line by which sources include others, and around the data behind a program in RPG. */
export const directives: readonly string[] = ['COPY', 'INCLUDE', '**FREE', '**CTDATA'];

const directive = /^.{0,12}\/(?:copy|include)\s/i;
const around = /^\s*\*\*(?:free|ctdata)/i;

/** The lines that two searches have found; the second one decides what has to be read whole. */
export function together(first: FoundLines, second: FoundLines): FoundLines {
  const both = new Map(first);
  for (const [path, lines] of second) both.set(path, lines.length === 0 ? [] : [...(first.get(path) ?? []), ...lines]);
  return both;
}

/**
 * Tells whether a line may name one of the sought files: a word that was searched for may stand anywhere in it, also
 * behind the letter of a specification; of who includes what is compiled anew, the names are many, and stand by themselves.
 */
function lineTest(words: readonly string[], names: readonly string[]): (line: string) => boolean {
  const anywhere = words.length === 0 ? null : new RegExp(words.map(RegExp.escape).join('|'), 'i');
  const apart = new Set(names.map(firstPart));
  if (apart.has('')) return () => true;
  const isApart = (line: string) => (line.toUpperCase().match(/[\w$#@]+/g) ?? []).some((word) => apart.has(word));
  return (line) => anywhere?.test(line) === true || isApart(line);
}

const firstPart = (name: string): string => /[\w$#@]+/.exec(name.toUpperCase())?.[0] ?? '';

/** What of the found sources is read. */
export interface Candidates {
  readonly whole: readonly string[];
  /** By path, the lines that matter, as a text. */
  readonly extracts: ReadonlyMap<string, string>;
}

/**
 * The sources to read whole among those that were found, and of those in RPG that only include something of the name, the
 * lines by which they do: no other line of theirs matters.
 *
 * @param words that were searched for. @param names of the files whose users the lines of all sources tell.
 */
export function candidates(lines: FoundLines, words: readonly string[], names: readonly string[]): Candidates {
  const isNamed = lineTest(words, names);
  const whole: string[] = [];
  const extracts = new Map<string, string>();
  for (const [path, all] of lines) {
    const named = all.filter(isNamed);
    if (all.length === 0) whole.push(path);
    else if (named.length === 0) continue;
    else if (languageOf(path) !== 'RPG' || !named.every((line) => directive.test(line))) whole.push(path);
    else extracts.set(path, all.filter((line) => around.test(line) || isNamed(line)).join('\n'));
  }
  return { whole, extracts };
}
