/** What is wrong with a file, shown as compilers do: place, what was found, what would be right, the line. */

/** One thing that is wrong. Lines and columns count from 1; a column counts characters, not bytes. */
export interface FileProblem {
  readonly line: number;
  readonly column: number;
  readonly found: string;
  readonly right: string;
  /** The source line and, under it, a line with a caret; absent when there is no line to show. */
  readonly caret?: string;
}

const mostShown = 200;
const widestLine = 120;
const longestLine = 10_000;

/** All problems of a file, one a line as `FILE:LINE:COLUMN: what was found; what would be right`, each with its caret. */
export function messageFor(file: string, problems: readonly FileProblem[]): string {
  const shown = problems.slice(0, mostShown).map((problem) => {
    const head = `${file}:${problem.line}:${problem.column}: ${problem.found}; ${problem.right}`;
    return problem.caret === undefined ? head : `${head}\n${problem.caret}`;
  });
  if (problems.length > mostShown) shown.push(`and ${problems.length - mostShown} more`);
  return shown.join('\n');
}

/** Finds line and column of an offset (UTF-16 units) in a text; made once for each text. */
export class Lines {
  readonly #text: string;
  readonly #starts: number[] = [0];
  readonly #ends: number[] = [];

  constructor(text: string) {
    this.#text = text;
    for (const match of text.matchAll(/\r\n|\n|\r/g)) {
      this.#ends.push(match.index);
      this.#starts.push(match.index + match[0].length);
    }
    this.#ends.push(text.length);
  }

  /** Line number of an offset, from 1. */
  lineAt(offset: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  /** A problem at an offset, with its line and caret; `length`: how many units the carets underline, within the line. */
  problemAt(offset: number, length: number, found: string, right: string): FileProblem {
    const line = this.lineAt(offset);
    const start = this.#starts[line - 1] ?? 0;
    const source = this.#text.slice(start, this.#ends[line - 1]);
    const before = source.slice(0, offset - start);
    // A very long line is counted in UTF-16 units, as counting its characters for each problem takes long.
    const column = 1 + (source.length > longestLine ? before.length : Array.from(before).length);
    const caret = caretUnder(source, before.length, length);
    return { line, column, found: oneLine(found), right: oneLine(right), caret };
  }
}

/** A finding is one line, also where it quotes a key with line breaks (`"a\nb": 1`). */
function oneLine(text: string): string {
  return text.replace(/[\0-\x1f\x7f-\x9f\u2028\u2029]/g, (one) => {
    return one === '\n' ? '\\n' : `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** The line, cut around the place if it is very long, and a caret line below; tabs stay tabs so that both align. */
function caretUnder(source: string, at: number, length: number): string {
  const from = at > widestLine - 20 ? at - 40 : 0;
  const line = source.slice(from, from + widestLine).replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]/g, '?');
  const indent = source.slice(from, at).replace(/[^\t]/gu, ' ');
  const width = Math.max(1, Math.min(length, line.length - indent.length));
  return `    ${line}\n    ${indent}${'^'.repeat(width)}`;
}
