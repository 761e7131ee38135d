import type { UpdateFields } from '../interface/fields.ts';
import type { IntendedCall } from '../ledger/lease.ts';
import type { FiledObject } from '../ledger/record.ts';
import type { PlannedRequest } from '../plan/planned.ts';

/** What is to be done for one planned request, given what this branch filed before. Pure; nothing is asked. */
export type Action =
  /** The plan itself, or an unsettled earlier call, keeps it from being filed. */
  | {
      readonly kind: 'blocked';
      readonly request: PlannedRequest;
      readonly outcome: BlockedOutcome;
      readonly why: string;
    }
  | { readonly kind: 'nothing'; readonly request: PlannedRequest }
  /** The service holds this very content, path and reason. */
  | { readonly kind: 'unchanged'; readonly request: PlannedRequest; readonly known: FiledObject }
  | {
      readonly kind: 'update';
      readonly request: PlannedRequest;
      readonly known: FiledObject;
      /** What changed, without `objectId` and RFP assignment. */
      readonly fields: Omit<UpdateFields, 'objectId'>;
      readonly sendContent: boolean;
      /** An earlier call about this object may have been made, without its answer: it may have been a create. */
      readonly uncertain: boolean;
    }
  | {
      readonly kind: 'create';
      readonly request: PlannedRequest;
      /** Our own request about the object for another reason, which may be in the way (design §7 "Changed its mind"). */
      readonly earlier: FiledObject | null;
    }
  /** Our own request does what a dependent asks for, unless it has moved on: the service is asked. */
  | {
      readonly kind: 'look';
      readonly request: PlannedRequest;
      readonly known: FiledObject;
      readonly fields: Omit<UpdateFields, 'objectId'>;
    }
  /** The object that this branch had added is gone: its request is taken back. */
  | { readonly kind: 'withdraw'; readonly request: PlannedRequest; readonly known: FiledObject }
  /** The same where only a create without an answer may have filed one. */
  | { readonly kind: 'settle'; readonly request: PlannedRequest; readonly lost: IntendedCall };

export function makesCalls({ kind }: Action): boolean {
  return !['blocked', 'nothing', 'unchanged'].includes(kind);
}

export type Look = Extract<Action, { kind: 'look' }>;

export type BlockedOutcome = 'collision' | 'covered' | 'unsendable' | 'rejected' | 'unknown';
