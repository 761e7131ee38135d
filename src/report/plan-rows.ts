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
  return actions.map((action) => planRow(action, foreseen));
}

function planRow(action: Action, { because, names, heldBy, rfpMode, rfpOf }: Foreseen): ReportRequest {
  const { kind, request } = action;
  const why = because.get(request);
  const said = names.get(request) ?? none;
  const warnings = why === undefined ? said : [why, ...said];
  const { identity, fields } = request;
  if (kind === 'blocked') {
    return { ...reportRequest(filed(request, action.outcome, { msg: action.why, warnings })), fields };
  }
  const known = 'known' in action ? action.known : null;
  // In one piece, as there may be ten thousands. What cannot be sent for its name is blocked: the others are text.
  const row = {
    path: request.path.text,
    previousPath: request.previousPath === null ? null : request.previousPath.text,
    reason: request.reason,
    rule: request.rule,
    appl: identity.appl,
    lvl: identity.lvl,
    objn: identity.objn,
    objt: fields.objt ?? null,
    attr: fields.attr ?? null,
    blob: request.blob,
    bytes: request.bytes,
    outcome: 'planned' as const,
    objectId: known === null ? null : known.objectId,
    rfp: known === null ? null : known.rfp,
    sev: null,
    msg: null,
    remedy: null,
    vref: null,
    warnings,
    used: null,
    action: doingOf[kind],
    fields,
  };
  const isCreate = kind === 'create';
  if (rfpMode === null) return isCreate ? { ...row, heldBy: heldBy.get(request) ?? none } : row;
  const joins = rfpOf(action);
  return isCreate ? { ...row, rfpMode, joins, heldBy: heldBy.get(request) ?? none } : { ...row, rfpMode, joins };
}

const none: readonly never[] = [];
