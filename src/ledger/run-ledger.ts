import type { Notice } from '../sentences/notice.ts';
import type { RunName, RunUnderWay } from './lease.ts';
import { type Ledger, readOnlyLedger } from './ledger-access.ts';
import { ledgerRequired } from './problems.ts';
import type { RecordKey } from './record.ts';

/** Why a run has to look again: what it decided by is not so by now. */
export type Again =
  /** Another run has written the record. */
  | { readonly again: 'moved' }
  /** Another run of the branch is under way, and goes first; null: which one is not known. */
  | { readonly again: 'underWay'; readonly run: Pick<RunUnderWay, 'run' | 'until' | 'process' | 'instance'> | null }
  /** The job may not write the ledger: plan again without its record. */
  | { readonly again: 'ledgerRefused'; readonly why: string }
  /** There is so much to file that a small heap is needed (run/outgrows-heap.ts). */
  | { readonly again: 'smallHeap' };

/** The ledger as one run uses it. */
export interface RunLedger {
  readonly ledger: Ledger;
  /** Under what the record of this run is kept; null: no service or no branch is named. */
  readonly key: RecordKey | null;
  /** True under `--ledger require`: what cannot be remembered is not filed. */
  readonly isRequired: boolean;
  readonly mayWrite: boolean;
  readonly me: RunName;
  readonly now: () => Date;
}

/** The ledger where this run can write it; null: it cannot. */
export function writable({ ledger, key }: RunLedger): { readonly ledger: Ledger; readonly key: RecordKey } | null {
  return key === null || ledger.trouble !== null ? null : { ledger, key };
}

/**
 * The same run once the ledger has refused a write: it reads on, and says so.
 *
 * @throws Problem('ledger') under `require`: nothing is filed that could not be remembered.
 */
export function withoutWriting(run: RunLedger, why: string): { readonly run: RunLedger; readonly notice: Notice } {
  if (run.isRequired) throw ledgerRequired(why);
  return { run: { ...run, ledger: readOnlyLedger(run.ledger, why) }, notice: { code: 'ledgerUnusable', why } };
}
