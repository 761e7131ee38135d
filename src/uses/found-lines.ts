import { cached } from './cached.ts';
import { type Language, languageOf } from './source-uses.ts';

/** Sources by path with the lines that match; without lines the match is anywhere in the source. Some may not match. */
export type FoundLines = Iterable<readonly [path: string, lines: readonly string[]]>;

/** Words in every line by which sources include others, and before the data behind a program in RPG. */
export const directives: readonly string[] = ['COPY', 'INCLUDE', '**CTDATA'];

/** Matches a line by which RPG includes another source, free or fixed: both read it alike. */
const directive = /^(?=[ -~]{0,80}\s*$)(?:\s*|[^*]{5}[A-Z ])\/(?:copy|include)\s/i;
const beforeData = /^\s*\*\*ctdata/i;

/** Yields the sources of two searches, each once, with the lines of both; without lines if either search gives none. */
export function* mergeFound(first: FoundLines, second: FoundLines): Generator<readonly [string, readonly string[]]> {
  const more = new Map(second);
  for (const [path, lines] of first) {
    const others = more.get(path);
    more.delete(path);
    const isWhole = lines.length === 0 || others?.length === 0;
    yield [path, isWhole ? [] : [...lines, ...(others ?? [])]];
  }
  yield* more;
}

/** Returns a test for lines, in any case: has it one of `words`, or a name's `firstWord` as a whole word? A name without one: any line. */
function lineTest(words: readonly string[], names: readonly string[]): (line: string) => boolean {
  const anywhere = words.length === 0 ? null : new RegExp(words.map(RegExp.escape).join('|'), 'i');
  const apart = new Set(names.map(firstWord));
  if (apart.has('')) return () => true;
  const isApart = (line: string) => (line.toUpperCase().match(/[\w$#@]+/g) ?? []).some((word) => apart.has(word));
  // Most lines are those of many sources.
  return cached((line) => anywhere?.test(line) === true || (apart.size > 0 && isApart(line)));
}

/** Returns the first run of letters, digits, _, $, # and @ in a name, in upper case; '': it has none. */
const firstWord = (name: string): string => /[\w$#@]+/.exec(name.toUpperCase())?.[0] ?? '';

/**
 * Chooses what to read of the sources that a search found. A source whose lines name nothing sought is left out. Of an RPG source where all
 * lines that do are includes, the lines are enough (`extracts`, a text by path). Any other is read whole (`whole`), also one without lines.
 * @param words that were searched for @param names of the files whose users are sought @param languageIn null: the file is left out
 */
export function sourcesToRead(
  lines: FoundLines,
  words: readonly string[],
  names: readonly string[],
  languageIn: (path: string) => Language | null,
) {
  const isNamed = lineTest(words, names);
  const known = new Map<readonly string[], string | null>();
  const whole: string[] = [];
  const extracts = new Map<string, string>();
  for (const [path, all] of lines) {
    const extract = known.has(all) ? known.get(all) : extractOf(all, isNamed);
    known.set(all, extract ?? null);
    if (extract == null || languageIn(path) === null) continue;
    if (extract === '' || languageOf(path) !== 'RPG') whole.push(path);
    else extracts.set(path, extract);
  }
  return { whole, extracts };
}

/** Returns the including lines with something sought, and data marks. '': read it whole (no lines, or another line has it); null: none. */
function extractOf(lines: readonly string[], isNamed: (line: string) => boolean): string | null {
  const named = lines.filter(isNamed);
  if (named.length === 0) return lines.length === 0 ? '' : null;
  if (!named.every((line) => directive.test(line))) return '';
  return lines.filter((line) => beforeData.test(line) || isNamed(line)).join('\n');
}
