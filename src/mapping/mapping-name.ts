import { isAbsolute, join, normalize, posix, relative, resolve } from 'node:path';
import { defaultMappingFile } from './defaults.ts';
import { parseMappingName } from './source.ts';

/**
 * Returns the name of a mapping in the ledger: its path from the top of the repository, the same for every spelling and
 * every place of the checkout. A mapping outside of the repository keeps the name that `--mapping` gives it.
 * @param option the value of `--mapping` @param foundAt the file's path on disk; null: not found
 */
export function mappingName(option: string | undefined, cwd: string, top: string, foundAt: string | null): string {
  const parsed = option === undefined ? null : parseMappingName(option);
  if (parsed !== null && 'rev' in parsed) return posix.normalize(parsed.path);
  const place = foundAt ?? (parsed === null ? join(top, defaultMappingFile) : resolve(cwd, parsed.file));
  const fromTop = relative(top, place);
  const isInside = !fromTop.startsWith('..') && !isAbsolute(fromTop);
  return (isInside ? fromTop : normalize(parsed?.file ?? place)).replaceAll('\\', '/');
}
