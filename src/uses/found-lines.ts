/** Lines of sources that a search has found. */

import { type Language, languageOf } from './source-uses.ts';

/** Sources by their paths with the lines in which something stands; without a line: somewhere in it. Others may be among them. */
export type FoundLines = Iterable<readonly [path: string, lines: readonly string[]]>;

/** In every line by which sources include others, and before the data behind a program in RPG. */
export const directives: readonly string[] = ['COPY', 'INCLUDE', '**CTDATA'];

/** A line by which RPG includes another source, free or fixed: neither reads it otherwise. */
const directive = /^(?=[ -~]{0,80}\s*$)(?:\s*|[^*]{5}[A-Z ])\/(?:copy|include)\s/i;
const beforeData = /^\s*\*\*ctdata/i;

/** The lines that two searches have found; the second one decides what has to be read whole. */
export function* together(first: FoundLines, second: FoundLines): Generator<readonly [string, readonly string[]]> {
  const more = new Map(second);
  for (const [path, lines] of first) {
    const others = more.get(path);
    more.delete(path);
    yield [path, others === undefined ? lines : others.length === 0 ? [] : [...lines, ...others]];
  }
  yield* more;
}

/**
 * Tells whether a line may name one of the sought files: a word that was searched for may stand anywhere in it, also
 * behind the letter of a specification; the names of who includes a recompiled source are many, and stand by themselves.
 */
function lineTest(words: readonly string[], names: readonly string[]): (line: string) => boolean {
  const anywhere = words.length === 0 ? null : new RegExp(words.map(RegExp.escape).join('|'), 'i');
  const apart = new Set(names.map(firstPart));
  if (apart.has('')) return () => true;
  const isApart = (line: string) => (line.toUpperCase().match(/[\w$#@]+/g) ?? []).some((word) => apart.has(word));
  // Most lines are those of many sources.
  const known = new Map<string, boolean>();
  return (line) => {
    const found = known.get(line) ?? (anywhere?.test(line) === true || (apart.size > 0 && isApart(line)));
    known.set(line, found);
    return found;
  };
}

const firstPart = (name: string): string => /[\w$#@]+/.exec(name.toUpperCase())?.[0] ?? '';

/** What of the found sources is read. */
export interface CandidateLines {
  readonly whole: readonly string[];
  /** By path, the lines that matter, as a text. */
  readonly extracts: ReadonlyMap<string, string>;
}

/**
 * The sources to read whole among those that were found, and of those in RPG that only include something of the name, the
 * lines by which they do: no other line of theirs matters.
 *
 * @param words that were searched for. @param names of the files whose users the lines of all sources tell.
 * @param languageIn tells the language of a file; what has none is left out.
 */
export function candidates(
  lines: FoundLines,
  words: readonly string[],
  names: readonly string[],
  languageIn: (path: string) => Language | null,
): CandidateLines {
  const isNamed = lineTest(words, names);
  const whole: string[] = [];
  const extracts = new Map<string, string>();
  for (const [path, all] of lines) {
    const named = all.filter(isNamed);
    if ((all.length > 0 && named.length === 0) || languageIn(path) === null) continue;
    if (languageOf(path) !== 'RPG' || named.length === 0 || !named.every((line) => directive.test(line)))
      whole.push(path);
    else if (named.length === all.length) extracts.set(path, all.join('\n'));
    else extracts.set(path, all.filter((line) => beforeData.test(line) || isNamed(line)).join('\n'));
  }
  return { whole, extracts };
}
