/** Reads RPG: includes from their lines; fixed specifications as equal free-form statements, line for line, so one reader serves both. */
import { parseIncludedName, parsePath, toIncludeUse, toObjectUse } from './names.ts';
import { isWord, type Keyword, parseKeywords, splitLines, type Token, takeColumns, tokenize } from './tokens.ts';
import type { Use, UsedName } from './use.ts';

const data = /^\*\*(?:\s|$|CTDATA|FTRANS|ALTSEQ)/i;

/** Returns the uses of an RPG source: first all includes, then, in their order, those of its statements, but no tables in SQL. */
export function listRpgUses(text: string, isRpg3: boolean): Use[] {
  const code = selectCodeLines(text);
  const { lines, isFree } = code;
  const read = /\/(?:copy|include)/i.test(text) ? lines : [];
  const includes = read.flatMap((line, index) => toIncludeUse(parseIncludeLine(line, isFree), index + 1));
  if (isFree && text.search(interesting) < 0) return includes;
  return [...includes, ...splitStatements(joinFreeForm(code, isRpg3), interesting).flatMap(listStatementUses)];
}

/** Returns an RPG IV source (of RPG III: its SQL) as free-form text, line for line up to data; other fixed lines than H, F and DS are `;`. */
export const extractRpgCode = (text: string): string => joinFreeForm(selectCodeLines(text), false);

/** True if the control options of an RPG IV source say NOMAIN: it is a module, never a program. */
export function saysNoMain(text: string): boolean {
  if (!/nomain/i.test(text)) return false;
  // In parentheses it is the name of a procedure.
  const isStated = (token: Token, at: number, all: readonly Token[]) =>
    isWord(token, 'NOMAIN') && !isWord(all[at - 1], '(');
  const statements = splitStatements(extractRpgCode(text), /\bnomain\b/gi);
  return statements.some((all) => isWord(all[0], 'CTL-OPT') && all.some(isStated));
}

/** Returns the lines of RPG before data such as **CTDATA: whole in a **FREE source (`isFree`), else 80 columns. Line n has index n - 1. */
function selectCodeLines(text: string): { readonly lines: readonly string[]; readonly isFree: boolean } {
  const all = splitLines(text);
  const isFree = /^\s*\*\*free\b/i.test(all[0]?.slice(0, 80) ?? '');
  const end = all.findIndex((line, index) => index > 0 && data.test(line.slice(0, 10)));
  const lines = all.slice(0, end < 0 ? undefined : end);
  return { lines: isFree ? lines.with(0, '') : lines.map((line) => takeColumns(line, 80)), isFree };
}

/** Joins lines of RPG to free-form text without directives; fixed specifications are rewritten (see toFreeForm). */
function joinFreeForm({ lines, isFree }: ReturnType<typeof selectCodeLines>, isRpg3: boolean): string {
  return (isFree ? lines.map(withoutDirective) : toFreeForm(lines, isRpg3)).join('\n');
}

const copy = /^\/(?:copy|include)\s+(.+)/is;

/** Returns the name in the `/copy` or `/include` of a line (a path in quotes, else a word); null if it has none, or an invalid one. */
function parseIncludeLine(line: string, isFree: boolean): UsedName | null {
  const [, rest] = copy.exec(!isFree && line[6] === '/' ? line.slice(6) : line.trimStart()) ?? [];
  if (rest === undefined) return null;
  const [, , path, next] = /^(['"])([^'"]*)\1(.?)/s.exec(rest) ?? [];
  if (path !== undefined && next !== '/' && next !== ',') return parsePath(path);
  const [word] = /^[^\s;]+(?:(?<=,)[ \t]+[^\s;]+)?/.exec(rest) ?? [];
  return word === undefined ? null : parseIncludedName(word.replace(/["'\s]/g, ''));
}

/** Returns the line, or '' if it is a directive: it begins, maybe after blanks, with a slash and a letter. */
const withoutDirective = (line: string): string => (/^\s*\/[a-z]/i.test(line) ? '' : line);

/** Rewrites lines with columns as free-form statements, one for one, no comments, no directives but SQL; `;` begins each new one. */
function toFreeForm(lines: readonly string[], isRpg3: boolean): string[] {
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
    const isContinued = specification === before;
    before = specification;
    const free = isLoose ? line : withoutDirective(line.slice(7));
    if (!/[A-Z]/.test(specification)) return isContinued ? free : `;${free}`;
    if (specification === 'H') return `${isContinued ? ' ' : ';ctl-opt '}${code}`;
    return isRpg3 ? toStatementOfRpg3(specification, line) : toStatement(specification, line);
  });
}

/** Rewrites a line: file (F) as `;dcl-f`, structure (D) as `;dcl-ds` (` ext`: a file describes it), keywords alone as such, else `;`. */
function toStatement(specification: string, line: string): string {
  const keywords = ` ${line.slice(43)}`;
  if (!'FD'.includes(specification)) return ';';
  if (line.slice(6, 43).trim() === '') return keywords;
  const name = line.slice(6, specification === 'F' ? 16 : 21).trim() || '*n';
  // One column too far right: tools other than the compiler accept it.
  const isFile = /^(?:[IOUC]| [IOUC][FPRTC ])/i.test(line.slice(16, 19));
  if (specification === 'F') return isFile ? `;dcl-f ${name}${keywords}` : ';';
  if (!/^ds$/i.test(line.slice(23, 25))) return ';';
  return `;dcl-ds ${name}${/e/i.test(line.charAt(21)) ? ' ext' : ''}${keywords}`;
}

/** Rewrites a specification of RPG III: a file as `;dcl-f NAME;`, a structure that a file describes as `;dcl-ds FILE ext;`, else `;`. */
function toStatementOfRpg3(specification: string, line: string): string {
  const name = line.slice(6, 14).trim();
  if (specification === 'F' && name !== '' && /[IOUCD]/i.test(line.charAt(14))) return `;dcl-f ${name};`;
  const isStructure = specification === 'I' && /^e.ds$/i.test(line.slice(16, 20));
  return isStructure ? `;dcl-ds ${line.slice(20, 30).trim() || line.slice(6, 12).trim() || '*n'} ext;` : ';';
}

// A literal goes on in the next line where it ends in + or -.
const pattern =
  /\/\/[^\n]*|([\w$#@*%.&\u0080-\uffff-]+|[();:,/])|('[^'\n]*(?:(?<=[+-][ \t]*)\n[^'\n]*)*'?|"[^"\n]*"?)/g;

/** Without one of these, a statement uses nothing. */
const interesting = /dcl-f|\bext(?:name)?\b|bnddir|include/gi;

/** Yields statements (ended by `;`, begun by `dcl-`, `ctl-opt`) as tokens, some empty, to the line of the last `sought`; none without. */
function* splitStatements(text: string, sought: RegExp): Generator<Token[]> {
  const found = [...text.matchAll(sought)].at(-1);
  if (found === undefined) return;
  // Most files are declared at the start of a source.
  const last = text.slice(0, found.index).split('\n').length;
  let statement: Token[] = [];
  for (const token of tokenize(text, pattern)) {
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

/**
 * Returns the uses of a statement; [] for other statements than these: `ctl-opt` (binding directories), `exec sql include` (a name),
 * `dcl-f` (the file in EXTDESC, else that of its own name; none with LIKEFILE), `dcl-ds` (the file in EXTNAME; with EXT its own name).
 */
function listStatementUses(statement: readonly Token[]): Use[] {
  const [first, second] = statement;
  if (isWord(first, 'EXEC') && isWord(second, 'SQL')) return listSqlIncludeUses(statement);
  if (second === undefined || !isWord(first, 'DCL-F', 'DCL-DS', 'CTL-OPT')) return [];
  const keywords = Map.groupBy(parseKeywords(statement), ({ name }) => name);
  if (isWord(first, 'CTL-OPT')) {
    const bound = (keywords.get('BNDDIR') ?? []).flatMap(listKeywordValues);
    return bound.flatMap(({ text, line }) => toObjectUse(text, '*BNDDIR', line));
  }
  const isFile = isWord(first, 'DCL-F');
  const [described] = keywords.get(isFile ? 'EXTDESC' : 'EXTNAME') ?? [];
  const isNamed = isFile ? !keywords.has('LIKEFILE') : described || statement.some((token) => isWord(token, 'EXT'));
  const [file] = !isNamed ? [] : described ? listKeywordValues(described) : [second];
  return file ? toObjectUse(file.text, '*FILE', file.line) : [];
}

/** Returns the values of a keyword, which colons separate, each as one text with its first line, without empty ones. */
function listKeywordValues({ values }: Keyword): { text: string; line: number }[] {
  const lists: Token[][] = [[]];
  for (const token of values) {
    if (isWord(token, ':')) lists.push([]);
    else lists.at(-1)?.push(token);
  }
  return lists.flatMap((list) =>
    list[0] ? [{ text: list.map(({ text }) => text).join(''), line: list[0].line }] : [],
  );
}

/** Returns the use by `exec sql include NAME` (a path in quotes, else a name); none for SQLCA, SQLDA and other SQL statements. */
function listSqlIncludeUses([, , verb, name, ...rest]: readonly Token[]): Use[] {
  if (!isWord(verb, 'INCLUDE') || name === undefined || isWord(name, 'SQLCA', 'SQLDA')) return [];
  const named = name.quote ? parsePath(name.text) : parseIncludedName([name, ...rest].map(({ text }) => text).join(''));
  return toIncludeUse(named, name.line);
}
