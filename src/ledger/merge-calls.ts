import { identityKey } from '../plan/identity.ts';
import type { IntendedCall } from './lease.ts';

/** So many calls about one object are remembered; what came before them is settled by then, or for a person. */
const mostOfObject = 6;

/**
 * Calls without an answer, old and new: of calls that sent the very same, the newer; others stand side by side, as the
 * service may hold what any of them sent.
 */
export function mergeCalls(before: readonly IntendedCall[], more: readonly IntendedCall[]): IntendedCall[] {
  const calls = new Map<string, IntendedCall>();
  for (const call of [...before, ...more]) {
    const { reason, withdraws, objectId, sent } = call;
    calls.set(`${identityKey(call)} ${reason} ${withdraws === true} ${objectId} ${JSON.stringify(sent)}`, call);
  }
  if (calls.size <= mostOfObject) return [...calls.values()];
  return [...Map.groupBy(calls.values(), identityKey).values()].flatMap((ofObject) => ofObject.slice(-mostOfObject));
}
