import { pathKey } from '../git/git-path.ts';
import { mayBeSame } from '../plan/identity.ts';
import type { FiledRequest } from './outcome.ts';
import type { LedgerRecord } from './record.ts';

/** What tells rows that earlier runs have reported. Keys of paths. */
export interface ReportedBefore {
  readonly record: LedgerRecord | null;
  /** Paths that only an earlier run left behind; no change of this range. */
  readonly leftBehind: ReadonlySet<string>;
  /** Paths that only a record says whose seal did not fit. */
  readonly claimed: ReadonlySet<string>;
}

/**
 * A request that is in the way of what a record without a seal asks for: whether it is ours nobody can tell any more. A
 * person has to, in this run and in those that meet it again.
 */
export function forPerson(row: FiledRequest, { record, claimed }: ReportedBefore): FiledRequest {
  const key = pathKey(row.request.path);
  if (row.outcome !== 'conflict') return row;
  const wasHeld = record?.open.some(
    ({ path, outcome, needsPerson }) => path === key && outcome === row.outcome && needsPerson,
  );
  return claimed.has(key) || wasHeld === true ? { ...row, needsPerson: true } : row;
}

/** What was known to be open already and stays so until a person settles it: a warning, no longer red (design §8). */
export function oldNews(rows: readonly FiledRequest[], before: ReportedBefore): Set<FiledRequest> {
  const open = Map.groupBy(before.record?.open.filter((entry) => entry.needsPerson) ?? [], ({ path }) => path);
  const isOld = ({ request, outcome }: FiledRequest) =>
    open
      .get(pathKey(request.path))
      ?.some((entry) => entry.outcome === outcome && mayBeSame(entry, request.identity)) === true;
  return new Set(
    rows.filter((row) => row.needsPerson && before.leftBehind.has(pathKey(row.request.path)) && isOld(row)),
  );
}
