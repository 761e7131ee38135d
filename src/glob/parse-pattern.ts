/** Reads a pattern without choices, name by name; a name is the text between two slashes. */
import { findCreateField } from '../interface/fields.ts';

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
const specials = '*?{}[],\\';

/** Most UTF-16 units of a pattern: far more than a path has, and few enough to walk recursively. */
export const longestPattern = 1000;

const mostAlternatives = 256;

/** Most UTF-16 units of all alternatives together: one regular expression holds them with ease. */
export const longestWrittenOut = 10_000;

/** Matches a class, `[a-z]` or `[!a-z]`; a `]` right after the opening belongs to it. Any other `[` is plain. */
export const classSource = '\\[(?:[!^][^/]|[^/!^])[^\\]/]*\\]';

/** Matches an escaped character, a class, or a single character. */
const unitOfPattern = new RegExp(`\\\\[^]?|${classSource}|[^]`, 'gu');

/** The source of a star; no other part has it. */
export const star = '[^/]*?';
/** The source of a captured word; no other part has it. */
export const word = '[^/]+?';
/** More digits than any number of the service; bounded, because each digit is tried as the first. */
export const number = '[0-9]{1,20}?';

/** Returns the group name of a capture: `$` in place of `-`. No capture begins with `-`, so other groups begin with `$`. */
export function groupName(capture: string): string {
  return capture.replaceAll('-', '$');
}

/** True for a capture with the name of a number field (interface §2.1): it matches digits only. */
const isNumberField = (capture: string) => findCreateField(capture)?.type === 'integer';

/** Matches an escaped character, stars, a class, a capture, or a single character. */
const partOfPattern = new RegExp(`\\\\([^]?)|\\*+|${classSource}|\\{([^}]*)\\}|[^]`, 'gu');

/**
 * Translates a pattern without choices: `names` has, for each name, `**` or the source of a regular expression, with a group for each of
 * `captures`. @throws GlobError if malformed, or for two numbers with nothing, digits, `?` or classes between them (`{lvl}{task}`)
 */
export function parseFlatPattern(flat: string) {
  const captures: string[] = [];
  const names = [''];
  // Between two adjacent numbers every split would be tried.
  let endsInNumber = false;
  for (const part of flat.matchAll(partOfPattern)) {
    if (part[0] === '/') names.push('');
    else names.push(`${names.pop()}${readPart(flat, part, captures)}`);
    const isNumber = part[2] !== undefined && isNumberField(part[2]);
    if (endsInNumber && isNumber) {
      const right = 'a character that is no digit between two numbers, as in `{task}.{stsk}` or `{task}{.,_}{stsk}`';
      throw new GlobError('two numbers with no plain character between them', right);
    }
    endsInNumber = isNumber || (endsInNumber && /^(?:[0-9?]|\[.+)$/su.test(part[0]));
  }
  // A name is not empty.
  return { names: names.map((name) => (name === star ? `(?=.)${star}` : name)), captures };
}

/** Returns the source for a match of `partOfPattern`, and adds a new capture to `captures`. @throws GlobError for a malformed part */
function readPart(flat: string, part: RegExpExecArray, captures: string[]): string {
  const [text, escaped, word] = part;
  if (escaped !== undefined) return readEscape(escaped);
  if (word !== undefined) return readCapture(word, captures);
  if (text.startsWith('*')) return readStars(flat, part.index, text);
  if (text.startsWith('[') && text.length > 1) return readClass(text);
  return text === '?' ? '[^/]' : escapeCharacter(text);
}

/** Returns the source that matches this character alone. */
function escapeCharacter(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|]/, '\\$&');
}

/** Returns the source for the character behind a backslash ('' at the end). @throws GlobError for '' or a character that is not special */
function readEscape(escaped: string): string {
  if (escaped !== '' && specials.includes(escaped)) return escapeCharacter(escaped);
  throw new GlobError(`\`\\${escaped}\``, 'a `/` between directories; `\\` only before a special character');
}

/** Returns the group for a capture, and adds its name to `captures`. @throws GlobError for an invalid name, or a second use */
function readCapture(name: string, captures: string[]): string {
  if (!/^[A-Za-z][\w-]*$/.test(name)) {
    throw new GlobError(`\`{${name}}\``, '`{word}` for a capture, `{a,b}` for a choice, `\\{` for a plain brace');
  }
  if (captures.includes(name)) {
    throw new GlobError(`{${name}} twice in one pattern`, 'a name of its own for each capture');
  }
  captures.push(name);
  return `(?<${groupName(name)}>${isNumberField(name) ? number : word})`;
}

/** Returns the source for stars at index `at`; a whole name `**` stays as it is. @throws GlobError for any other `**`, or more stars */
function readStars(flat: string, at: number, stars: string): string {
  if (stars === '*') return star;
  const [before = '/', after = '/'] = [flat[at - 1], flat[at + stars.length]];
  if (stars === '**' && before === '/' && after === '/') return stars;
  const right = '`**` alone between slashes, as in `**/*.RPGLE`; within a name `*`';
  throw new GlobError(`\`${stars}\` beside other characters`, right);
}

/** Returns the source for a class given with its brackets (`[!a-z]`: none of these); it matches no slash. @throws GlobError for `[z-a]` */
function readClass(text: string): string {
  const negated = /^\[[!^]/.test(text);
  // A backslash is plain in a class.
  const members = text.slice(negated ? 2 : 1, -1).replace(/[\\[\]]/g, '\\$&');
  // No slash, even if a range includes it.
  const source = `(?!\\/)[${negated ? '^' : ''}${members}]`;
  try {
    new RegExp(source, 'u');
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new GlobError(`\`${text}\``, 'a range from the lower to the higher character, as in `[a-z]`');
  }
  return source;
}

/** Expands choices (`{a,b}`): returns patterns that together match the same; captures stay. @throws GlobError for over 256, an open `{` */
export function expandChoices(pattern: string): string[] {
  /** Where the braces at hand begin, have a comma, and end. */
  let cuts: number[] = [];
  let depth = 0;
  for (const { 0: unit, index } of pattern.matchAll(unitOfPattern)) {
    if (unit === '{') depth += 1;
    if (depth === 1 && '{,}'.includes(unit)) cuts.push(index);
    if (unit === '}' && depth > 0) depth -= 1;
    if (depth > 0) continue;
    if (cuts.length > 2) return expandBraces(pattern, cuts);
    cuts = [];
  }
  if (depth === 0) return [pattern];
  throw new GlobError('`{` that is never closed', '`}` at its end, or `\\{` for a plain brace');
}

/** Returns the patterns for each option of the braces whose `{`, commas and `}` stand at the indexes `cuts`. @throws as expandChoices */
function expandBraces(pattern: string, cuts: readonly number[]): string[] {
  const options = cuts.slice(1).map((cut, n) => pattern.slice((cuts[n] ?? 0) + 1, cut));
  const heads = options.flatMap(expandChoices);
  const tails = expandChoices(pattern.slice((cuts.at(-1) ?? 0) + 1));
  if (heads.length * tails.length > mostAlternatives) {
    throw new GlobError(`choices that make more than ${mostAlternatives} patterns`, 'a list of patterns, or a `*`');
  }
  return heads.flatMap((head) => tails.map((tail) => pattern.slice(0, cuts[0]) + head + tail));
}
