/** C and C++: headers in quotes and in angle brackets, files that `#pragma mapinc` describes, SQL includes. */
import { fileUse, includeUse, memberNamed, pathNamed, wordNamed } from './names.ts';
import type { Use, UsedName } from './use.ts';

const pattern =
  /^[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]*)"|<([^>\n]*)>)|^[ \t]*#[ \t]*pragma[ \t]+mapinc[ \t]*\([ \t]*"[^"\n]*"[ \t]*,[ \t]*"([^"\n]*)"|\bexec\s+sql\s+include\s+(['"]?)([^\s;'"]+)\4\s*;|\/[/*]|\\[\s\S]|["'\n]/gim;

/** Returns the uses of a C or C++ source, in its order, also those under `#if`; none in comments and literals. */
export function usesOfC(text: string): Use[] {
  const uses: Use[] = [];
  const reader = new RegExp(pattern);
  let quote = '';
  let line = 1;
  let at = 0;
  for (let match = reader.exec(text); match !== null; match = reader.exec(text)) {
    for (; at < match.index; at++) if (text[at] === '\n') line++;
    const [found] = match;
    if (quote !== '') {
      // The end of a line ends a text that was never closed.
      if (found === quote || found === '\n') quote = '';
      reader.lastIndex = match.index + (found.startsWith('\\') ? 2 : 1);
    } else if (found === '/*' || found === '//') reader.lastIndex = endOfComment(text, found, match.index);
    else if (found === '"' || found === "'") quote = found;
    else uses.push(...usesOf(match, line));
  }
  return uses;
}

/** Returns the place after a comment, before the end of the line of a `//`; the end of the text if it is not closed. */
function endOfComment(text: string, start: string, at: number): number {
  const end = text.indexOf(start === '//' ? '\n' : '*/', at + 2);
  return end < 0 ? text.length : end + (start === '//' ? 0 : 2);
}

/** Returns the use that a match of the pattern states; none for SQLCA, SQLDA and invalid names. */
function usesOf([, header, system, described, quote, sql]: RegExpExecArray, line: number): Use[] {
  if (system !== undefined) {
    return includeUse(headerNamed(system), line).map((use): Use => ({ ...use, mayBeOfSystem: true }));
  }
  if (header !== undefined) return includeUse(headerNamed(header), line);
  if (described !== undefined) return fileUse(described.replace(/\(.*/, ''), line);
  if (sql === undefined || /^sql[cd]a$/i.test(sql)) return [];
  return includeUse(quote ? pathNamed(sql) : wordNamed(sql), line);
}

/** Parses `LIB/FILE(MBR)`, `LIB/FILE/MBR`, `FILE/MBR`, `MBR` or, with a suffix or more folders, a path. Null: no valid name. */
function headerNamed(written: string): UsedName | null {
  const [, file, member] = /^([^(]*)\(([^)]*)\)$/.exec(written) ?? [];
  if (file !== undefined && member !== undefined) return memberNamed(member, file);
  const parts = written.split(/[/\\]/);
  const last = parts.pop() ?? '';
  const isPath = last.includes('.') || parts.length > 2 || parts.some((part) => part === '' || part.startsWith('.'));
  return isPath ? pathNamed(written) : memberNamed(last, parts.at(-1) ?? null);
}
