/** Problems of a file, formatted as compilers do: place, what was found, what to write instead, the line. */
import { LineCounter } from 'yaml';
import { limitLines } from '../counted.ts';

/** One problem of a file. Lines and columns count from 1; a column counts characters (in a line over 10,000 long, UTF-16 units). */
export interface FileProblem {
  readonly line: number;
  readonly column: number;
  readonly found: string;
  readonly right: string;
  /** The source line and, under it, a line with carets; absent without a line to show. */
  readonly caret?: string;
}

const mostShown = 200;
const widestLine = 120;
const longestLine = 10_000;

/** Formats problems, a line each, `FILE:LINE:COLUMN: found; right`, and `caret` (if present) below; of those after 200 only the number. */
export function formatProblems(file: string, problems: readonly FileProblem[]): string {
  const texts = problems.map((problem) => {
    const head = `${file}:${problem.line}:${problem.column}: ${problem.found}; ${problem.right}`;
    return problem.caret === undefined ? head : `${head}\n${problem.caret}`;
  });
  return limitLines(texts, mostShown, (left) => `and ${left} more`).join('\n');
}

export type Lines = ReturnType<typeof indexLines>;

/** Returns `lineAt`, which finds the line of an offset (UTF-16 units) in a text, and `problemAt`, which makes the problem there. */
export function indexLines(text: string) {
  const ends = [...text.matchAll(/\r\n|\n|\r/g)];
  const starts = [0, ...ends.map((end) => end.index + end[0].length)];
  const counter = new LineCounter();
  for (const start of starts) counter.addNewLine(start);
  /** Returns the line number of an offset, from 1. */
  const lineAt = (offset: number): number => counter.linePos(offset).line;
  /** Makes the problem at an offset, with its caret; `found` and `right` become one line each. @param length UTF-16 units to underline */
  const problemAt = (offset: number, length: number, found: string, right: string): FileProblem => {
    const line = lineAt(offset);
    const start = starts[line - 1] ?? 0;
    const source = text.slice(start, ends[line - 1]?.index);
    const before = source.slice(0, offset - start);
    // To count the characters of a very long line for each problem takes long: UTF-16 units there.
    const column = 1 + (source.length > longestLine ? before.length : Array.from(before).length);
    const caret = formatCaret(source, before.length, length);
    return { line, column, found: toOneLine(found), right: toOneLine(right), caret };
  };
  return { lineAt, problemAt };
}

/** Returns a text with line ends and control characters as escapes: `\n`, `\u0007`. */
function toOneLine(text: string): string {
  return text.replace(/[\0-\x1f\x7f-\x9f\u2028\u2029]/g, (character) =>
    character === '\n' ? '\\n' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Formats a line (120 units at most; from `at` - 40 on if `at` is over 100), and below it 1 to `length` carets from `at` on. Tabs stay. */
function formatCaret(source: string, at: number, length: number): string {
  const from = at > widestLine - 20 ? at - 40 : 0;
  const line = source.slice(from, from + widestLine).replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]/g, '?');
  const indent = source.slice(from, at).replace(/[^\t]/gu, ' ');
  const width = Math.max(1, Math.min(length, line.length - indent.length));
  return `    ${line}\n    ${indent}${'^'.repeat(width)}`;
}
