import { pathKey } from '../git/git-path.ts';
import { mayBeSame } from '../plan/identity.ts';
import type { FiledRequest } from './outcome.ts';
import type { LedgerRecord, OpenChange } from './record.ts';

/** What tells rows that earlier runs have reported. Keys of paths. */
export interface ReportedBefore {
  readonly record: LedgerRecord | null;
  /** Paths that only an earlier run left behind; no change of this range. */
  readonly leftBehind: ReadonlySet<string>;
  /** Paths that only a record says whose seal did not fit. */
  readonly claimed: ReadonlySet<string>;
  readonly head: string;
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

/**
 * What earlier runs have reported already: a warning, no longer red (design §8, §16). That is what stays so until a person
 * settles it, and what another push had refused in the same way.
 */
export function stillOpen(rows: readonly FiledRequest[], before: ReportedBefore): Map<FiledRequest, OpenChange> {
  const open = Map.groupBy(before.record?.open ?? [], ({ path }) => path);
  const found = new Map<FiledRequest, OpenChange>();
  for (const row of rows) {
    const key = pathKey(row.request.path);
    const known = before.leftBehind.has(key)
      ? open.get(key)?.find((change) => isKnown(row, change, before))
      : undefined;
    if (known !== undefined) found.set(row, known);
  }
  return found;
}

function isKnown(row: FiledRequest, change: OpenChange, { head }: ReportedBefore): boolean {
  if (change.outcome !== row.outcome || !mayBeSame(change, row.request.identity)) return false;
  if (row.needsPerson && change.needsPerson) return true;
  // A call of ours that got no answer is settled first, whoever is in its way.
  const isRefused = ['rejected', 'conflict'].includes(row.outcome) && row.uncertain.length === 0;
  // The push that was refused stays red, however often it is run.
  return (
    isRefused &&
    change.why === (row.msg ?? row.outcome) &&
    change.openSince !== undefined &&
    change.openSince.head !== head
  );
}
