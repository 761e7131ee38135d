import type { LedgerRecord } from '../ledger/record.ts';
import { type Identity, identityText } from '../plan/identity.ts';
import { lookupOf } from '../plan/lookup.ts';
import type { LeftOut, Plan, PlannedRequest } from '../plan/planned.ts';

/**
 * Leaves out deletes of objects that the branch itself added and never got filed: they never were at the target, and
 * what stands there by now is somebody else's (design §7).
 */
export function notDeletingUnfiled(plan: Plan, record: LedgerRecord | null): Plan {
  if (record === null) return plan;
  const added = lookupOf(record.open.filter((open) => open.added && open.reason !== '*DELETE'));
  const sent = lookupOf<Identity>([...record.filed, ...record.unanswered]);
  const neverFiled = ({ reason, identity }: PlannedRequest) =>
    reason === '*DELETE' && added.same(identity).length > 0 && sent.same(identity).length === 0;
  const gone = plan.requests.filter(neverFiled);
  if (gone.length === 0) return plan;
  const leftOut = gone.map(({ path, identity }): LeftOut => {
    const why = `deleted, and never filed: ${identityText(identity)} was added by this branch`;
    return { path, previousPath: null, kind: 'neverFiled', why, error: false };
  });
  return { requests: plan.requests.filter((request) => !neverFiled(request)), leftOut: [...plan.leftOut, ...leftOut] };
}
