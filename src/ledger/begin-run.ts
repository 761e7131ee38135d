import { intendedCalls, recordBegun } from './written-ahead.ts';
import type { RecordChange } from './ledger-access.ts';
import type { LedgerRecord } from './record.ts';
import { runsToWaitFor } from './lease.ts';
import { ledgerRequired } from './words.ts';
import type { RfpMode } from '../mapping/schema.ts';
import type { PlannedRange } from '../run/plan.ts';
import type { RunInput } from '../run/input.ts';
import { firstHeadOf, writable } from './writable.ts';

/** Whether a run may file now. */
export type Begun =
  | { readonly kind: 'begun' }
  | { readonly kind: 'underWay'; readonly run: string }
  | { readonly kind: 'ledgerRefused'; readonly why: string };

/**
 * Writes down the run and its intended calls before the first of them (design §8 "Written ahead"). A run of the same
 * branch that is under way goes first.
 *
 * @param mode how requests get into an RFP.
 * @param calls false when no call will be made: then only the run under way matters.
 * @throws Problem('ledger') under `require` when that cannot be written.
 */
export async function beginRun(input: RunInput, planned: PlannedRange, mode: RfpMode, calls: boolean): Promise<Begun> {
  const open = writable(planned);
  if (open === null) return { kind: 'begun' };
  const { me } = input;
  const [waitFor] = runsToWaitFor(planned.record?.runs ?? [], me, input.now());
  if (waitFor !== undefined) return { kind: 'underWay', run: waitFor.run };
  if (!calls) return { kind: 'begun' };
  const { head, firstPush } = planned.range;
  const intended = intendedCalls(planned.actions, mode);
  const seen = open.ledger.latest();
  let other: string | null = null;
  const change: RecordChange = (newest) => {
    const now = input.now();
    // Another run may have begun, or ended, since this one looked: what it planned may be wrong by now.
    other = runsToWaitFor(newest?.runs ?? [], me, now)[0]?.run ?? changedBy(newest, seen);
    if (other !== null) return null;
    return recordBegun(newest, {
      key: open.key,
      me,
      base: firstHeadOf(planned),
      head,
      firstPush,
      calls: intended,
      now,
    });
  };
  const written = await open.ledger.write(change);
  if (other !== null) return { kind: 'underWay', run: other };
  if (written.kind !== 'refused') return { kind: 'begun' };
  if (input.options.ledger === 'require') throw ledgerRequired(written.why);
  return { kind: 'ledgerRefused', why: written.why };
}

/** A run that ended between this run's look at the record and its beginning; null when nothing moved. */
function changedBy(newest: LedgerRecord | null, seen: LedgerRecord | null): string | null {
  return newest === seen || fingerprint(newest) === fingerprint(seen) ? null : 'another run of the branch';
}

/** All of a record that a plan depends on; leases come and go. */
function fingerprint(record: LedgerRecord | null): string {
  if (record === null) return '';
  const { head, firstHead, filed, open, unanswered } = record;
  return JSON.stringify([head, firstHead, filed, open, unanswered]);
}
