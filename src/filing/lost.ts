import type { IntendedCall } from '../ledger/runs.ts';
import { identityKey } from '../plan/identity.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import { newerCall } from './actions.ts';
import type { Filing } from './context.ts';

/** One uncertain call per object, reason and kind: the newer one, as the service may hold either. */
export function mergeCalls(before: readonly IntendedCall[], more: readonly IntendedCall[]): IntendedCall[] {
  const keyOf = (call: IntendedCall) => `${identityKey(call)} ${call.reason} ${call.withdraws === true}`;
  const calls = new Map(before.map((call) => [keyOf(call), call]));
  for (const call of more) {
    const key = keyOf(call);
    const known = calls.get(key);
    // What a create was to send stays known: an update that followed it proves nothing about the create.
    if (known === undefined) calls.set(key, call);
    else if (call.objectId === null) calls.set(key, newerCall(known, call));
  }
  return [...calls.values()];
}

/** Every call about the object of a request that has got no answer: those of earlier runs, and what this run adds. */
export function lostCalls(filing: Filing, request: PlannedRequest, more: readonly IntendedCall[] = []): IntendedCall[] {
  return mergeCalls(filing.ownership.lostFor(request), more);
}
