import { realpathSync } from 'node:fs';
import { isAbsolute, join, normalize, posix, relative, resolve } from 'node:path';
import { Problem, toMessage } from '../errors.ts';
import { findPathBelow, readRegularFile } from '../regular-file.ts';
import { defaultMappingFile } from './defaults.ts';

/** Splits `--mapping` at the first colon, `REV:PATH`; other text is a `file`, also `:x`, `C:\x`, `C:/x`. Does not look if it exists. */
export function parseMappingName(name: string): { file: string } | { rev: string; path: string } {
  const colon = name.indexOf(':');
  if (colon <= 0 || /^[A-Za-z]:[\\/]/.test(name)) return { file: name };
  return { rev: name.slice(0, colon), path: name.slice(colon + 1) };
}

/**
 * Reads the mapping file from disk, a regular file of at most 4 MiB: its name as given (or the default name), its place, its content.
 * @param name from `cwd`; null: the default name there, then at the top, and null is returned if neither exists. @param onlyInside true in
 * CI: refuses a file outside of the top, as no commit brought it. @throws Problem('usage') if a file that is named does not exist, or a
 * file cannot be read, or is refused, as one with a link in its path below the top, or one that is a link
 */
export function readMappingFile(
  name: string | null,
  { cwd, top, onlyInside }: { readonly cwd: string; readonly top: string; readonly onlyInside: boolean },
) {
  const candidates = name === null ? [cwd, top].map((dir) => join(dir, defaultMappingFile)) : [resolve(cwd, name)];
  for (const place of candidates) {
    try {
      const content = readRegularFile(place, top);
      if (onlyInside && findPathBelow(realpathSync.native(top), realpathSync.native(place)) === null) {
        const message = `the mapping file ${place} is outside of the repository ${top}: in CI, no mapping is read from there`;
        const remedy = 'Check it out below the repository, or read it from a commit with `--mapping REV:PATH`.';
        throw new Problem('usage', message, remedy);
      }
      return { name: name ?? defaultMappingFile, place, content };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT' && name === null) continue;
      if (error instanceof Problem) throw error;
      const why = `the mapping file ${name ?? place} cannot be read: ${toMessage(error)}`;
      const remedy = 'Give `--mapping` the path of a file, from the current directory.';
      throw new Problem('usage', why, remedy, { cause: error });
    }
  }
  return null;
}

/**
 * Returns the name of a mapping in the ledger: its path from the top of the repository, with slashes, however it is spelled. A file in a
 * commit is named by its path there, a file outside of the repository by the name given. @param option `--mapping`, or undefined. @param
 * foundAt the file's path on disk; null: not found; `option` is then a path from `cwd`, without it the default file at `top`
 */
export function resolveMappingName(option: string | undefined, cwd: string, top: string, foundAt: string | null) {
  const parsed = option === undefined ? null : parseMappingName(option);
  if (parsed !== null && 'rev' in parsed) return posix.normalize(parsed.path);
  const place = foundAt ?? (parsed === null ? join(top, defaultMappingFile) : resolve(cwd, parsed.file));
  const fromTop = relative(top, place);
  const isInside = !fromTop.startsWith('..') && !isAbsolute(fromTop);
  return (isInside ? fromTop : normalize(parsed?.file ?? place)).replaceAll('\\', '/');
}
