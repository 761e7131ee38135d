import type { Ledger } from './ledger-access.ts';
import type { RecordKey } from './record.ts';
import type { PlannedRange } from '../run/plan.ts';

/** A ledger that this run can write. */
export function writable(planned: PlannedRange): { ledger: Ledger; key: RecordKey } | null {
  const { ledger, key } = planned;
  return key === null || ledger.trouble !== null ? null : { ledger, key };
}

/**
 * The head of a record that begins with this run; a range given by hand accounts for nothing before it, nor does an old
 * run for what another secret has sealed.
 */
export function firstHeadOf({ range, ledger }: PlannedRange): string | null {
  return range.explicit || (ledger.trust === 'claims' && !range.movesHead) ? null : range.base;
}
