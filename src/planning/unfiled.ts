import type { LedgerRecord } from '../ledger/record.ts';
import { identityText, mayBeSame } from '../plan/identity.ts';
import type { LeftOut, Plan, PlannedRequest } from '../plan/planned.ts';

/**
 * Leaves out deletes of objects that the branch itself added and never got filed: they never were at the target, and
 * what stands there by now is somebody else's (design §7).
 */
export function notDeletingUnfiled(plan: Plan, record: LedgerRecord | null): Plan {
  if (record === null) return plan;
  const neverFiled = ({ reason, identity }: PlannedRequest) =>
    reason === '*DELETE' &&
    record.open.some((open) => open.added && open.reason !== '*DELETE' && mayBeSame(open, identity)) &&
    ![...record.filed, ...record.unanswered].some((entry) => mayBeSame(entry, identity));
  const gone = plan.requests.filter(neverFiled);
  if (gone.length === 0) return plan;
  const leftOut = gone.map(({ path, identity }): LeftOut => {
    const why = `deleted, and never filed: ${identityText(identity)} was added by this branch`;
    return { path, previousPath: null, why, error: false };
  });
  return { requests: plan.requests.filter((request) => !neverFiled(request)), leftOut: [...plan.leftOut, ...leftOut] };
}
