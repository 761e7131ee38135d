import type { Range } from '../git/resolve-range.ts';
import { type IntendedCall, isOver, leaseMs, mergeCalls, type RunName, type RunUnderWay } from './lease.ts';
import type { Trust } from './ledger-access.ts';
import { beginsAnew, emptyRecord, type LedgerRecord, pastAfter, type RecordKey, renewedRecord } from './record.ts';

export interface Beginning {
  readonly key: RecordKey;
  readonly me: RunName;
  /**
   * The head of a record that begins with this run: the base of its range, so that nothing of it can be lost; null when
   * the range was given by hand and accounts for nothing before it.
   */
  readonly base: string | null;
  readonly head: string;
  readonly firstPush: boolean;
  readonly calls: readonly IntendedCall[];
  readonly now: Date;
}

/**
 * The record of a branch that has none yet, written before anything can fail: a run that ends badly, or is killed, is
 * then caught up by the next one. A record that is there already stays, unless the branch begins anew.
 */
export function recordOpened(
  newest: LedgerRecord | null,
  opening: Pick<Beginning, 'key' | 'base' | 'head' | 'firstPush'>,
) {
  const { key, base, head, firstPush } = opening;
  const record = newest ?? { ...emptyRecord(key), head: base };
  if (beginsAnew(newest, { firstPush, head })) {
    const past = newest === null || base === null ? {} : { past: pastAfter(newest, base) };
    return { ...renewedRecord(record), ...past, head: base, firstHead: head };
  }
  // Only ranges given by hand, which account for nothing, were filed so far.
  return record.head === null ? { ...record, head: base } : record;
}

/** The record as a run may take it: the calls of runs that are over without having ended count as unanswered. */
export function withoutOverRuns(record: LedgerRecord, me: RunName, now: Date): LedgerRecord {
  const over = record.runs.filter((run) => isOver(run, me, now));
  const calls = over.flatMap((run) => run.calls);
  const runs = record.runs.filter((run) => !over.includes(run));
  return { ...record, runs, unanswered: mergeCalls(record.unanswered, calls) };
}

/**
 * The record once a run has begun (design §8 "Written ahead"): the run with its intended calls, and the calls of runs
 * that are over without having ended, as unanswered.
 */
export function recordBegun(newest: LedgerRecord | null, beginning: Beginning): LedgerRecord {
  const { head, now } = beginning;
  const { machine, ...me } = beginning.me;
  const record = withoutOverRuns(recordOpened(newest, beginning), beginning.me, now);
  const process = machine === undefined ? {} : { process: machine.process };
  const run: RunUnderWay = { ...me, ...process, head, until: leaseEnd(now), calls: beginning.calls };
  return { ...record, runs: [...record.runs, run] };
}

function leaseEnd(now: Date): string {
  return new Date(now.getTime() + leaseMs).toISOString();
}

export function recordRenewed(newest: LedgerRecord, me: RunName, now: Date): LedgerRecord {
  const runs = newest.runs.map((run) => (run.instance === me.instance ? { ...run, until: leaseEnd(now) } : run));
  return { ...newest, runs };
}

/**
 * The head of a record that begins with this run; a range given by hand accounts for nothing before it, nor does an old
 * run for what another secret has sealed.
 */
export function firstHeadOf(range: Pick<Range, 'explicit' | 'movesHead' | 'base'>, trust: Trust): string | null {
  return range.explicit || (trust === 'claims' && !range.movesHead) ? null : range.base;
}
