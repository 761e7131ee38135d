import type { Action } from '../filing/actions.ts';
import { filed } from '../ledger/outcome.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import { type ReportRequest, reportRequest } from './report-json.ts';

const doingOf = {
  nothing: 'none',
  unchanged: 'none',
  look: 'none',
  update: 'update',
  create: 'create',
  withdraw: 'withdraw',
  settle: 'withdraw',
} as const;

/** The rows of a plan: what would be done, with the fields of the request. */
export function planRows(
  actions: readonly Action[],
  because: ReadonlyMap<PlannedRequest, string> = new Map(),
): ReportRequest[] {
  return actions.map((action) => {
    const { request } = action;
    const { fields } = request;
    const why = because.get(request);
    const warnings = why === undefined ? [] : [why];
    if (action.kind === 'blocked') {
      return { ...reportRequest(filed(request, action.outcome, { msg: action.why, warnings })), fields };
    }
    const known = 'known' in action ? action.known : null;
    const row = reportRequest(
      filed(request, 'unchanged', { objectId: known?.objectId ?? null, rfp: known?.rfp ?? null, warnings }),
    );
    const doing = doingOf[action.kind];
    return { ...row, outcome: 'planned' as const, action: doing, fields };
  });
}
