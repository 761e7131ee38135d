import type { Action } from '../filing/actions.ts';
import { pathKey } from '../git/git-path.ts';
import type { IntendedCall } from '../ledger/lease.ts';
import type { FiledObject, LedgerRecord } from '../ledger/record.ts';
import { type Lookup, lookupOf } from '../plan/lookup.ts';
import type { PlannedRequest } from '../plan/planned.ts';

/** Why requests are in a plan that the push itself does not name: what stood there, and since which run. */
export function reasonsOf(
  actions: readonly Action[],
  named: ReadonlySet<string>,
  record: LedgerRecord | null,
): Map<PlannedRequest, string> {
  const because = new Map<PlannedRequest, string>();
  if (record === null) return because;
  const filed = lookupOf(record.filed);
  const claimed = lookupOf(record.unanswered.filter((call) => call.claimed === true));
  for (const action of actions) {
    const { request } = action;
    const doubt = doubtOf(action, claimed);
    if (doubt !== null) {
      because.set(request, doubt);
      continue;
    }
    if (request.dependent !== undefined || named.has(pathKey(request.path))) continue;
    const stood = 'known' in action ? action.known : filed.same(request.identity)[0];
    if (stood !== undefined) because.set(request, stoodText(stood));
  }
  return because;
}

/** Without a lock nobody tells a second request from the first, where only a record that is not sealed knows of one. */
function doubtOf(action: Action, claimed: Lookup<IntendedCall>): string | null {
  const { request } = action;
  if (request.fields.lock !== '*NO' || (action.kind !== 'create' && action.kind !== 'update')) return null;
  const known = action.kind === 'update' ? action.known : action.earlier;
  if (known?.claimed === true) {
    return `a record that is not sealed has request ${known.objectId} for it: if that stands beside this one, delete it at the service`;
  }
  const isLost = action.kind === 'create' && claimed.same(request.identity).length > 0;
  return isLost ? perhapsSecond : null;
}

const perhapsSecond =
  'a record that is not sealed says that an earlier run may have created it without a lock: look for a second one';

function stoodText({ commit, run }: FiledObject): string {
  return `not in this push: it stood at ${commit.slice(0, 7)} since run ${run}`;
}
