/** C and C++: headers in quotes and in angle brackets, files that `#pragma mapinc` describes, SQL includes. */
import { fileUse, includeUse, parseIncludedName, parseMember, parsePath } from './names.ts';
import type { Use, UsedName } from './use.ts';

const pattern =
  /^[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]*)"|<([^>\n]*)>)|^[ \t]*#[ \t]*pragma[ \t]+mapinc[ \t]*\([ \t]*"[^"\n]*"[ \t]*,[ \t]*"([^"\n]*)"|\bexec\s+sql\s+include\s+(['"]?)([^\s;'"]+)\4\s*;|\/[/*]|\\[\s\S]|["'\n]/gim;

/** Returns the headers, SQL includes and files of `#pragma mapinc` that a C or C++ source uses, in its order, also under `#if`. */
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
    else uses.push(...usesOfMatch(match, line));
  }
  return uses;
}

/** Returns the index behind the comment that begins at `at`, for `//` that of its line feed; the end of the text if it is not closed. @param start `//` or `/*` */
function endOfComment(text: string, start: string, at: number): number {
  const end = text.indexOf(start === '//' ? '\n' : '*/', at + 2);
  return end < 0 ? text.length : end + (start === '//' ? 0 : 2);
}

/** Returns the use of the header, file or SQL include in a match of `pattern`; none for SQLCA, SQLDA and invalid names. `<...>` is marked mayBeOfSystem. */
function usesOfMatch([, header, system, described, quote, sql]: RegExpExecArray, line: number): Use[] {
  if (system !== undefined) {
    return includeUse(parseHeader(system), line).map((use): Use => ({ ...use, mayBeOfSystem: true }));
  }
  if (header !== undefined) return includeUse(parseHeader(header), line);
  if (described !== undefined) return fileUse(described.replace(/\(.*/, ''), line);
  if (sql === undefined || /^sql[cd]a$/i.test(sql)) return [];
  return includeUse(quote ? parsePath(sql) : parseIncludedName(sql), line);
}

/** Parses the name of a header: `LIB/FILE(MBR)`, `LIB/FILE/MBR`, `FILE/MBR` or `MBR` is a member; with a suffix or more folders it is a path. Null: no valid name. */
function parseHeader(written: string): UsedName | null {
  const [, file, member] = /^([^(]*)\(([^)]*)\)$/.exec(written) ?? [];
  if (file !== undefined && member !== undefined) return parseMember(member, file);
  const parts = written.split(/[/\\]/);
  const last = parts.pop() ?? '';
  const isPath = last.includes('.') || parts.length > 2 || parts.some((part) => part === '' || part.startsWith('.'));
  return isPath ? parsePath(written) : parseMember(last, parts.at(-1) ?? null);
}
