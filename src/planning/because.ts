import type { Action } from '../filing/actions.ts';
import { pathKey } from '../git/git-path.ts';
import type { FiledObject, LedgerRecord } from '../ledger/record.ts';
import { lookupOf } from '../plan/lookup.ts';
import type { PlannedRequest } from '../plan/planned.ts';

/** Why requests are in a plan that the push itself does not name: what stood there, and since which run. */
export function reasonsOf(
  actions: readonly Action[],
  named: ReadonlySet<string>,
  record: LedgerRecord | null,
): Map<PlannedRequest, string> {
  const filed = lookupOf(record?.filed ?? []);
  const claimed = lookupOf((record?.unanswered ?? []).filter((call) => call.claimed === true));
  const because = new Map<PlannedRequest, string>();
  for (const action of actions) {
    const { request } = action;
    if (action.kind === 'create' && request.fields.lock === '*NO' && claimed.same(request.identity).length > 0) {
      because.set(request, perhapsSecond);
      continue;
    }
    if (named.has(pathKey(request.path))) continue;
    const stood = 'known' in action ? action.known : filed.same(request.identity)[0];
    if (stood !== undefined) because.set(request, stoodText(stood));
  }
  return because;
}

const perhapsSecond =
  'a record that is not sealed says that an earlier run may have created it without a lock: look for a second one';

function stoodText({ commit, run }: FiledObject): string {
  return `not in this push: it stood at ${commit.slice(0, 7)} since run ${run}`;
}
