/**
 * Reads RPG, fixed and free. Includes are read from their lines; fixed specifications are rewritten as equal free-form
 * statements, line for line, so that one reader serves both.
 */
import { fileUse, includeUse, objectUse, pathNamed, wordNamed } from './names.ts';
import { columnsOf, isWord, type Keyword, keywordsOf, linesOf, type Token, tokensOf } from './tokens.ts';
import type { Use, UsedName } from './use.ts';

/** Matches a directive that includes a source. */
const directive = /\/(?:copy|include)/i;

const data = /^\*\*(?:\s|$|CTDATA|FTRANS|ALTSEQ)/i;

/** Returns the uses of an RPG source: all includes, then those of its statements. @param isOld RPG III, whose specifications have other columns */
export function usesOfRpg(text: string, isOld: boolean): Use[] {
  const { lines, isFree } = codeOf(text);
  const includes = directive.test(text)
    ? lines.flatMap((line, index) => includeUse(includedBy(line, isFree), index + 1))
    : [];
  return isFree && !mayUse(text) ? includes : [...includes, ...usesOfStatements(freeForm(lines, isFree, isOld))];
}

/** Returns the code of a source as free-form statements, line for line. */
export function codeOfRpg(text: string): string {
  const { lines, isFree } = codeOf(text);
  return freeForm(lines, isFree, false);
}

/** True if the control options of an RPG IV source say NOMAIN: it is a module, never a program. */
export function saysNoMain(text: string): boolean {
  if (!/nomain/i.test(text)) return false;
  return hasNoMain(codeOfRpg(text));
}

/** Returns the lines that the compiler reads as code, at their places: without data behind the program, in columns the first 80. */
function codeOf(text: string): { readonly lines: readonly string[]; readonly isFree: boolean } {
  const all = linesOf(text);
  const isFree = /^\s*\*\*free\b/i.test(all[0]?.slice(0, 80) ?? '');
  const end = all.findIndex((line, index) => index > 0 && data.test(line.slice(0, 10)));
  const lines = all
    .slice(isFree ? 1 : 0, end < 0 ? undefined : end)
    .map((line) => (isFree ? line : columnsOf(line, 80)));
  if (isFree) lines.unshift('');
  return { lines, isFree };
}

function freeForm(lines: readonly string[], isFree: boolean, isOld: boolean): string {
  return (isFree ? lines.map(withoutDirective) : toFreeForm(lines, isOld)).join('\n');
}

const copy = /^\/(?:copy|include)\s+(.+)/is;

/** Returns the name in the `/copy` or `/include` of a line; null: the line has none. */
function includedBy(line: string, isFree: boolean): UsedName | null {
  const code = line.trimStart();
  const directive = !isFree && line[6] === '/' ? line.slice(6) : code;
  if (!directive.startsWith('/')) return null;
  const [, rest] = copy.exec(directive) ?? [];
  return rest === undefined ? null : parseIncluded(rest);
}

function parseIncluded(rest: string): UsedName | null {
  const [, , path, next] = /^(['"])([^'"]*)\1(.?)/s.exec(rest) ?? [];
  if (path !== undefined && next !== '/' && next !== ',') return pathNamed(path);
  const [word] = /^[^\s;]+(?:(?<=,)[ \t]+[^\s;]+)?/.exec(rest) ?? [];
  return word === undefined ? null : wordNamed(word.replace(/["'\s]/g, ''));
}

/** Removes a directive, which is no part of a statement; the slash of a division stays. */
const withoutDirective = (line: string): string => (/^\s*\/[a-z]/i.test(line) ? '' : line);

/** Rewrites lines with columns as free-form statements, one for one. A semicolon begins each line that does not continue the one before. */
function toFreeForm(lines: readonly string[], isOld: boolean): string[] {
  let before = ' ';
  return lines.map((line) => {
    const code = line.slice(6);
    if (code.trim() === '' || code.startsWith('*') || code.trimStart().startsWith('//')) return '';
    const sql = code.startsWith('/') ? /^\/exec\s+sql\b(.*)/i.exec(code) : null;
    if (sql) return `;exec sql${sql[1]}`;
    if (code.startsWith('+')) return code.slice(1);
    if (code.startsWith('/')) return /^\/end-exec/i.test(code) ? ';' : '';
    // Free-form code that begins too far left: tools other than the compiler accept it.
    const isLoose = /^\s*(?:dcl-(?:f|ds)|ctl-opt)\s/i.test(line);
    const specification = isLoose ? ' ' : line.charAt(5).toUpperCase();
    const goesOn = specification === before;
    before = specification;
    if (!/[A-Z]/.test(specification)) return `${goesOn ? '' : ';'}${isLoose ? line : withoutDirective(line.slice(7))}`;
    if (specification === 'H') return `${goesOn ? ' ' : ';ctl-opt '}${code}`;
    return isOld ? toOldStatement(specification, line) : toStatement(specification, line);
  });
}

/** Rewrites a specification of RPG IV: files as `dcl-f`, data structures as `dcl-ds` (`ext` if a file describes it), all else as `;`. */
function toStatement(specification: string, line: string): string {
  const keywords = ` ${line.slice(43)}`;
  if (!'FD'.includes(specification)) return ';';
  if (line.slice(6, 43).trim() === '') return keywords;
  const name = line.slice(6, specification === 'F' ? 16 : 21).trim() || '*n';
  // One column too far right: tools other than the compiler accept it.
  if (specification === 'F')
    return /^(?:[IOUC]| [IOUC][FPRTC ])/i.test(line.slice(16, 19)) ? `;dcl-f ${name}${keywords}` : ';';
  if (!/^ds$/i.test(line.slice(23, 25))) return ';';
  return `;dcl-ds ${name}${/e/i.test(line.charAt(21)) ? ' ext' : ''}${keywords}`;
}

/** Rewrites one specification of RPG III: files, and data structures that a file describes; all else becomes `;`. */
function toOldStatement(specification: string, line: string): string {
  const name = line.slice(6, 14).trim();
  if (specification === 'F' && name !== '' && /[IOUCD]/i.test(line.charAt(14))) return `;dcl-f ${name};`;
  const isStructure = specification === 'I' && /^e.ds$/i.test(line.slice(16, 20));
  return isStructure ? `;dcl-ds ${line.slice(20, 30).trim() || line.slice(6, 12).trim() || '*n'} ext;` : ';';
}

// A literal goes on in the next line where it ends in + or -.
const pattern =
  /\/\/[^\n]*|([\w$#@*%.&\u0080-\uffff-]+|[();:,/])|('[^'\n]*(?:(?<=[+-][ \t]*)\n[^'\n]*)*'?|"[^"\n]*"?)/g;

/** Reads the uses of free-form text: files, external data structures, binding directories, SQL includes. */
function usesOfStatements(text: string): Use[] {
  return statementsOf(text, interesting).flatMap(usesOfStatement).toArray();
}

/** True if a control option of free-form text says NOMAIN; in parentheses it is the name of a procedure. */
function hasNoMain(text: string): boolean {
  return statementsOf(text, /\bnomain\b/gi)
    .filter(([first]) => isWord(first, 'CTL-OPT'))
    .some((statement) => statement.some((token, at) => isWord(token, 'NOMAIN') && !isWord(statement[at - 1], '(')));
}

/** Without one of these, a statement uses nothing. */
const interesting = /dcl-f|\bext(?:name)?\b|bnddir|include/gi;

/** False for free-form text in which no statement uses anything. */
function mayUse(text: string): boolean {
  return text.search(interesting) >= 0;
}

/** Yields the statements up to the last match of `sought`; some may be empty. A definition begins one, even after a missing semicolon. */
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
