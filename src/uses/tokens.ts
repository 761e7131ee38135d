/** Splits source text into words, quoted texts and marks, in one pass. */

/** A word, a mark such as `(`, or a quoted text. */
export interface Token {
  /** Without the quotes. */
  readonly text: string;
  /** The quote that it stands in; empty for a word or a mark. */
  readonly quote: string;
  readonly line: number;
}

/** Replaces the end of a line that the next one continues: it counts as a line, but does not split a word. */
export const joint = '\u0001';

/** Returns the lines of a source, without their ends (LF or CRLF); a joint in it becomes a blank. */
export function splitLines(text: string): string[] {
  const lines = text.replaceAll(joint, ' ').split('\n');
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

/** Returns the first `width` columns of a line; tabs reach to every eighth column, as the system has them on import. */
export function takeColumns(line: string, width: number): string {
  const start = line.slice(0, width);
  if (!start.includes('\t')) return start;
  let columns = '';
  for (const char of start) columns += char === '\t' ? ' '.repeat(8 - (columns.length % 8)) : char;
  return columns.slice(0, width);
}

/** Yields tokens, without joints. @param pattern global; group 1: a word or mark, 2: a quoted text; a match without them is a comment */
export function* tokenize(text: string, pattern: RegExp): Generator<Token> {
  const lineAt = createLineCounter(text);
  for (const match of text.matchAll(pattern)) {
    const [, plain, quoted] = match;
    if (!plain && !quoted) continue;
    const line = lineAt(match.index);
    const token = plain?.includes(joint) ? plain.replaceAll(joint, '') : plain;
    if (token) yield { text: token, quote: '', line };
    else if (quoted) yield { text: unquote(quoted), quote: quoted.charAt(0), line };
  }
}

/** Returns a function that finds the line (from 1) of an index; a joint ends a line, and is on the next one. Indexes must not descend. */
export function createLineCounter(text: string): (place: number) => number {
  let line = 1;
  let at = 0;
  return (place) => {
    let start = place;
    // A word begins after the joints before it.
    while (text[start] === joint) start++;
    for (; at < start; at++) if (text[at] === '\n' || text[at] === joint) line++;
    return line;
  };
}

/** Returns the text of a literal without its quotes (the closing one may be missing) and without line continuations. */
function unquote(literal: string): string {
  const end = literal.length > 1 && literal.endsWith(literal.charAt(0)) ? -1 : undefined;
  return literal.slice(1, end).replace(/[+-][ \t]*\n[ \t]*|\u0001/g, '');
}

/** True if a token is one of these words or marks (in upper case), in any case; false if it is quoted, or undefined. */
export function isWord(token: Token | undefined, ...words: string[]): boolean {
  return token !== undefined && token.quote === '' && words.includes(token.text.toUpperCase());
}

/** A keyword with the tokens in its parentheses, marks too. */
export interface Keyword {
  /** In upper case. */
  readonly name: string;
  readonly values: readonly Token[];
}

/** Yields each outermost `KEYWORD(...)`: the token before `(` ('' if none or quoted), those inside; a token `\n` drops one still open. */
export function* parseKeywords(tokens: Iterable<Token>): Generator<Keyword> {
  let name = '';
  let values: Token[] = [];
  let depth = 0;
  for (const token of tokens) {
    const plain = token.quote === '' ? token.text : '';
    if (plain === '\n') depth = 0;
    else if (plain === ')' && depth > 0) {
      depth--;
      if (depth === 0) yield { name, values };
    } else if (plain === '(') {
      depth++;
      if (depth === 1) values = [];
    }
    if (depth === 0) name = plain.toUpperCase();
    else if (depth > 1 || plain !== '(') values.push(token);
  }
}
