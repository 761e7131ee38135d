import type { BranchRecord } from './record.ts';
import { pathsOf } from './shards.ts';

/**
 * Removes from a record what it remembers of some paths: their exceptions, and the check-outs that stand or were tried
 * there. The content of the settled commit is then settled: the next push files such a file as for the first time, and a
 * request that still stands is a conflict. Returns a new record, and a line for each request, call and exception removed.
 * @param record with all shards of these paths loaded.
 */
export function forgetPaths(record: BranchRecord, paths: readonly string[]) {
  // People name a path that is not UTF-8 by its bytes in base64.
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
