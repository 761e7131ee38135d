/** Reads from CL programs the files that they declare, what they bind by their own options, and their includes. */
import { parseMember, parsePath, toIncludeUse, toObjectUse } from './names.ts';
import { isWord, joint, parseKeywords, splitLines, type Token, tokenize } from './tokens.ts';
import type { ObjectType, Use } from './use.ts';

/** A source without one of these uses nothing. */
const interesting = /dclf|dclprcopt|include/i;
/** A line may end in the middle of a word. */
const continuation = /[+-][ \t\r]*\n[ \t]*/g;

/** Returns the uses that DCLF, DCLPRCOPT and INCLUDE (member, path) state in a CL source; none for an object name in a variable. */
export function listClUses(text: string): Use[] {
  if (!interesting.test(text.replace(continuation, ''))) return [];
  return parseCommands(text).flatMap(listCommandUses).toArray();
}

/** Returns the uses of DCLF (a file), DCLPRCOPT (service programs, binding directories) and INCLUDE (a path or member); else none. */
function listCommandUses({ name, valuesOf }: Command): Use[] {
  const [declared] = name === 'DCLF' ? valuesOf('FILE', 0) : [];
  if (declared) return toObjectUse(declared.text, '*FILE', declared.line);
  if (name === 'DCLPRCOPT') {
    const listBoundObjectUses = (keyword: string, type: ObjectType) =>
      valuesOf(keyword).flatMap(({ text, line }) => toObjectUse(text, type, line));
    return [...listBoundObjectUses('BNDSRVPGM', '*SRVPGM'), ...listBoundObjectUses('BNDDIR', '*BNDDIR')];
  }
  if (name !== 'INCLUDE') return [];
  const [path] = valuesOf('SRCSTMF');
  if (path) return toIncludeUse(parsePath(path.text), path.line);
  const [member] = valuesOf('SRCMBR', 0);
  const [file] = valuesOf('SRCFILE', 1);
  return member ? toIncludeUse(parseMember(member.text, file?.text ?? null), member.line) : [];
}

export interface Command {
  /** In upper case, without a library. */
  readonly name: string;
  readonly line: number;
  /** Returns the words of a parameter: those of a keyword (upper case), else the one at a place (from 0) before all keywords, else none. */
  readonly valuesOf: (keyword: string, place?: number) => readonly Token[];
}

// A comment begins only at the start of a word, unlike in `LIB/*ALL`.
const pattern = /\/\*[\s\S]*?(?:\*\/|$)|([^\s()']+|[()\n])|('[^'\n]*'?)/g;

/** Yields the commands of a CL text, in its order: one for each line with words, joined with the lines that continue it. */
export function* parseCommands(text: string): Generator<Command> {
  let tokens: Token[] = [];
  for (const token of tokenize(joinContinuedLines(text), pattern)) {
    if (!isWord(token, '\n')) tokens.push(token);
    else if (tokens.length > 0) {
      yield toCommand(tokens);
      tokens = [];
    }
  }
}

/** Joins lines of CL that end in + or - with the next line (after + without its leading blanks) by a `joint` in place of the + or -. */
function joinContinuedLines(text: string): string {
  let mark = '';
  const lines = splitLines(text).map((whole) => {
    const line = (mark === '+' ? whole.trimStart() : whole).trimEnd();
    mark = /[+-]$/.exec(line)?.[0] ?? '';
    return mark === '' ? `${line}\n` : line.slice(0, -1) + joint;
  });
  return `${lines.join('')}\n`;
}

/** Makes a Command of the tokens of a line (at least one). Leaves out labels, the name's library and prompt marks. */
function toCommand(tokens: readonly Token[]): Command {
  const start = tokens.findIndex(({ text }) => !text.endsWith(':'));
  const [verb, ...rest] = tokens.slice(Math.max(0, start));
  const keywords = [...parseKeywords(rest)];
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
