import { type IntendedCall, mergeCalls } from '../ledger/lease.ts';
import type { FiledObject } from '../ledger/record.ts';
import type { RfpMode } from '../mapping/schema.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import type { Action } from './actions.ts';
import type { Filing } from './filing-state.ts';

export function callOf(request: PlannedRequest, objectId: number | null, rfp?: number): IntendedCall {
  const { identity, reason, blob, added } = request;
  const fields = rfp === undefined ? request.fields : { ...request.fields, rfp };
  // An update that finds its request moved on is followed by a create, so what that would send is written down too.
  const causes = request.dependent?.causes;
  const call = { ...identity, path: request.path.text, reason, blob, objectId, sent: fields, added };
  return causes === undefined ? call : { ...call, causes };
}

export function withdrawalOf(known: FiledObject): IntendedCall {
  const { appl, lvl, type, objn, rpth, path, reason, objectId, added } = known;
  return { appl, lvl, type, objn, rpth, path, reason, blob: null, objectId, sent: null, added, withdraws: true };
}

/** The calls that the actions will make, with the RFP that creates will name as far as it is known before. */
export function intendedCalls(actions: readonly Action[], mode: RfpMode): IntendedCall[] {
  const rfp = typeof mode === 'number' ? mode : undefined;
  return actions.flatMap((action) => {
    switch (action.kind) {
      case 'create':
        return [callOf(action.request, null, rfp), ...(action.earlier === null ? [] : [withdrawalOf(action.earlier)])];
      case 'update':
      case 'look':
        return [callOf(action.request, action.known.objectId, rfp)];
      case 'withdraw':
        // A request that has moved on is followed by a delete.
        return action.request.fields.lock === '*NO'
          ? [withdrawalOf(action.known)]
          : [withdrawalOf(action.known), callOf(action.request, null, rfp)];
      case 'settle':
        return [action.lost];
      default:
        return [];
    }
  });
}

/** Every call about the object of a request that has got no answer: those of earlier runs, and what this run adds. */
export function lostCalls(filing: Filing, request: PlannedRequest, more: readonly IntendedCall[] = []): IntendedCall[] {
  return mergeCalls(filing.ownership.lostFor(request), more);
}
