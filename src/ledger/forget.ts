import type { LedgerRecord } from './record.ts';

/** What is taken out of a record: all that stands under these paths. */
export interface Forgotten {
  readonly record: LedgerRecord;
  readonly lines: readonly string[];
}

function without(passed: NonNullable<LedgerRecord['passed']>, keys: ReadonlySet<string>) {
  return Object.fromEntries(Object.entries(passed).filter(([path]) => !keys.has(path)));
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
  const kept = {
    ...record,
    filed: record.filed.filter((entry) => !gone(entry)),
    open: record.open.filter((entry) => !gone(entry)),
    unanswered: record.unanswered.filter((entry) => !gone(entry)),
    ...(record.shared === undefined ? {} : { shared: record.shared.filter((entry) => !gone(entry)) }),
    ...(record.claims === undefined
      ? {}
      : { claims: { ...record.claims, paths: record.claims.paths.filter((path) => !keys.has(path)) } }),
    ...(record.passed === undefined ? {} : { passed: without(record.passed, keys) }),
  };
  return { record: kept, lines };
}
