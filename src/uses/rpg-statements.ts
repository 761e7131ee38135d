/** Reads the statements of free-form RPG that use something; `rpg.ts` rewrites fixed specifications to these. */
import { fileUse, includeUse, objectUse, pathNamed, wordNamed } from './names.ts';
import { isWord, type Keyword, keywordsOf, type Token, tokensOf } from './tokens.ts';
import type { Use } from './use.ts';

// A literal goes on in the next line where it ends in + or -.
const pattern =
  /\/\/[^\n]*|([\w$#@*%.&\u0080-\uffff-]+|[();:,/])|('[^'\n]*(?:(?<=[+-][ \t]*)\n[^'\n]*)*'?|"[^"\n]*"?)/g;

/** Reads the uses of free-form text: files, external data structures, binding directories, SQL includes. */
export function usesOfStatements(text: string): Use[] {
  return statementsOf(text, interesting).flatMap(usesOfStatement).toArray();
}

/** True if a control option of free-form text says NOMAIN; in parentheses it is the name of a procedure. */
export function hasNoMain(text: string): boolean {
  return statementsOf(text, /\bnomain\b/gi)
    .filter(([first]) => isWord(first, 'CTL-OPT'))
    .some((statement) => statement.some((token, at) => isWord(token, 'NOMAIN') && !isWord(statement[at - 1], '(')));
}

/** Without one of these, a statement uses nothing. */
const interesting = /dcl-f|\bext(?:name)?\b|bnddir|include/gi;

/** False for free-form text in which no statement uses anything. */
export function mayUse(text: string): boolean {
  return text.search(interesting) >= 0;
}

/**
 * Yields the statements up to the last match of `sought`, without semicolons; none without a match, and some may be
 * empty. A definition always begins one, so that a missing semicolon hides only its own statement.
 */
function* statementsOf(text: string, sought: RegExp): Generator<Token[]> {
  const found = [...text.matchAll(sought)].at(-1);
  if (found === undefined) return;
  // Most files are declared at the start of a source.
  const last = text.slice(0, found.index).split('\n').length;
  let statement: Token[] = [];
  for (const token of tokensOf(text, pattern)) {
    const isEnd = isWord(token, ';');
    if (isEnd || (token.quote === '' && /^(?:dcl-|ctl-opt$)/i.test(token.text))) {
      yield statement;
      if (token.line > last) return;
      statement = [];
    }
    if (!isEnd) statement.push(token);
  }
  yield statement;
}

/** Reads the uses of a `dcl-f`, `dcl-ds`, `ctl-opt` or `exec sql include`; any other statement has none. */
function usesOfStatement(statement: readonly Token[]): Use[] {
  const [first, second] = statement;
  if (second === undefined) return [];
  if (isWord(first, 'DCL-F')) return usesOfFile(second, statement);
  if (isWord(first, 'DCL-DS')) return usesOfStructure(second, statement);
  if (isWord(first, 'CTL-OPT')) return usesOfControl(statement);
  return isWord(first, 'EXEC') && isWord(second, 'SQL') ? usesOfSqlInclude(statement) : [];
}

/** Returns the use of the file that EXTDESC names, else of the declared one; none with LIKEFILE. */
function usesOfFile(name: Token, statement: readonly Token[]): Use[] {
  const keywords = [...keywordsOf(statement)];
  if (keywords.some((one) => one.name === 'LIKEFILE')) return [];
  const described = keywords.find((one) => one.name === 'EXTDESC');
  return described ? firstFile(described) : fileUse(name.text, name.line);
}

function usesOfStructure(name: Token, statement: readonly Token[]): Use[] {
  const external = keywordsOf(statement).find((one) => one.name === 'EXTNAME');
  if (external) return firstFile(external);
  return statement.some((token) => isWord(token, 'EXT')) ? fileUse(name.text, name.line) : [];
}

function firstFile(keyword: Keyword): Use[] {
  const [first] = listed(keyword);
  return first ? fileUse(first.text, first.line) : [];
}

/** Returns the uses of the binding directories in all BNDDIR keywords. */
function usesOfControl(statement: readonly Token[]): Use[] {
  return keywordsOf(statement)
    .filter((one) => one.name === 'BNDDIR')
    .flatMap(listed)
    .flatMap(({ text, line }) => objectUse('bind', text, '*BNDDIR', line))
    .toArray();
}

/** Returns the values between colons, each with its first line; tokens of one are joined, empty ones left out. */
function listed({ values }: Keyword): { text: string; line: number }[] {
  const list: { text: string; line: number }[] = [];
  let isOpen = false;
  for (const { text, quote, line } of values) {
    if (quote === '' && text === ':') isOpen = false;
    else {
      const last = list.at(-1);
      if (isOpen && last) last.text += text;
      else list.push({ text, line });
      isOpen = true;
    }
  }
  return list;
}

function usesOfSqlInclude([, , verb, name, ...rest]: readonly Token[]): Use[] {
  if (!isWord(verb, 'INCLUDE') || name === undefined || isWord(name, 'SQLCA', 'SQLDA')) return [];
  const named = name.quote ? pathNamed(name.text) : wordNamed([name, ...rest].map(({ text }) => text).join(''));
  return includeUse(named, name.line);
}
