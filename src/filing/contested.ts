import type { FiledRequest } from '../ledger/outcome.ts';
import type { FiledObject } from '../ledger/record.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import type { Contested } from './conflict.ts';
import type { Filing, PipelineKeys } from './filing-state.ts';
import { callOf, lostCalls } from './intended-calls.ts';
import type { RfpFields } from './rfp.ts';

export interface Create {
  readonly request: PlannedRequest;
  readonly n: number;
  /** Our own request about the object for another reason. */
  readonly earlier: FiledObject | null;
  /** Our own request that an update found to have moved on. */
  readonly movedOn: number | null;
  /** How it gets into its RFP. */
  readonly rfp: RfpFields;
  /** The pipeline keys that it gives its RFP; null: none. */
  readonly keys: PipelineKeys | null;
  readonly isRepeated?: boolean;
}

/** A create that was refused because a request holds the object. */
export interface Held {
  readonly row: FiledRequest;
  readonly holder: number;
  /** An earlier attempt may have been done without its answer arriving. */
  readonly lost: boolean;
}

/** A create that was refused with a number, and every call without an answer that may have made that request. */
export function contestedBy(filing: Filing, { request, n, rfp }: Create, held: Held): Contested {
  const own = held.lost ? [callOf(request, null, rfp.rfp)] : [];
  return { request, n, number: held.holder, lost: lostCalls(filing, request, own), refused: held.row };
}
