/** COBOL: copy books, the formats of files, SQL includes. */
import { parseIncludedName, parseMember, parsePath, toIncludeUse, toObjectUse } from './names.ts';
import { isWord, splitLines, type Token, takeColumns, tokenize } from './tokens.ts';
import type { Use } from './use.ts';

const pattern = /\*>[^\n]*|([^\s'".,;()]+|[.,;()])|('[^'\n]*'?|"[^"\n]*"?)/g;

/** Returns the uses of COPY (copy books, DDS formats of *FILEs) and `EXEC SQL INCLUDE` (not SQLCA, SQLDA) in COBOL source, in its order. */
export function listCobolUses(text: string): Use[] {
  const tokens = [...tokenize(extractCobolCode(text), pattern)];
  return tokens.flatMap((token, at) => {
    if (isWord(token, 'COPY')) return listCopyUses(tokens.slice(at + 1, at + 6));
    const isSql = isWord(token, 'EXEC') && isWord(tokens[at + 1], 'SQL');
    return isSql && isWord(tokens[at + 2], 'INCLUDE') ? listSqlIncludeUses(tokens[at + 3]) : [];
  });
}

/** Returns columns 8 to 72 of each line of COBOL, tabs expanded, as one text; empty for a comment line (`*` or `/` in column 7). */
export function extractCobolCode(text: string): string {
  const lines = splitLines(text).map((line) => takeColumns(line, 72));
  return lines.map((line) => (line[6] === '*' || line[6] === '/' ? '' : line.slice(7))).join('\n');
}

/** Returns the use by tokens after COPY: `MBR OF FILE`, FILE of `DDS-FORMAT OF FILE`; before `.` or an option `MBR` or a path; else []. */
function listCopyUses([name, of, file, next]: readonly Token[]): Use[] {
  if (name === undefined) return [];
  const isQualified = isWord(of, 'OF', 'IN') && file !== undefined;
  if (!isWord(isQualified ? next : of, '.', 'SUPPRESS', 'REPLACING', 'WITH') && !isQualified) return [];
  if (isQualified && name.quote === '' && /^dd[rs]?r?-/i.test(name.text))
    return toObjectUse(withoutLibrary(file), '*FILE', name.line);
  if (name.quote !== '' && !isQualified) return toIncludeUse(parsePath(name.text), name.line);
  return toIncludeUse(parseMember(name.text, isQualified ? withoutLibrary(file) : null), name.line);
}

/** Returns the text of a token behind its last hyphen (the file of `LIB-FILE`); all of it without a hyphen. */
const withoutLibrary = ({ text }: Token): string => text.slice(text.lastIndexOf('-') + 1);

/** Returns the use by the token after `EXEC SQL INCLUDE`: a path in quotes, else a name; none for SQLCA and SQLDA. */
function listSqlIncludeUses(name: Token | undefined): Use[] {
  if (name === undefined || isWord(name, 'SQLCA', 'SQLDA', 'END-EXEC')) return [];
  return toIncludeUse(name.quote ? parsePath(name.text) : parseIncludedName(name.text), name.line);
}
