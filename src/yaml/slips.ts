/** Finds the commonest slips in a YAML file from the lines where the parser fails. Pure. */
import { shorten } from '../near.ts';
import type { Lines } from './lines.ts';

/**
 * Splits a text into its lines, the last one empty, and each line into its parts, without parsing YAML. `start`: its offset in UTF-16
 * units; `before`: blanks, tabs and dashes before the first word; `indent`: the number of leading blanks; `isEntry`: it begins with a dash
 * and a blank; `isEmpty`: nothing, or a comment, follows `before`; `key`: the first word if it may be a key, else empty, at `column` (from
 * 0); `hasColon`: a colon and a blank, or the line end, follow the key; `value`: the text after the key, and after the colon of a pair.
 */
export function readLineParts(text: string) {
  return Array.from(text.matchAll(/([^\r\n]*)(?:\r\n|\n|\r|$)/g), ({ 1: line = '', index: start }) => {
    const before = /^[ \t]*(?:-[ \t]+)*/.exec(line)?.[0] ?? '';
    const content = line.slice(before.length);
    const key = /^[A-Za-z_][\w-]*/.exec(content)?.[0] ?? '';
    const afterKey = content.slice(key.length);
    const hasColon = key !== '' && /^\s*:(\s|$)/.test(afterKey);
    const value = hasColon ? afterKey.replace(/^\s*:/, '') : afterKey;
    const indent = /^ */.exec(line)?.[0].length ?? 0;
    const isEmpty = content === '' || content.startsWith('#');
    const column = before.length;
    return { text: line, start, before, indent, isEntry: before.includes('-'), isEmpty, key, column, hasColon, value };
  });
}

type LineParts = ReturnType<typeof readLineParts>[number];

/** An error of the parser in a text: its line, that line's number (from 0), and all lines. */
interface ErrorContext {
  readonly code: string;
  readonly message: string;
  /** The place where the parser noticed it: an offset in UTF-16 units. */
  readonly at: number;
  readonly text: string;
  readonly lines: readonly LineParts[];
  readonly number: number;
  readonly line: LineParts;
}

/** The place of a slip, and its words. */
type Slip = Parameters<Lines['problemAt']>;

/** Finds the slip behind an error of the parser: of several, the one that explains the others; null if no known one is there. */
export function findSlip(error: ErrorContext): Slip | null {
  // An earlier slip explains a later one.
  return (
    findTab(error) ??
    findOpenQuote(error) ??
    findInnerQuote(error) ??
    findDashWithoutBlank(error) ??
    findKeyWithoutColon(error) ??
    findDeepIndent(error) ??
    findInnerColon(error) ??
    findEntryAmongKeys(error) ??
    findMissingDash(error) ??
    findBadIndent(error)
  );
}

/** Finds the first tab in the indentation of the error's line, if the error is about indentation or keys. */
function findTab({ line, code }: ErrorContext): Slip | null {
  const at = line.before.indexOf('\t');
  if (at === -1 || !/INDENT|BLOCK|IMPLICIT/.test(code)) return null;
  return [line.start + at, 1, 'tab in the indentation', 'use spaces'];
}

/** Finds the quote that is not closed, if the error is that: the last of its kind before the error; a `"` behind a backslash is none. */
function findOpenQuote({ message, text, at }: ErrorContext): Slip | null {
  const quote = /^Missing closing (["'])/.exec(message)?.[1];
  if (quote === undefined) return null;
  let opening = text.lastIndexOf(quote, at - 1);
  while (quote === '"' && opening > 0 && text[opening - 1] === '\\') opening = text.lastIndexOf(quote, opening - 1);
  if (opening === -1) return null;
  return [opening, 1, `a quote (${quote}) that is not closed`, `another ${quote} behind the value`];
}

/** Finds text behind a closing quote, except a comma, if the parser did not expect text there. */
function findInnerQuote({ code, text, at, line }: ErrorContext): Slip | null {
  const quote = text.slice(line.start, at).trimEnd().at(-1);
  if (code !== 'UNEXPECTED_TOKEN' || text[at] === ',' || (quote !== '"' && quote !== "'")) return null;
  const inside = quote === '"' ? '`\\"`' : "`''`";
  return [at, 1, 'text behind a closing quote', `nothing behind it; a quote inside of the value is written ${inside}`];
}

/** Finds a dash as first mark of the error's line, or else of the one above, with a letter, a quote, `*` or `{` right behind it. */
function findDashWithoutBlank({ lines, number }: ErrorContext): Slip | null {
  // If the parser takes the line for text, it may notice the error at the next one.
  for (const { text, start } of [lines[number], lines[number - 1]].filter((line) => line !== undefined)) {
    const [, dash = '', rest = ''] = /^([ ]*-)([A-Za-z"'*{].*)$/.exec(text) ?? [];
    if (dash !== '') return [start + dash.length - 1, 1, 'no blank behind the dash', `write ${quote(`- ${rest}`)}`];
  }
  return null;
}

/** Finds in the error's line `key:value`, no blank behind the colon (not `key:/`); or, if the error may be that, a key without a colon. */
function findKeyWithoutColon({ code, line: { key, value, hasColon, start, column } }: ErrorContext): Slip | null {
  if (key === '' || hasColon) return null;
  const at = start + column;
  if (/^:[^\s/:]/.test(value))
    return [at + key.length, 1, 'no blank behind the colon', `write ${quote(`${key}: ${value.slice(1)}`)}`];
  if (!/^(MULTILINE_IMPLICIT_KEY|KEY_OVER_1024_CHARS|MISSING_CHAR|BLOCK_AS_IMPLICIT_KEY)$/.test(code)) return null;
  if (!/^(\s|$)/.test(value)) return null;
  return [at, key.length, `no colon behind ${quote(key)}`, `write ${quote(`${key}:${value.trimEnd()}`)}`];
}

/** Finds the next line below `key: value`, if it is indented deeper than the key and the error is about that. */
function findDeepIndent({ code, lines, number, line }: ErrorContext): Slip | null {
  if (code !== 'BLOCK_AS_IMPLICIT_KEY' || !line.hasColon || line.value.trim() === '') return null;
  const below = lines.slice(number + 1).find(({ isEmpty }) => !isEmpty);
  if (below === undefined || below.indent <= line.column) return null;
  const right = `${line.column} before it, as before ${quote(line.key)} above`;
  const found = `${formatSpaces(below.indent)} before ${quote(below.key || below.text.trim())}, too many`;
  return [below.start, below.indent, found, right];
}

/** Finds a colon and a blank inside of a value that begins with no quote, `[` or `{`, if the parser took a part of the value for a key. */
function findInnerColon({ code, at, line: { key, value, hasColon, start, text } }: ErrorContext): Slip | null {
  const inside = value.search(/:\s/);
  if (code !== 'BLOCK_AS_IMPLICIT_KEY' || !hasColon || inside === -1 || at < start) return null;
  if (/^\s*[{["']/.test(value)) return null;
  const right = `write ${quote(`${key}: "${value.trim()}"`)}`;
  return [start + text.length - value.length + inside, 1, 'a colon and a blank inside of a value', right];
}

/** Finds a list entry (`- x`) among keys, if the error is that; if keys above are deeper than its dash, their first: it lacks a dash. */
function findEntryAmongKeys({ message, lines, number, line }: ErrorContext): Slip | null {
  if (!/^A block sequence may not be used as an implicit map key/.test(message) || !line.isEntry) return null;
  const above = lines.slice(0, number).findLastIndex(({ isEmpty, indent }) => !isEmpty && indent <= line.indent);
  const first = lines.slice(above + 1).find(({ isEmpty }) => !isEmpty);
  if (first && first.indent > line.indent && first.hasColon && !first.isEntry) return buildDashSlip(first);
  return [line.start + line.indent, 1, 'an entry of a list among keys', 'keys alone, or a dash before each'];
}

const badIndent = /^(All (mapping|collection) items must|Sequence item without)/;

/** Finds the line of an error about indentation, if it lacks its dash: it begins in the column of the dashes of a list around it. */
function findMissingDash({ message, lines, number, line }: ErrorContext): Slip | null {
  if (!badIndent.test(message) || line.column !== line.indent) return null;
  const isListOf = listEnclosingLines(lines, number).some(({ indent, isEntry }) => isEntry && indent === line.indent);
  return isListOf ? buildDashSlip(line) : null;
}

/** Makes the slip for a line that lacks its dash, at its first word. */
function buildDashSlip({ hasColon, key, text, start, indent }: LineParts): Slip {
  const entry = hasColon ? key : text.trim();
  const right = `${quote(`- ${entry}${hasColon ? ':' : ''}`)} where it begins an entry, else fewer spaces`;
  return [start + indent, entry.length, `no dash before ${quote(entry)}, in a list`, right];
}

/** Finds the error's line, if the error is about its indentation, and no enclosing line begins there (before or behind its dash). */
function findBadIndent({ message, code, at, lines, number, line }: ErrorContext): Slip | null {
  // The first key of the file may be indented too far.
  const isOutside = code === 'UNEXPECTED_TOKEN' && at === line.start && line.hasColon;
  if (!isOutside && !badIndent.test(message)) return null;
  const open = listEnclosingLines(lines, number).flatMap(({ indent, column }) => [indent, column]);
  const columns = [...new Set(open)].sort((a, b) => a - b);
  if (columns.length === 0 || columns.includes(line.indent)) return null;
  const found = `${formatSpaces(line.indent)} before ${quote(line.key || line.text.trim())}, as before no line above`;
  return [line.start, line.indent, found, `${columns.join(' or ')}, as above`];
}

/** Returns the nearest line above, then each line above that is less indented than all returned before; skips empty lines and comments. */
function listEnclosingLines(lines: readonly LineParts[], number: number): LineParts[] {
  const open: LineParts[] = [];
  for (const line of lines.slice(0, number).reverse())
    if (!line.isEmpty && open.every(({ indent }) => line.indent < indent)) open.push(line);
  return open;
}

/** Puts a text, cut to 60 characters (`...` at its end), into backticks. */
function quote(text: string): string {
  return `\`${shorten(text, 60)}\``;
}

/** Returns `a space`, `no spaces` or `3 spaces`. */
function formatSpaces(count: number): string {
  return count === 1 ? 'a space' : `${count === 0 ? 'no' : count} spaces`;
}
