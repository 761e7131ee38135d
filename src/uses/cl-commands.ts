/** Splits CL into commands with their parameters, for programs and for sources of commands. */
import { isWord, joint, keywordsOf, linesOf, type Token, tokensOf } from './tokens.ts';

/** A command. */
export interface Command {
  /** In upper case, without a library. */
  readonly name: string;
  readonly line: number;
  /**
   * Returns the words of a parameter, without parentheses: by its keyword (in upper case), else the one word at its
   * place (from 0) before all keywords, else none.
   */
  readonly valuesOf: (keyword: string, place?: number) => readonly Token[];
}

// A comment begins only at the start of a word, unlike in `LIB/*ALL`.
const pattern = /\/\*[\s\S]*?(?:\*\/|$)|([^\s()']+|[()\n])|('[^'\n]*'?)/g;

/** Yields the commands of a source in its order: one from each line with words, and the lines that continue it. */
export function* commandsOf(text: string): Generator<Command> {
  let tokens: Token[] = [];
  for (const token of tokensOf(joinContinued(text), pattern)) {
    if (!isWord(token, '\n')) tokens.push(token);
    else if (tokens.length > 0) {
      yield commandOf(tokens);
      tokens = [];
    }
  }
}

/**
 * Joins lines with their continuations: after + from the first character, after - as written. A `joint` replaces the +
 * or -; all other lines end in a line feed, without blanks before it.
 */
function joinContinued(text: string): string {
  let goesOn = '';
  const lines = linesOf(text).map((whole) => {
    const line = (goesOn === '+' ? whole.trimStart() : whole).trimEnd();
    goesOn = /[+-]$/.exec(line)?.[0] ?? '';
    return goesOn === '' ? `${line}\n` : line.slice(0, -1) + joint;
  });
  return `${lines.join('')}\n`;
}

/** Makes a command of the tokens of a line (at least one): skips labels; its name is upper case, without library, ! and ?. See Command. */
function commandOf(tokens: readonly Token[]): Command {
  const start = tokens.findIndex(({ text }) => !text.endsWith(':'));
  const [verb, ...rest] = tokens.slice(Math.max(0, start));
  const keywords = [...keywordsOf(rest)];
  // Values without a keyword come first.
  const open = rest.findIndex((token) => isWord(token, '('));
  const places = open < 0 ? rest : rest.slice(0, Math.max(0, open - 1));
  return {
    name: (verb?.text ?? '').replace(/^.*\/|^[!?]+/g, '').toUpperCase(),
    line: verb?.line ?? 0,
    valuesOf: (keyword, place) => {
      const found = keywords.find(({ name }) => name === keyword)?.values ?? [];
      const byPlace = place === undefined ? undefined : places[place];
      return found.length > 0 || byPlace === undefined ? found.filter((one) => !isWord(one, '(', ')')) : [byPlace];
    },
  };
}
