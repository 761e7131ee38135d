/** CL as commands with their parameters: programs, and sources that hold the commands that make an object. */

import { isWord, joint, keywordsOf, linesOf, type Token, tokensOf } from './tokens.ts';

/** A command. */
export interface Command {
  /** In upper case, without a library. */
  readonly name: string;
  readonly line: number;
  /** The words of a parameter, given by its keyword or, where it has one, by its place (from 0). */
  readonly valuesOf: (keyword: string, place?: number) => readonly Token[];
}

// A comment begins at the start of a word only: `LIB/*ALL` is none.
const pattern = /\/\*[\s\S]*?(?:\*\/|$)|([^\s()']+|[()\n])|('[^'\n]*'?)/g;

/** The commands of a source. */
export function* commandsOf(text: string): Generator<Command> {
  let tokens: Token[] = [];
  for (const token of tokensOf(joined(text), pattern)) {
    if (!isWord(token, '\n')) tokens.push(token);
    else if (tokens.length > 0) {
      yield commandOf(tokens);
      tokens = [];
    }
  }
}

/** Lines with what continues them: after + from the first character, after - as they stand. */
function joined(text: string): string {
  let goesOn = '';
  const lines = linesOf(text).map((whole) => {
    const line = (goesOn === '+' ? whole.trimStart() : whole).trimEnd();
    goesOn = /[+-]$/.exec(line)?.[0] ?? '';
    return goesOn === '' ? `${line}\n` : line.slice(0, -1) + joint;
  });
  return `${lines.join('')}\n`;
}

function commandOf(tokens: readonly Token[]): Command {
  const start = tokens.findIndex(({ text }) => !text.endsWith(':'));
  const [verb, ...rest] = tokens.slice(Math.max(0, start));
  const keywords = [...keywordsOf(rest)];
  const places = plain(rest);
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

/** The values that stand without a keyword, at the start. */
function plain(tokens: readonly Token[]): readonly Token[] {
  const open = tokens.findIndex((token) => isWord(token, '('));
  return open < 0 ? tokens : tokens.slice(0, Math.max(0, open - 1));
}
