import type { LedgerRecord } from './record.ts';

/** What is taken out of a record: all that stands under these paths. */
export interface Forgotten {
  readonly record: LedgerRecord;
  readonly lines: readonly string[];
}

/**
 * A record without what it remembers of some paths: open changes, calls without an answer, and requests. The next push
 * of such a file is filed as if it had never been, so a request that is still there will be met as a conflict.
 */
export function withoutPaths(record: LedgerRecord, paths: readonly string[]): Forgotten {
  // A name that is not UTF-8 is shown, and given, by its bytes in base64.
  const keys = new Set(paths.flatMap((path) => [path, `\0${path}`]));
  const gone = (entry: { readonly path: string }) => keys.has(entry.path);
  const lines = [
    ...record.filed.filter(gone).map(({ path, objectId, reason }) => `${path}: request ${objectId ?? '?'} (${reason})`),
    ...record.open.filter(gone).map(({ path, outcome }) => `${path}: open change (${outcome})`),
    ...(record.claims?.paths.filter((path) => keys.has(path)) ?? []).map((path) => `${path}: open without a seal`),
    ...record.unanswered.filter(gone).map(({ path, reason }) => `${path}: call without an answer (${reason})`),
  ];
  const { claims, passed, shared } = record;
  const kept = <T extends { readonly path: string }>(entries: readonly T[]) => entries.filter((entry) => !gone(entry));
  const left = {
    ...record,
    filed: kept(record.filed),
    open: kept(record.open),
    unanswered: kept(record.unanswered),
    ...(shared && { shared: kept(shared) }),
    ...(claims && { claims: { ...claims, paths: claims.paths.filter((path) => !keys.has(path)) } }),
    ...(passed && { passed: Object.fromEntries(Object.entries(passed).filter(([path]) => !keys.has(path))) }),
  };
  return { record: left, lines };
}
