import type { Action } from '../filing/actions.ts';
import { filed } from '../ledger/outcome.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import { type HeldBy, type ReportRequest, reportRequest } from './report-json.ts';

const doingOf = {
  nothing: 'none',
  unchanged: 'none',
  look: 'none',
  update: 'update',
  create: 'create',
  withdraw: 'withdraw',
  settle: 'withdraw',
} as const;

/** What is known of planned requests beside themselves. */
export interface Foreseen {
  /** Why requests are there that the push itself does not ask for. */
  readonly because: ReadonlyMap<PlannedRequest, string>;
  /** What there is to say of the names of their objects. */
  readonly names: ReadonlyMap<PlannedRequest, readonly string[]>;
  /** Requests of other branches that hold their objects. */
  readonly heldBy: ReadonlyMap<PlannedRequest, readonly HeldBy[]>;
  /** How requests get into RFPs; null where the options do not say it. */
  readonly rfpMode: NonNullable<ReportRequest['rfpMode']> | null;
  /** The RFP that an action will be in; null: none, a new one, or not known. */
  readonly rfpOf: (action: Action) => number | null;
}

/** The rows of a plan: what would be done, with the fields of the request, and what filing it would meet. */
export function planRows(actions: readonly Action[], foreseen: Foreseen): ReportRequest[] {
  return actions.map((action) => {
    const { request } = action;
    const { fields } = request;
    const why = foreseen.because.get(request);
    const warnings = [...(why === undefined ? [] : [why]), ...(foreseen.names.get(request) ?? [])];
    if (action.kind === 'blocked') {
      return { ...reportRequest(filed(request, action.outcome, { msg: action.why, warnings })), fields };
    }
    const known = 'known' in action ? action.known : null;
    const row = reportRequest(
      filed(request, 'unchanged', { objectId: known?.objectId ?? null, rfp: known?.rfp ?? null, warnings }),
    );
    return {
      ...{ ...row, outcome: 'planned', action: doingOf[action.kind], fields },
      ...(foreseen.rfpMode === null ? {} : { rfpMode: foreseen.rfpMode, joins: foreseen.rfpOf(action) }),
      ...(action.kind === 'create' ? { heldBy: foreseen.heldBy.get(request) ?? [] } : {}),
    };
  });
}
