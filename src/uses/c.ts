/** C and C++: headers in quotes and in angle brackets, files that `#pragma mapinc` describes, SQL includes. */
import { parseIncludedName, parseMember, parsePath, toIncludeUse, toObjectUse } from './names.ts';
import { createLineCounter, joint } from './tokens.ts';
import type { Use, UsedName } from './use.ts';

const pattern =
  /^[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]*)"|<([^>\n]*)>)|^[ \t]*#[ \t]*pragma[ \t]+mapinc[ \t]*\([ \t]*"[^"\n]*"[ \t]*,[ \t]*"([^"\n]*)"|\bexec\s+sql\s+include\s+(['"]?)([^\s;'"]+)\4\s*;|\/[/*]|\\[\s\S]|["'\n]/gim;

/** Lists the headers, SQL includes and `#pragma mapinc` files that a C or C++ source uses, in the order of its text, also under `#if`. */
export function listCUses(text: string): Use[] {
  const uses: Use[] = [];
  const reader = new RegExp(pattern);
  let quote = '';
  const lineAt = createLineCounter(text.replaceAll(joint, ' '));
  for (let match = reader.exec(text); match !== null; match = reader.exec(text)) {
    const [found] = match;
    if (quote !== '') {
      // The end of a line ends a text that was never closed.
      if (found === quote || found === '\n') quote = '';
      reader.lastIndex = match.index + (found.startsWith('\\') ? 2 : 1);
    } else if (found === '/*' || found === '//') {
      const end = text.indexOf(found === '//' ? '\n' : '*/', match.index + 2);
      reader.lastIndex = end < 0 ? text.length : end + (found === '//' ? 0 : 2);
    } else if (found === '"' || found === "'") quote = found;
    else uses.push(...listMatchUses(match, lineAt(match.index)));
  }
  return uses;
}

/** Returns the use in a match of `pattern`; none for SQLCA, SQLDA and invalid names. A header in `<...>` gets `mayBeOfSystem`. */
function listMatchUses([, header, system, described, quote, sql]: RegExpExecArray, line: number): Use[] {
  if (system !== undefined)
    return toIncludeUse(parseHeader(system), line).map((use) => ({ ...use, mayBeOfSystem: true }));
  if (header !== undefined) return toIncludeUse(parseHeader(header), line);
  if (described !== undefined) return toObjectUse(described.replace(/\(.*/, ''), '*FILE', line);
  if (sql === undefined || /^sql[cd]a$/i.test(sql)) return [];
  return toIncludeUse(quote ? parsePath(sql) : parseIncludedName(sql), line);
}

/** Parses a header: `LIB/FILE(MBR)`, `LIB/FILE/MBR`, `FILE/MBR`, `MBR` to a member; `a.h`, `/a/b`, `a/b/c/d` to a path; null if invalid. */
function parseHeader(written: string): UsedName | null {
  const [, file, member] = /^([^(]*)\(([^)]*)\)$/.exec(written) ?? [];
  if (file !== undefined && member !== undefined) return parseMember(member, file);
  const parts = written.split(/[/\\]/);
  const last = parts.pop() ?? '';
  const isPath = last.includes('.') || parts.length > 2 || parts.some((part) => part === '' || part.startsWith('.'));
  return isPath ? parsePath(written) : parseMember(last, parts.at(-1) ?? null);
}
