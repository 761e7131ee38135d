/** Writing what was decided. Everything here runs inside the transaction of its call. */
import type { CreatePlan } from './create.ts';
import { gitPlace } from './places.ts';
import type { RequestDraft, RfpChange, StoredRequest } from './records.ts';
import type { Store } from './store.ts';
import type { UpdatePlan } from './update.ts';

/** Who acts, and when (ISO 8601, UTC). */
export interface Act {
  readonly by: string;
  readonly at: string;
}

export function carryOutCreate(store: Store, plan: CreatePlan, act: Act): StoredRequest {
  if (plan.authorize !== null) store.authorize(plan.authorize, plan.draft.appl);
  const assigned = enter(store, plan.rfp);
  const request = add(store, plan.draft, assigned, act);
  for (const file of plan.files) store.putFile(request.objectId, file);
  store.tellPipelines(request, 'request assigned', act.at);
  if (plan.pipe && !isThere(store, plan.pipe, request.rfp)) {
    store.notify({ ...add(store, plan.pipe, assigned, act), at: act.at, what: 'pipeline assigned' });
  }
  return request;
}

export function carryOutUpdate(store: Store, plan: UpdatePlan, act: Act): StoredRequest {
  const isKept = plan.rfp.do === 'keep';
  if (!isKept) store.tellPipelines(plan.request, 'request removed', act.at);
  const assigned = isKept ? {} : { ...enter(store, plan.rfp), arfp: plan.arfp };
  const request = { ...plan.request, ...assigned, changedAt: act.at };
  store.replaceRequest(request);
  store.moveGitCopy(request.objectId, gitPlace(request), request.gfile);
  for (const file of plan.files) store.putFile(request.objectId, file);
  store.tellPipelines(request, isKept ? 'request updated' : 'request assigned', act.at);
  return request;
}

type Assigned = Pick<StoredRequest, 'rfp' | 'rfpd' | 'status'>;

/** The status follows the RFP: 00 is open, 01 assigned (interface §3). */
function enter(store: Store, change: RfpChange): Assigned {
  if (change.do === 'keep' || change.do === 'leave') return { rfp: 0, rfpd: '', status: '00' };
  const rfp = change.do === 'join' ? change.rfp.rfp : store.addRfp(change.rfp);
  return { rfp, rfpd: change.rfp.rfpd, status: '01' };
}

function add(store: Store, draft: RequestDraft, assigned: Assigned, act: Act): StoredRequest {
  const whole = { ...draft, ...assigned, createdBy: act.by, createdAt: act.at, changedAt: act.at };
  return { objectId: store.addRequest(whole), ...whole };
}

function isThere(store: Store, pipe: RequestDraft, rfp: number): boolean {
  return store.pipesOf(rfp).some((known) => known.pipe === pipe.pipe && known.tkey === pipe.tkey);
}
