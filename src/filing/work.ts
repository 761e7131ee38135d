import type { Step } from '../checkout/next.ts';
import type { FiledRequest } from '../checkout/outcome.ts';
import type { Holder } from '../checkout/whose.ts';
import type { CheckOut, Tried } from '../ledger/record.ts';
import type { PlannedRequest } from '../plan/planned.ts';

/** One object to be filed. */
export interface Work {
  /** Its place in the plan, from 1: the vref of its create. */
  readonly n: number;
  readonly step: Step;
  /** The check-out with the calls of the step written down. */
  readonly ahead: CheckOut;
  /** What shares an RFP with it; null: nothing. */
  readonly group: string | null;
}

/** How the filing of one object ended. */
export interface Ended {
  /** One row, after the row of a request that was withdrawn for it; none where there was nothing to do. */
  readonly rows: readonly FiledRequest[];
  /** What is believed of the object now; null: nothing stands, and nothing may. */
  readonly checkOut: CheckOut | null;
  /** True when something was sent for it. */
  readonly isSent: boolean;
  /** True when what stood was withdrawn and what should follow was refused: the object is as it was before this branch. */
  readonly isBackToBefore: boolean;
  /** Requests that leave another record. */
  readonly taken: readonly Taken[];
  /** True when only the user of our requests is missing to prove that a request is ours. */
  readonly isUnproven: boolean;
  /** The RFP that a request was in which turned out to be ours; 0: none. */
  readonly foundIn: number;
  /** True when its request has moved on, and the create that follows goes with its group. */
  readonly isDeferred: boolean;
}

/** Makes the call of a planned request, as it is written ahead. */
export function callOf(
  { reason, path, blob, fields }: PlannedRequest,
  does: Tried['does'],
  objectId: number | null,
  about: Pick<Tried, 'commit' | 'run' | 'group'>,
): Tried {
  return { does, objectId, reason, path: path.text, blob, fields: does === 'file' ? fields : {}, ...about };
}

export interface Taken {
  readonly holder: Holder;
  readonly objectId: number;
}
