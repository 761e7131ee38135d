/**
 * Reads a pattern without choices, name by name (a name is what stands between two slashes), with picomatch. Its
 * language is larger than that of the mapping, so what it would take for more than a plain character is made plain.
 */

import picomatch from 'picomatch';
import { createFields } from '../interface/fields.ts';
import { classSource, GlobError, specials } from './syntax.ts';

/**
 * Stand for a capture in the names. Halves of a character, since no pattern and no file name holds those alone, so that
 * nothing else is taken for a mark (by an expression with the flag `u`); picomatch passes them on.
 */
export const marks = { word: '\ud800', number: '\ud801' } as const;

/** Before a class: it takes no slash, whatever its ranges span. */
const noSlash = '\ud802';
const everyNoSlash = new RegExp(noSlash, 'gu');

/** A pattern without choices. */
export interface FlatPattern {
  /** `**`, or the source of a regular expression for one name, with marks where the captures are. */
  readonly names: readonly string[];
  /** The names of the captures, in the order of their marks. */
  readonly captures: readonly string[];
}

const options: picomatch.PicomatchOptions = {
  dot: true,
  nobrace: true,
  noextglob: true,
  nonegate: true,
  posix: false,
  strictSlashes: true,
  literalBrackets: false,
};

/** Captures with the name of a number field (interface §2.1) match digits only. */
const numberFields: ReadonlySet<string> = new Set(
  createFields.filter((field) => field.type === 'integer').map((field) => field.name),
);

const captureName = /^[A-Za-z][\w-]*$/;

/** An escaped character, stars, a class, a capture, or a single character. */
const partOfPattern = new RegExp(`\\\\([^]?)|\\*+|${classSource}|\\{([^}]*)\\}|[^]`, 'gu');

/** Two numbers of which the first has no certain end: where many digits stand, every way to part them would be tried. */
const numbersInARow = new RegExp(`${marks.number}(?:[0-9?]|${noSlash}?\\[\\^?\\]?[^\\]]*\\])*${marks.number}`, 'u');

/**
 * Reads a pattern without choices.
 * @throws GlobError what is wrong with it, and what would be right
 */
export function readNames(flat: string): FlatPattern {
  const captures: string[] = [];
  const pattern = Array.from(flat.matchAll(partOfPattern), (match) => {
    const [text, escaped, word] = match;
    if (escaped !== undefined) return readEscape(escaped);
    if (word !== undefined) return readCapture(word, captures);
    if (text.startsWith('*')) return readStars(flat, match.index, text);
    if (text.startsWith('[') && text.length > 1) return readClass(text);
    return text === '?' ? text : plain(text);
  }).join('');
  if (numbersInARow.test(pattern)) {
    throw new GlobError(
      'two numbers with no plain character between them',
      'a character that is no digit between two numbers, as in `{task}.{stsk}` or `{task}{.,_}{stsk}`',
    );
  }
  const names = pattern.split('/').map((name) => (name === '**' ? name : nameSource(name)));
  return { names, captures };
}

function nameSource(name: string): string {
  return picomatch.parse(name, options).output.replace(everyNoSlash, '(?!\\/)');
}

/** The character in the language of picomatch, where it stands for itself. */
function plain(character: string): string {
  // Within quotes picomatch reads no stars, and rows of backslashes it shortens; in a class both are as they are.
  if (character === '"') return '["]';
  if (character === '\\') return '[\\\\]';
  return '*?+()[]{}|^$'.includes(character) ? `\\${character}` : character;
}

function readEscape(escaped: string): string {
  if (escaped !== '' && specials.includes(escaped)) return plain(escaped);
  throw new GlobError(`\`\\${escaped}\``, 'a `/` between directories; `\\` only before a special character');
}

function readCapture(name: string, captures: string[]): string {
  if (!captureName.test(name)) {
    throw new GlobError(`\`{${name}}\``, '`{word}` for a capture, `{a,b}` for a choice, `\\{` for a plain brace');
  }
  if (captures.includes(name)) {
    throw new GlobError(`{${name}} twice in one pattern`, 'a name of its own for each capture');
  }
  captures.push(name);
  return numberFields.has(name) ? marks.number : marks.word;
}

function readStars(flat: string, at: number, stars: string): string {
  const aloneBefore = at === 0 || flat[at - 1] === '/';
  const next = flat[at + stars.length];
  const alone = aloneBefore && (next === undefined || next === '/');
  if (stars === '*' || (stars === '**' && alone)) return stars;
  throw new GlobError(
    `\`${stars}\` beside other characters`,
    '`**` alone between slashes, as in `**/*.RPGLE`; within a name `*`',
  );
}

/** A class: single characters and ranges, `!` or `^` first for "none of these"; a backslash in it is plain. */
function readClass(text: string): string {
  const negated = /^\[[!^]/.test(text);
  const members = text.slice(negated ? 2 : 1, -1).replace(/\\+/g, '\\\\');
  const source = `${negated ? '[^' : `${noSlash}[`}${members}]`;
  try {
    new RegExp(nameSource(source), 'u');
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new GlobError(`\`${text}\``, 'a range from the lower to the higher character, as in `[a-z]`');
  }
  return source;
}
