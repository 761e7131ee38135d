import { isAbsolute, join, normalize, posix, relative, resolve } from 'node:path';
import { defaultMappingFile } from './defaults.ts';
import { parseMappingName } from './source.ts';

/**
 * The name under which the ledger knows a mapping: its path from the top of the repository, however it was spelled and
 * wherever the checkout stands. One from elsewhere keeps its own.
 * @param named what `--mapping` says. @param found where the file was found on disk; null when it was not.
 */
export function mappingName(named: string | undefined, cwd: string, top: string, found: string | null): string {
  const parsed = named === undefined ? null : parseMappingName(named);
  if (parsed !== null && 'rev' in parsed) return posix.normalize(parsed.path);
  const place = found ?? (parsed === null ? join(top, defaultMappingFile) : resolve(cwd, parsed.file));
  const fromTop = relative(top, place);
  const isInside = !fromTop.startsWith('..') && !isAbsolute(fromTop);
  return (isInside ? fromTop : normalize(parsed?.file ?? place)).replaceAll('\\', '/');
}
