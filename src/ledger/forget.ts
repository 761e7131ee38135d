import type { BranchRecord } from './record.ts';
import { pathsOf } from './shards.ts';

/**
 * A record without what it remembers of some paths: their exceptions, and the check-outs that stand, or were tried, there;
 * and a line for each. What the settled commit has there is settled, so the next push of such a file is filed as if
 * nothing had been; a request that still stands will be met as a conflict.
 *
 * @param record with what these paths load.
 */
export function withoutPaths(record: BranchRecord, paths: readonly string[]) {
  // A name that is not UTF-8 is shown, and given, by its bytes in base64.
  const keys = new Set(paths.flatMap((path) => [path, `\0${path}`]));
  const [exceptions, checkOuts] = [new Map(record.exceptions), new Map(record.checkOuts)];
  const lines: string[] = [];
  for (const [key, checkOut] of record.checkOuts) {
    if (pathsOf(checkOut).isDisjointFrom(keys)) continue;
    checkOuts.delete(key);
    const { stands, tried } = checkOut;
    if (stands !== null) lines.push(`${stands.path}: request ${stands.objectId ?? '?'} (${stands.reason})`);
    lines.push(...tried.map(({ path, reason }) => `${path}: call without an answer (${reason})`));
  }
  for (const path of keys) {
    const exception = exceptions.get(path);
    if (exceptions.delete(path)) lines.push(`${path}: open change (${exception?.failed?.outcome ?? 'owed'})`);
  }
  return { record: { ...record, exceptions, checkOuts }, lines };
}
