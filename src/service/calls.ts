import * as z from 'zod/mini';
import { messages, parseRequestNumber } from '../interface/replies.ts';
import { buildDoneCall, type DoneCall } from './answer.ts';
import type { CallBody } from './body.ts';
import { decideCreate } from './create.ts';
import { isBusy } from './database.ts';
import { formatGitPlace } from './objects.ts';
import { type Payload, readCreate, readUpdate, readVref } from './payload.ts';
import { type StoredRequest, storedFields, usedFields, type WantedRfp } from './records.ts';
import { BadCall, formatValue, ServiceRefusal } from './refusal.ts';
import type { SiteUser } from './site.ts';
import type { Store } from './store.ts';
import type { CallContext } from './targets.ts';
import { decideUpdate } from './update.ts';

export type Method = 'POST' | 'PATCH';
type Service = Pick<CallContext, 'site' | 'variant'> & { readonly store: Store };

/**
 * Carries out a call and logs it, in one transaction; returns the outcome, also a refusal, which changes only the log. If another process
 * holds the database, refuses an update without a log line, and throws SQLite's error for a create. @throws other errors; nothing is stored
 */
export function carryOutCall(service: Service, method: Method, caller: SiteUser, body: CallBody) {
  const { site, store, variant } = service;
  const at = new Date().toISOString();
  const objectId = method === 'PATCH' ? parseRequestNumber(body.payload.objectId) : null;
  const decideAndLog = () => {
    let outcome: DoneCall | ServiceRefusal;
    try {
      if (body.bad) throw body.bad;
      const carryOut = method === 'POST' ? createRequest : updateRequest;
      outcome = carryOut({ site, records: store, caller, variant }, store, body, at);
    } catch (error) {
      if (!(error instanceof ServiceRefusal)) throw error;
      outcome = error;
    }
    const logged = outcome instanceof ServiceRefusal ? { sev: 30, msg: outcome.message, objectId } : outcome;
    const { sev, msg, objectId: about } = logged;
    const named = { vref: readVref(body.payload), ...describeCallObject(store, body.payload, about) };
    store.log({ at, method, user: caller.user, objectId: about, ...named, sev, msg });
    return outcome;
  };
  try {
    return store.transaction(decideAndLog);
  } catch (error) {
    // An update has a message for it (§7), a create has none.
    if (method !== 'PATCH' || !isBusy(error)) throw error;
    return new ServiceRefusal(messages.recordLocked);
  }
}

/** Returns name and type of a call's object, cut as in messages: of the request if it is stored, else as sent; null if blank or no text. */
export function describeCallObject(store: Store, payload: Payload, objectId: number | null) {
  const { objn, objt } = (objectId === null ? null : store.request(objectId)) ?? payload;
  const named = (value: unknown) =>
    typeof value === 'string' && value.trim() !== '' ? formatValue(value.trim()) : null;
  return { objn: named(objn), objt: named(objt) };
}

/** Carries out a create: stores request, files, new RFP, once for each job a *PIPE request; notifies pipelines. @throws ServiceRefusal */
function createRequest(context: CallContext, store: Store, { payload, files }: CallBody, at: string): DoneCall {
  const plan = decideCreate(context, readCreate(payload, context.variant), files);
  const { draft, pipe, warnings } = plan;
  if (plan.authorizes) store.authorize(draft.proj, draft.appl);
  const made = { ...enterRfp(store, plan.rfp), createdBy: context.caller.user, createdAt: at, changedAt: at };
  const request = store.addRequest({ ...draft, ...made });
  for (const file of plan.files) store.putFile(request.objectId, file);
  store.notifyPipelines(request, 'request assigned', at);
  if (pipe && !store.pipesOf(made.rfp).some((known) => known.pipe === pipe.pipe && known.tkey === pipe.tkey)) {
    store.notify({ ...store.addRequest({ ...pipe, ...made }), at, what: 'pipeline assigned' });
  }
  // The earlier variant says more (interface §4.1, last but one paragraph).
  const msg = context.variant === 'later' ? messages.created : `Request created for ${draft.objn} into RFP ${made.rfp}`;
  return buildDoneCall([msg, ...warnings], usedFields, request);
}

/** Carries out an update: stores request, files, new RFP; moves the Git copy; notifies pipelines. @throws ServiceRefusal before all that */
function updateRequest(context: CallContext, store: Store, { payload, files }: CallBody, at: string): DoneCall {
  const objectId = parseRequestNumber(payload.objectId);
  if (objectId === null) throw new BadCall(400, messages.objectIdRequired);
  const plan = decideUpdate(context, readUpdate(payload), files);
  const { rfp } = plan;
  const isKept = rfp === 'keep';
  if (!isKept) store.notifyPipelines(plan.request, 'request removed', at);
  const assigned = isKept ? {} : { ...enterRfp(store, rfp), arfp: plan.arfp };
  const request = { ...plan.request, ...assigned, changedAt: at };
  store.replaceRequest(request);
  store.moveGitCopy(objectId, formatGitPlace(request), request.gfile);
  for (const file of plan.files) store.putFile(objectId, file);
  store.notifyPipelines(request, isKept ? 'request updated' : 'request assigned', at);
  return buildDoneCall([messages.updated, ...plan.warnings], storedFields, { ...request, arfp: plan.arfp });
}

/** Stores an RFP that has no number yet. Returns RFP fields and status for a request: 01 in an RFP; for null 00, number 0, text '' (§3). */
function enterRfp(store: Store, rfp: WantedRfp): Pick<StoredRequest, 'rfp' | 'rfpd' | 'status'> {
  if (rfp === null) return { rfp: 0, rfpd: '', status: '00' };
  return { rfp: 'rfp' in rfp ? rfp.rfp : store.addRfp(rfp), rfpd: rfp.rfpd, status: '01' };
}

const laterSchema = z.union([
  z.strictObject({ delete: z.literal(true) }),
  z.strictObject({ status: z.string().check(z.regex(/^\d\d$/)), lock: z.optional(z.enum(['*YES', '*NO'])) }),
]);

/**
 * Deletes a request (`{ delete: true }`) or sets status and lock (`{ status, lock }`; by default a status past 01 unlocks it). Logs that,
 * and notifies pipelines unless the status stays. Returns false for an unknown request. @throws BadCall 400 for other content, a taken lock
 */
export function applyLaterChange(store: Store, objectId: number, content: unknown): boolean {
  const later = laterSchema.safeParse(content);
  if (!later.success) throw new BadCall(400, 'Send { "status": "nn" }, with "lock" if wanted, or { "delete": true }');
  const { data } = later;
  const at = new Date().toISOString();
  return store.transaction(() => {
    const request = store.request(objectId);
    if (!request) return false;
    const { objn, objt } = request;
    const played = { at, method: 'LATER', vref: null, user: '', objectId, objn, objt, sev: 10 };
    if ('delete' in data) {
      store.notifyPipelines(request, 'request deleted', at);
      store.deleteRequest(objectId);
      store.log({ ...played, msg: 'Request deleted' });
    } else {
      const { status } = data;
      const hasMoved = status !== '00' && status !== '01';
      const lock = data.lock ?? (hasMoved ? '*NO' : request.lock);
      if (lock === '*YES' && store.lockHolder(request, objectId) !== null) {
        throw new BadCall(400, 'Another request holds the lock on the target object');
      }
      store.replaceRequest({ ...request, status, lock, changedAt: at });
      // The interface shows no status after 01; here 90 is the last, as on the page.
      const became = status === '90' ? 'completed (status 90)' : `${hasMoved ? 'moved on' : 'set'} to status ${status}`;
      store.log({ ...played, msg: `Request ${became}` });
      if (status !== request.status) store.notifyPipelines(request, `request status ${status}`, at);
    }
    return true;
  });
}
