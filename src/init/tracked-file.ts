import { longestPattern } from '../glob/parse-pattern.ts';
import { pickNamePart, splitPath } from '../mapping/names.ts';
import type { SourceSays } from './source-says.ts';
import { findSourceType, parseExtension } from './source-types.ts';

export type InitFile = Readonly<ReturnType<typeof parseTrackedFile>>;

/**
 * Takes the path of a tracked file (with slashes, no leading one) apart: `name` of the object (upper case, up to a `.` or `-` behind the
 * first character), `extension` (upper case, `TABLE.SQL` of `CUST.table.sql`; '' if none), `folders` (lower case, from the top), `type`
 * (source type, or null). @param says what its source says it is; null if it does not say, or was not read
 */
export function parseTrackedFile(path: string, says: SourceSays['is'] | null = null) {
  const { gpath, gfile } = splitPath(path);
  const name = pickNamePart(gfile, 'name').toUpperCase();
  const extension = parseExtension(gfile);
  const folders = gpath === '' ? [] : gpath.toLowerCase().split('/');
  return { path, gpath, gfile, name, extension, folders, type: findSourceType(extension), says };
}

/** True for a file that belongs to a tool: its name or that of a directory begins with a dot, as in `.vscode/settings.json`. */
export function isOfTool(file: InitFile): boolean {
  return file.gfile.startsWith('.') || file.folders.some((folder) => folder.startsWith('.'));
}

/** True for a directory's name (no path) that is Q...SRC, between them only letters, digits, `$#@_`, in any case: `QRPGLESRC`, `qddssrc`. */
export const isSourceFileName = (folder: string): boolean => /^q[a-z0-9$#@_]*src$/i.test(folder);

/** True if a name or path can be a pattern of the starter file: not '', only visible characters and blanks, short enough when escaped. */
export function isListable(text: string): boolean {
  const fits = text.length * 2 + 3 <= longestPattern;
  return fits && /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u.test(text) && !text.includes('\uFFFD');
}

/** Escapes a name, path or branch as a pattern that matches only this; whether case counts depends on the part of a rule that it is for. */
export const asPattern = (name: string): string => name.replace(/[*?{}[\],\\]/g, '\\$&');

/** Returns each name once, in its first spelling (case ignored), sorted by lower case. */
export function sortDistinct(names: readonly string[]): string[] {
  const spellings = Map.groupBy(names, (name) => name.toLowerCase());
  return [...spellings].toSorted(([one], [other]) => (one < other ? -1 : 1)).flatMap(([, [first = '']]) => first);
}

/** Returns patterns for names or paths: each once (case ignored), sorted, without those that cannot be patterns (see `isListable`). */
export const toNamePatterns = (names: readonly string[]): string[] =>
  sortDistinct(names).filter(isListable).map(asPattern);
