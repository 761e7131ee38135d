/** One call of the interface from its bytes to its outcome, as one transaction with its line in the log. */
import { messages } from '../interface/replies.ts';
import { type CallOutcome, createdMessage, done, refused, storedValues, usedValues } from './answer.ts';
import { withoutBlanks } from './blanks.ts';
import type { CallBody } from './body.ts';
import { type Act, carryOutCreate, carryOutUpdate } from './carry-out.ts';
import type { CallContext } from './context.ts';
import { decideCreate } from './create.ts';
import type { FromLibraries } from './from-libraries.ts';
import { maxReferenceCharacters, type Payload, readCreate, readObjectId, readUpdate, type Variant } from './payload.ts';
import { BadCall, Refusal } from './refusal.ts';
import type { Site, SiteUser } from './site.ts';
import type { Store } from './store.ts';
import { decideUpdate } from './update.ts';

/** The methods of the resource (interface §1). */
export type Method = 'POST' | 'PATCH';

/** What a call works on. */
export interface Service {
  readonly site: Site;
  readonly store: Store;
  readonly libraries: FromLibraries;
  readonly variant: Variant;
  readonly now: () => Date;
}

/** Carries out a call, or refuses it; either is logged. `body` is what could be read, or why nothing could be. */
export function handleCall(service: Service, method: Method, caller: SiteUser, body: CallBody | BadCall): CallOutcome {
  const { store } = service;
  const at = service.now().toISOString();
  return store.whole(() => {
    const outcome = outcomeOf(service, method, caller, body, { by: caller.user, at });
    const vref = body instanceof BadCall ? null : vrefOf(body.payload);
    store.log({ at, method, vref, user: caller.user, objectId: outcome.objectId, sev: outcome.sev, msg: outcome.msg });
    return outcome;
  });
}

/** The name of the object that a call is about, as far as one can tell: sent, or of the request that it names. */
export function objectOf(store: Store, body: CallBody | BadCall): string | null {
  if (body instanceof BadCall) return null;
  if (typeof body.payload.objn === 'string') return body.payload.objn;
  const objectId = readObjectId(body.payload);
  return objectId === null ? null : (store.request(objectId)?.objn ?? null);
}

/** The outcome of an update while another process holds the database: nothing is logged, since nothing can be. */
export function recordLocked(): CallOutcome {
  return refused(new Refusal(messages.recordLocked), null);
}

function outcomeOf(
  service: Service,
  method: Method,
  caller: SiteUser,
  body: CallBody | BadCall,
  act: Act,
): CallOutcome {
  const objectId = method === 'PATCH' && !(body instanceof BadCall) ? readObjectId(body.payload) : null;
  try {
    if (body instanceof BadCall) throw body;
    const context: CallContext = { site: service.site, records: service.store, caller, variant: service.variant };
    return method === 'POST'
      ? create(context, service, body, act)
      : update(context, service.store, objectId, body, act);
  } catch (error) {
    return refused(error, objectId);
  }
}

function create(context: CallContext, { store, libraries }: Service, body: CallBody, act: Act): CallOutcome {
  const plan = decideCreate(context, readCreate(body.payload, context.variant), body.files);
  const request = carryOutCreate(store, libraries, plan, act);
  const msg = createdMessage(context.variant, request.objn, request.rfp);
  return done(msg, request.objectId, usedValues(request), plan.warnings);
}

function update(context: CallContext, store: Store, objectId: number | null, body: CallBody, act: Act): CallOutcome {
  if (objectId === null) throw new BadCall(400, messages.objectIdRequired);
  const plan = decideUpdate(context, objectId, readUpdate(body.payload), body.files);
  const request = carryOutUpdate(store, plan, act);
  return done(messages.updated, objectId, storedValues(request, plan.arfp), plan.warnings);
}

function vrefOf(payload: Payload): string | null {
  return typeof payload.vref === 'string' && payload.vref.isWellFormed()
    ? withoutBlanks(payload.vref).slice(0, maxReferenceCharacters)
    : null;
}
