import type { Action } from '../filing/actions.ts';
import { filed } from '../filing/outcome.ts';
import { type ReportRequest, reportRequest } from './report.ts';

/** The rows of a plan: what would be done, with the fields of the request. */
export function planRows(actions: readonly Action[]): ReportRequest[] {
  return actions.map((action) => {
    const { request } = action;
    const { fields } = request;
    if (action.kind === 'blocked') {
      return { ...reportRequest(filed(request, action.outcome, { msg: action.why })), fields };
    }
    const known = action.kind === 'create' ? null : action.known;
    const row = reportRequest(
      filed(request, 'unchanged', { objectId: known?.objectId ?? null, rfp: known?.rfp ?? null }),
    );
    const doing = action.kind === 'unchanged' ? 'none' : action.kind;
    return { ...row, outcome: 'planned' as const, action: doing, fields };
  });
}
