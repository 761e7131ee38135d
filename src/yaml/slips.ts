/** The commonest slips in a YAML file, found by a look at the lines where the parser stumbled. Pure. */
import { shorten } from '../near.ts';
import { type LineParts, linePartsOf } from './line-parts.ts';

/** An error of the parser. */
interface SyntaxError {
  readonly code: string;
  readonly message: string;
  /** Where it was noticed: an offset in UTF-16 units. */
  readonly at: number;
}

/** What went wrong, where, and how it is said. */
export interface Slip {
  readonly code:
    | 'colon'
    | 'blank'
    | 'tab'
    | 'open-quote'
    | 'inner-quote'
    | 'too-far'
    | 'indentation'
    | 'dash'
    | 'no-dash'
    | 'inner-colon'
    | 'entry';
  readonly at: number;
  readonly length: number;
  readonly found: string;
  readonly right: string;
}

/** The place of an error: its line, that line's number, and all lines, each with where it begins. */
interface Scene extends SyntaxError {
  readonly text: string;
  readonly lines: readonly LineParts[];
  readonly number: number;
  readonly line: LineParts;
}

type Look = (scene: Scene) => Slip | null;

/** In this order: what is told first explains what comes later. */
const looks: readonly Look[] = [
  tab,
  openQuote,
  innerQuote,
  dashWithoutBlank,
  colonWithoutBlank,
  noColon,
  tooFar,
  colonInside,
  entryAmongKeys,
  noDash,
  indentation,
];

/** Errors that are looked at: fewer than a reader is shown, and not the square of a file's lines. */
const mostLooked = 100;

/** Finds slips in one text; its lines are read once, when the first error asks for them. */
export class Slips {
  readonly #text: string;
  #lines: readonly LineParts[] | null = null;
  #looked = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The slip behind an error; null where it is none of those that are known. @param line its number, from 1 */
  at(error: SyntaxError, line: number): Slip | null {
    this.#lines ??= linePartsOf(this.#text);
    const own = this.#lines[line - 1];
    this.#looked += 1;
    if (own === undefined || this.#looked > mostLooked) return null;
    const scene = { ...error, text: this.#text, lines: this.#lines, number: line - 1, line: own };
    for (const look of looks) {
      const slip = look(scene);
      if (slip !== null) return slip;
    }
    return null;
  }
}

function tab({ line, code }: Scene): Slip | null {
  const at = line.before.indexOf('\t');
  if (at === -1 || !/INDENT|BLOCK|IMPLICIT/.test(code)) return null;
  return { code: 'tab', at: line.start + at, length: 1, found: 'tab in the indentation', right: 'use spaces' };
}

/** The parser notices at the end of the file, or where another quote begins; none stands between. */
function openQuote({ message, text, at }: Scene): Slip | null {
  const quote = /^Missing closing (["'])/.exec(message)?.[1];
  if (quote === undefined) return null;
  let opening = text.lastIndexOf(quote, at - 1);
  while (quote === '"' && opening > 0 && text[opening - 1] === '\\') opening = text.lastIndexOf(quote, opening - 1);
  if (opening === -1) return null;
  const found = `a quote (${quote}) that is not closed`;
  return { code: 'open-quote', at: opening, length: 1, found, right: `another ${quote} behind the value` };
}

function innerQuote({ code, text, at, line }: Scene): Slip | null {
  const quote = text.slice(line.start, at).trimEnd().at(-1);
  if (code !== 'UNEXPECTED_TOKEN' || text[at] === ',' || (quote !== '"' && quote !== "'")) return null;
  const inside = quote === '"' ? '`\\"`' : "`''`";
  const right = `nothing behind it; a quote inside of the value is written ${inside}`;
  return { code: 'inner-quote', at, length: 1, found: 'text behind a closing quote', right };
}

function dashWithoutBlank({ lines, number }: Scene): Slip | null {
  // Where the line is taken for text, the error may be noticed at the next one.
  for (const line of [lines[number], lines[number - 1]]) {
    const [, dash = '', rest = ''] = /^([ ]*-)([A-Za-z"'*{].*)$/.exec(line?.text ?? '') ?? [];
    if (line === undefined || dash === '') continue;
    const found = 'no blank behind the dash';
    return { code: 'dash', at: line.start + dash.length - 1, length: 1, found, right: `write ${quoted(`- ${rest}`)}` };
  }
  return null;
}

function colonWithoutBlank({ line: { key, value, hasColon, keyStart } }: Scene): Slip | null {
  if (key === '' || hasColon || !/^:[^\s/:]/.test(value)) return null;
  const right = `write ${quoted(`${key}: ${value.slice(1)}`)}`;
  return { code: 'blank', at: keyStart + key.length, length: 1, found: 'no blank behind the colon', right };
}

const asKey = ['MULTILINE_IMPLICIT_KEY', 'KEY_OVER_1024_CHARS', 'MISSING_CHAR', 'BLOCK_AS_IMPLICIT_KEY'];

function noColon({ code, line: { key, value, hasColon, keyStart } }: Scene): Slip | null {
  if (key === '' || hasColon || !asKey.includes(code) || !/^(\s|$)/.test(value)) return null;
  const right = `write ${quoted(`${key}:${value.trimEnd()}`)}`;
  return { code: 'colon', at: keyStart, length: key.length, found: `no colon behind ${quoted(key)}`, right };
}

/** A line under `key: value`, which has a value already, cannot be inside of it. */
function tooFar({ code, lines, number, line }: Scene): Slip | null {
  if (code !== 'BLOCK_AS_IMPLICIT_KEY' || !line.hasColon || line.value.trim() === '') return null;
  const below = lines[nextFilled(lines, number)];
  if (below === undefined || below.indent <= line.column) return null;
  const right = `${line.column} before it, as before ${quoted(line.key)} above`;
  const found = `${spaces(below.indent)} before ${quoted(below.key || below.text.trim())}, too many`;
  return { code: 'too-far', at: below.start, length: below.indent, found, right };
}

function nextFilled(lines: readonly LineParts[], number: number): number {
  let next = number + 1;
  while (lines[next]?.isEmpty) next += 1;
  return next;
}

function colonInside({ code, at, line: { key, value, hasColon, start, text } }: Scene): Slip | null {
  const inside = value.search(/:\s/);
  if (code !== 'BLOCK_AS_IMPLICIT_KEY' || !hasColon || inside === -1 || at < start) return null;
  const right = `write ${quoted(`${key}: "${value.trim()}"`)}`;
  const length = text.length - value.length;
  return {
    code: 'inner-colon',
    at: start + length + inside,
    length: 1,
    found: 'a colon and a blank inside of a value',
    right,
  };
}

function entryAmongKeys({ message, line }: Scene): Slip | null {
  if (!message.startsWith('A block sequence may not be used as an implicit map key') || !line.isEntry) return null;
  const right = 'keys alone, or a dash before each';
  return { code: 'entry', at: line.start + line.indent, length: 1, found: 'an entry of a list among keys', right };
}

const badIndent = /^(All (mapping|collection) items must|Sequence item without)/;

/** A key in the column of a list's dashes. */
function noDash({ message, lines, number, line }: Scene): Slip | null {
  if (!badIndent.test(message) || line.key === '' || !line.hasColon || line.column !== line.indent) return null;
  const isListOf = openColumns(lines, number).some(({ indent, isEntry }) => isEntry && indent === line.indent);
  if (!isListOf) return null;
  const right = `${quoted(`- ${line.key}:`)} where it begins an entry, else fewer spaces`;
  const found = `no dash before ${quoted(line.key)}, in a list`;
  return { code: 'no-dash', at: line.start + line.indent, length: line.key.length, found, right };
}

function indentation({ message, code, at, lines, number, line }: Scene): Slip | null {
  // The first key of the file may be the one that is indented too far.
  const isOutside = code === 'UNEXPECTED_TOKEN' && at === line.start && line.hasColon;
  if (!isOutside && !badIndent.test(message)) return null;
  const open = openColumns(lines, number).flatMap(({ indent, column }) => [indent, column]);
  const columns = [...new Set(open)].sort((a, b) => a - b);
  if (columns.length === 0 || columns.includes(line.indent)) return null;
  const found = `${spaces(line.indent)} before ${quoted(line.key || line.text.trim())}, as before no line above`;
  return {
    code: 'indentation',
    at: line.start,
    length: line.indent,
    found,
    right: `${columns.join(' or ')}, as above`,
  };
}

/** The lines above that are still open there: each less indented than the one below it. */
function openColumns(lines: readonly LineParts[], number: number): LineParts[] {
  const open: LineParts[] = [];
  for (let at = number - 1; at >= 0; at -= 1) {
    const line = lines[at];
    if (line === undefined || line.isEmpty) continue;
    if (open.every(({ indent }) => line.indent < indent)) open.push(line);
    if (line.indent === 0) break;
  }
  return open;
}

function quoted(text: string): string {
  return `\`${shorten(text, 60)}\``;
}

function spaces(count: number): string {
  return count === 1 ? 'a space' : `${count === 0 ? 'no' : count} spaces`;
}
