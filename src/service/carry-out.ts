/** Writing what was decided. Everything here runs inside the transaction of its call. */
import type { CreatePlan } from './create.ts';
import type { FromLibraries } from './from-libraries.ts';
import { gitPlace } from './places.ts';
import type { RequestDraft, RfpChange, StoredRequest } from './records.ts';
import type { Store } from './store.ts';
import { tellPipelines } from './tell-pipelines.ts';
import type { UpdatePlan } from './update.ts';

/** Who acts, and when (ISO 8601, UTC). */
export interface Act {
  readonly by: string;
  readonly at: string;
}

/** Stores a new request with its RFP, its *PIPE request and its files; gives it as stored. */
export function carryOutCreate(store: Store, libraries: FromLibraries, plan: CreatePlan, act: Act): StoredRequest {
  if (plan.authorize !== null) store.authorize(plan.authorize, plan.draft.appl);
  const assigned = enter(store, plan.rfp);
  const copied = plan.copiesTo !== null && !libraries.has(plan.copiesTo) ? plan.copiesTo : '';
  const request = add(store, { ...plan.draft, copied }, assigned, act);
  for (const file of plan.files) store.putFile(request.objectId, file);
  tellPipelines(store, request, 'request assigned', act.at);
  if (plan.pipe && !isThere(store, plan.pipe, request.rfp)) {
    const pipe = add(store, { ...plan.pipe, copied: '' }, assigned, act);
    const { tkey, rfp, objectId } = pipe;
    store.notify({ at: act.at, pipe: pipe.pipe, tkey, rfp, objectId, what: 'pipeline assigned' });
  }
  return request;
}

/** Stores an updated request with its RFP and its files; gives it as stored. */
export function carryOutUpdate(store: Store, plan: UpdatePlan, act: Act): StoredRequest {
  const before = plan.request;
  if (plan.rfp.do !== 'keep') tellPipelines(store, before, 'request removed', act.at);
  const assigned = plan.rfp.do === 'keep' ? {} : { ...numbersOf(enter(store, plan.rfp)), arfp: plan.arfp };
  const request = { ...before, ...assigned, changedAt: act.at };
  store.replaceRequest(request);
  store.moveGitCopy(request.objectId, gitPlace(request), request.gfile);
  for (const file of plan.files) store.putFile(request.objectId, file);
  tellPipelines(store, request, plan.rfp.do === 'keep' ? 'request updated' : 'request assigned', act.at);
  return request;
}

interface Assigned {
  readonly rfp: number;
  readonly rfpd: string;
}

function enter(store: Store, change: RfpChange): Assigned {
  if (change.do === 'join') return change;
  if (change.do === 'make') return { rfp: store.addRfp(change.rfp), rfpd: change.rfp.rfpd };
  return { rfp: 0, rfpd: '' };
}

/** The status follows the RFP: 00 is open, 01 assigned (interface §3). */
function numbersOf({ rfp, rfpd }: Assigned) {
  return { rfp, rfpd, status: rfp === 0 ? '00' : '01' };
}

function add(store: Store, draft: RequestDraft & { copied: string }, assigned: Assigned, act: Act): StoredRequest {
  const whole = { ...draft, ...numbersOf(assigned), createdBy: act.by, createdAt: act.at, changedAt: act.at };
  return { objectId: store.addRequest(whole), ...whole };
}

function isThere(store: Store, pipe: RequestDraft, rfp: number): boolean {
  return store.pipesOf(rfp).some((known) => known.pipe === pipe.pipe && known.tkey === pipe.tkey);
}
