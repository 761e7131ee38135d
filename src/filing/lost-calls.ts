import type { IntendedCall } from '../ledger/lease.ts';
import { mergeCalls } from '../ledger/merge-calls.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import type { Filing } from './filing-state.ts';

/** Every call about the object of a request that has got no answer: those of earlier runs, and what this run adds. */
export function lostCalls(filing: Filing, request: PlannedRequest, more: readonly IntendedCall[] = []): IntendedCall[] {
  return mergeCalls(filing.ownership.lostFor(request), more);
}
