import type { Deed, Step } from '../checkout/next.ts';
import { filed } from '../checkout/outcome.ts';
import { toGitPath } from '../git/git-path.ts';
import { formatIdentity } from '../plan/identity.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import { type HeldBy, type ReportRequest, toReportRequest } from './report-json.ts';

/** The action that a plan shows for each deed; nothing is to change where a request is only looked at. */
const actionOf: Readonly<Record<Deed, ReportRequest['action'] & string>> = {
  ...{ unchanged: 'none', unknown: 'none', look: 'none' },
  ...{ update: 'update', create: 'create', withdraw: 'withdraw', learn: 'withdraw' },
};

/** Facts about planned requests that are not in their steps. */
export interface Foreseen {
  /** Warnings about the names of their objects. */
  readonly names: ReadonlyMap<PlannedRequest, readonly string[]>;
  /** Requests of other branches that hold their objects. */
  readonly heldBy: ReadonlyMap<PlannedRequest, readonly HeldBy[]>;
  /** The way requests get into RFPs; null if the options do not say it. */
  readonly rfpMode: NonNullable<ReportRequest['rfpMode']> | null;
  /** The RFP that a request will be in; null: none, a new one, or not known. */
  readonly rfpOf: (step: Step) => number | null;
}

/**
 * Makes the planned rows of a step, with the fields of the request: one for each deed (`withdraw` and a `learn` after it share one); [] for
 * none. But a blocked step has one row, with its `outcome`, and `why` as `msg`; a step with the deed `unknown` one with that outcome.
 */
export function buildPlanRows(step: Step, foreseen: Foreseen): ReportRequest[] {
  const { should, deeds } = step;
  const warnings = listStepWarnings(step, foreseen);
  const unfiled =
    should.kind === 'blocked'
      ? filed(should.request, should.outcome, { msg: should.why, warnings })
      : deeds.includes('unknown') && filed(should.request, 'unknown', { warnings });
  if (unfiled) return [{ ...toReportRequest(unfiled), fields: should.request.fields }];
  // To withdraw a request, and then to learn of it, is one thing to a reader.
  const shown = deeds.length > 1 && deeds.includes('learn') ? deeds.slice(0, 1) : deeds;
  return shown.map((deed) => buildDeedRow(step, deed, foreseen, warnings));
}

/** Returns the warnings of a step: of the last call without an answer, of another file that makes the object, and those of `names`. */
function listStepWarnings({ should: { request }, checkOut }: Step, { names }: Foreseen): readonly string[] {
  const { twin, identity } = request;
  const pending = checkOut?.tried.at(-1);
  return [
    ...(pending === undefined ? [] : [`run ${pending.run} tried to file it and did not say what came of it`]),
    ...(twin === undefined ? [] : [`${twin} makes ${formatIdentity(identity)} too`]),
    ...(names.get(request) ?? []),
  ];
}

/**
 * Makes the planned row of one deed. `withdraw` has file and reason of the recorded request (`stands`) and, with an `rfpMode`, its RFP
 * as `joins`; any deed but `create` has number and RFP of that request; `create` has in `heldBy` the requests that hold the object.
 */
function buildDeedRow(step: Step, deed: Deed, foreseen: Foreseen, warnings: readonly string[]): ReportRequest {
  const { request } = step.should;
  const stands = step.checkOut?.stands ?? null;
  const { objectId = null, rfp = null } = (deed !== 'create' && stands) || {};
  const withdrawn = deed === 'withdraw' ? stands : null;
  const own = withdrawn && { reason: withdrawn.reason, path: toGitPath(withdrawn.path) };
  const { rfpMode, rfpOf, heldBy } = foreseen;
  return {
    ...toReportRequest(filed(request, 'unknown', { objectId, rfp, warnings, ...own })),
    outcome: 'planned',
    ...(own && { previousPath: null }),
    action: actionOf[deed],
    fields: request.fields,
    ...(rfpMode === null ? {} : { rfpMode, joins: own ? rfp || null : rfpOf(step) }),
    ...(deed === 'create' ? { heldBy: heldBy.get(request) ?? [] } : {}),
  };
}
