/** One call of the interface from its body to its outcome, as one transaction with its line in the log. */
import { messages } from '../interface/replies.ts';
import { type CallOutcome, done, refused, valuesOf } from './answer.ts';
import type { CallBody } from './body.ts';
import { type Act, carryOutCreate, carryOutUpdate } from './carry-out.ts';
import { decideCreate } from './create.ts';
import {
  maxReferenceCharacters,
  type Payload,
  readCreate,
  readObjectId,
  readUpdate,
  type Variant,
  withoutBlanks,
} from './payload.ts';
import { storedFields, usedFields } from './records.ts';
import { BadCall } from './refusal.ts';
import type { Site, SiteUser } from './site.ts';
import type { Store } from './store.ts';
import type { CallContext } from './targets.ts';
import { decideUpdate } from './update.ts';

/** The methods of the resource (interface §1). */
export type Method = 'POST' | 'PATCH';

export interface Service {
  readonly site: Site;
  readonly store: Store;
  /** The published variant to play (interface §9). */
  readonly variant: Variant;
  readonly now: () => Date;
}

/** Carries out a call, or refuses it; either is logged. */
export function handleCall(service: Service, method: Method, caller: SiteUser, body: CallBody): CallOutcome {
  const { site, store, variant } = service;
  const { user } = caller;
  const at = service.now().toISOString();
  const objectId = method === 'PATCH' ? readObjectId(body.payload) : null;
  return store.whole(() => {
    let outcome: CallOutcome;
    try {
      if (body.bad) throw body.bad;
      const context = { site, records: store, caller, variant };
      const carryOut = method === 'POST' ? create : update;
      outcome = carryOut(context, store, body, { by: user, at });
    } catch (error) {
      outcome = refused(error, objectId);
    }
    const { sev, msg } = outcome;
    store.log({ at, method, vref: vrefOf(body.payload), user, objectId: outcome.objectId, sev, msg });
    return outcome;
  });
}

/** The name of the object that a call is about, if it is known: sent, or of the request that it names. */
export function objectOf(store: Store, { payload }: CallBody): string | null {
  if (typeof payload.objn === 'string') return payload.objn;
  const objectId = readObjectId(payload);
  return objectId === null ? null : (store.request(objectId)?.objn ?? null);
}

function create(context: CallContext, store: Store, { payload, files }: CallBody, act: Act): CallOutcome {
  const plan = decideCreate(context, readCreate(payload, context.variant), files);
  const request = carryOutCreate(store, plan, act);
  // Interface §4.1, last but one paragraph.
  const earlier = `Request created for ${request.objn} into RFP ${request.rfp}`;
  const msg = context.variant === 'later' ? messages.created : earlier;
  return done(msg, valuesOf(usedFields, request), plan.warnings);
}

function update(context: CallContext, store: Store, { payload, files }: CallBody, act: Act): CallOutcome {
  const objectId = readObjectId(payload);
  if (objectId === null) throw new BadCall(400, messages.objectIdRequired);
  const plan = decideUpdate(context, objectId, readUpdate(payload), files);
  const request = carryOutUpdate(store, plan, act);
  return done(messages.updated, valuesOf(storedFields, { ...request, arfp: plan.arfp }), plan.warnings);
}

function vrefOf({ vref }: Payload): string | null {
  if (typeof vref !== 'string' || !vref.isWellFormed()) return null;
  return withoutBlanks(vref).slice(0, maxReferenceCharacters);
}
