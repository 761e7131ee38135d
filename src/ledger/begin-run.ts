import { type RunUnderWay, runsToWaitFor } from './lease.ts';
import type { RecordChange } from './ledger-access.ts';
import { ledgerRequired } from './problems.ts';
import type { LedgerRecord } from './record.ts';
import { type Again, type RunLedger, writable } from './run-ledger.ts';
import { type Beginning, recordBegun } from './written-ahead.ts';

/** What a run is about to do, as it is written down. */
interface Intended extends Omit<Beginning, 'key' | 'me' | 'now'> {
  readonly record: LedgerRecord | null;
}

/**
 * Writes down the run and its intended calls before the first of them (design §8 "Written ahead"). A run of the same
 * branch that is under way goes first; where no call is to be made nothing else is looked at.
 *
 * @returns null: the run may file now. @throws Problem('ledger') under `require` when that cannot be written.
 */
export async function beginRun(run: RunLedger, intended: Intended): Promise<Again | null> {
  const open = writable(run);
  if (open === null) return null;
  const { me } = run;
  const { record, ...ahead } = intended;
  const [waitFor] = runsToWaitFor(record?.runs ?? [], me, run.now());
  if (waitFor !== undefined) return { again: 'underWay', run: waitFor };
  if (ahead.calls.length === 0) return null;
  me.machine?.leaveMark();
  const seen = open.ledger.latest();
  let other: RunUnderWay | null = null;
  let isMoved = false;
  const change: RecordChange = (newest) => {
    const now = run.now();
    // Another run may have begun, or ended, since this one looked: what it planned may be wrong by now.
    other = runsToWaitFor(newest?.runs ?? [], me, now)[0] ?? null;
    isMoved = other !== null || (newest !== seen && fingerprint(newest) !== fingerprint(seen));
    return isMoved ? null : recordBegun(newest, { ...ahead, key: open.key, me, now });
  };
  const written = await open.ledger.write(change);
  if (isMoved) return { again: 'underWay', run: other };
  if (written.kind !== 'refused') return null;
  if (run.isRequired) throw ledgerRequired(written.why);
  return { again: 'ledgerRefused', why: written.why };
}

/** All of a record that a plan depends on; leases come and go. */
function fingerprint(record: LedgerRecord | null): string {
  if (record === null) return '';
  const { head, firstHead, filed, open, unanswered } = record;
  return JSON.stringify([head, firstHead, filed, open, unanswered]);
}
