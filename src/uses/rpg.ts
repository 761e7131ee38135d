/**
 * Reads RPG, fixed and free. Includes are read from their lines; fixed specifications are rewritten as equal free-form
 * statements, line for line, so that one reader serves both.
 */
import { includeUse, pathNamed, wordNamed } from './names.ts';
import { hasNoMain, mayUse, usesOfStatements } from './rpg-statements.ts';
import { columnsOf, linesOf } from './tokens.ts';
import type { Use, UsedName } from './use.ts';

/** Matches a directive that includes a source. */
const directive = /\/(?:copy|include)/i;

const data = /^\*\*(?:\s|$|CTDATA|FTRANS|ALTSEQ)/i;

/**
 * Reads the uses of an RPG source: all includes, then those of its statements.
 * @param isOld RPG III, whose specifications have other columns
 */
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

/**
 * Returns the lines that the compiler reads as code, at their places: `**free` is an empty line, and the data behind
 * the program is left out. Without `**free` each has its first 80 columns, with tabs expanded.
 */
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

/**
 * Rewrites the lines of a source with columns as free-form statements, one for one. A semicolon that ends the statement
 * before begins each that does not continue it. Comments and directives become empty; SQL and free-form code stay.
 */
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

/**
 * Rewrites one specification of RPG IV: files as `dcl-f`, data structures as `dcl-ds` (`ext` if a file describes it),
 * all else as `;`. A line without a name continues the one before, and begins with a blank.
 */
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
