import { type CreateFields, fieldUses, type Reason, type UpdateFields } from '../interface/fields.ts';
import type { CheckOut, Standing, Tried } from '../ledger/record.ts';
import { carriesContent } from '../plan/contents.ts';
import { type Causes, needsNoContent, type Obstacle, type PlannedRequest } from '../plan/planned.ts';

/** What should stand for an object at the service. */
export type Should =
  /** A request of the reason of `request`, with its content. */
  | { readonly kind: 'request'; readonly request: PlannedRequest }
  /** Some open request that will compile the object (design §13). */
  | { readonly kind: 'compiled'; readonly request: PlannedRequest }
  /** Nothing; `request` names the object and its path. `follows`: it has to be filed where what stands has moved on. */
  | {
      readonly kind: 'nothing';
      readonly request: PlannedRequest;
      readonly follows: boolean;
      /** Present if all of the branch is released. */
      readonly isReleased?: true;
    }
  /** The request is kept back: what stands stays. */
  | {
      readonly kind: 'blocked';
      readonly request: PlannedRequest;
      readonly outcome: Obstacle['outcome'];
      readonly why: string;
    };

/** One thing to do. They are done in their order. */
export type Deed =
  | 'create'
  | 'update'
  /** Takes what stands out of its RFP and frees its object. */
  | 'withdraw'
  /** Repeats a create without an answer, to learn what it made, and withdraws that. */
  | 'learn'
  /** Asks whether what stands is still open. */
  | 'look'
  | 'unchanged'
  /** Only a person can tell what stands. */
  | 'unknown';

export interface Step {
  readonly should: Should;
  readonly checkOut: CheckOut | null;
  readonly deeds: readonly Deed[];
  /** True if it is sent again although the same stands. */
  readonly isAsked: boolean;
}

/** What stands, beside what should. */
type Stands =
  | 'none'
  /** Of the reason that is asked for, with this very content, path and fields. */
  | 'same'
  | 'differs'
  /** Of another reason, and compiles the object, which is all that is asked for. */
  | 'covers'
  | 'otherReason';

/** What calls without an answer may have done, the most that they may have. */
type Pending =
  | 'none'
  /** Changed the request that stands, or withdrawn it. */
  | 'changed'
  | 'made'
  /** Made a request of another reason, after the one that stands was withdrawn. */
  | 'madeOther'
  /** Made a request without a lock, which nothing tells from a second one. */
  | 'madeUnlocked';

/** What is done for each of the calls without an answer. */
type Row = Readonly<Record<Pending, readonly Deed[]>>;

const [create, update, withdraw, unknown] = [['create'], ['update'], ['withdraw'], ['unknown']] as const;
const [again, both] = [['withdraw', 'create'] as const, ['withdraw', 'learn'] as const];

/** A create meets what the unanswered calls have made, and proves it; an update sends all that an update can. */
const forRequest: Readonly<Record<Stands, Row>> = {
  none: { none: create, changed: create, made: create, madeOther: create, madeUnlocked: unknown },
  same: { none: ['unchanged'], changed: update, made: update, madeOther: create, madeUnlocked: unknown },
  differs: { none: update, changed: update, made: update, madeOther: create, madeUnlocked: unknown },
  covers: { none: ['look'], changed: again, made: again, madeOther: again, madeUnlocked: unknown },
  otherReason: { none: again, changed: again, made: again, madeOther: again, madeUnlocked: unknown },
};

const forNothing: Readonly<Record<'none' | 'some', Row>> = {
  none: { none: [], changed: [], made: ['learn'], madeOther: ['learn'], madeUnlocked: unknown },
  some: { none: withdraw, changed: withdraw, made: both, madeOther: both, madeUnlocked: unknown },
};

/**
 * Decides what is to be done for an object, from what should stand, what stands, and what was tried and has no answer (design §8,
 * step 4): nothing where its request is kept back. What is only to be compiled is looked at if it is open; it is created if
 * nothing stands, or what stands has no number but a lock. Pure.
 *
 * @param isAsked true if its content is sent again although the same stands.
 */
export function next(checkOut: CheckOut | null, should: Should, isAsked = false): Step {
  const { request } = should;
  const stands = checkOut?.stands ?? null;
  const pending = findPending(checkOut?.tried ?? [], request.reason);
  const step = (deeds: readonly Deed[]) => ({ should, checkOut, deeds, isAsked });
  switch (should.kind) {
    case 'blocked':
      return step([]);
    case 'nothing':
      // Nobody can withdraw what has no known number, so that it may come to stand at the target.
      if (stands?.objectId === null && should.follows && pending !== 'madeUnlocked') return step(create);
      return step(forNothing[stands === null ? 'none' : 'some'][pending]);
    case 'compiled':
      if (pending === 'madeUnlocked') return step(unknown);
      if (stands === null) return step(create);
      // Its number is not known: whether it is still open only a create tells, which its lock refuses.
      if (stands.objectId === null) return step(stands.fields.lock === '*NO' ? ['unchanged'] : create);
      if (stands.reason === request.reason) return step(pending === 'none' ? ['look'] : update);
      return step(covers(stands, request) ? ['look'] : again);
    case 'request':
      return step(forRequest[compareStanding(stands, request, isAsked)][pending]);
  }
}

/** Compares what stands with a request; `same`: an update would send nothing. */
function compareStanding(stands: Standing | null, request: PlannedRequest, isAsked: boolean): Stands {
  if (stands === null) return 'none';
  if (stands.reason !== request.reason) return covers(stands, request) ? 'covers' : 'otherReason';
  const { fields, sendsContent } = requestChange(stands, request, isAsked);
  return Object.keys(fields).length === 0 && !sendsContent ? 'same' : 'differs';
}

/** True for an open migration or recompilation where only a compilation is asked for (design §13). */
function covers(stands: Standing, { reason }: PlannedRequest): boolean {
  const compiles = stands.objectId !== null && stands.reason !== '*DELETE';
  return compiles && (reason === '*UPDATE' || (reason === '*RECOMPILE' && stands.reason === '*MIGRATE'));
}

/** Returns the causes of a check-out if all that was tried for it are compilations; null: not so, nothing was tried, or it has no causes. */
export function causesTried({ tried, causes }: CheckOut): Causes | null {
  return tried.length > 0 && tried.every(({ reason }) => needsNoContent(reason)) ? (causes ?? null) : null;
}

/** Sums up calls without an answer by what they may have made. @param reason the one that is asked for now. */
function findPending(tried: readonly Tried[], reason: Reason): Pending {
  if (tried.length === 0) return 'none';
  const creates = tried.filter(({ does, objectId }) => does === 'file' && objectId === null);
  // Without a lock a lost create cannot be told from one that never came, so it is not repeated (design §7).
  if (creates.some(({ fields }) => fields.lock === '*NO')) return 'madeUnlocked';
  if (creates.some((call) => call.reason !== reason)) return 'madeOther';
  return creates.length > 0 ? 'made' : 'changed';
}

export interface RequestChange {
  /** Without `objectId` and RFP assignment. */
  readonly fields: Omit<UpdateFields, 'objectId'>;
  readonly sendsContent: boolean;
}

/**
 * Returns what an update sends: the mapped fields, path and content that differ from what stands; the content only if the
 * request carries one.
 *
 * @param stands null where nobody knows what the service holds: all that an update can carry. @param isAsked true where the
 * content goes along anyway. @param isOut true where it may be withdrawn: it is locked again.
 */
export function requestChange(
  stands: Standing | null,
  request: PlannedRequest,
  isAsked = false,
  isOut = false,
): RequestChange {
  const mapped: CreateFields = request.fields;
  const sent: CreateFields = stands?.fields ?? {};
  const isMoved = stands?.path !== request.path.text;
  const sendsContent = (isAsked || stands?.blob !== request.blob) && carriesContent(request);
  const changed = fieldUses.updated.filter((name) => mapped[name] !== undefined && mapped[name] !== sent[name]);
  const fields: RequestChange['fields'] = Object.fromEntries(changed.map((name) => [name, mapped[name]]));
  if (isMoved && mapped.gpath !== undefined) fields.gpath = mapped.gpath;
  // With content, the part's file name must match srcn or gfile, so gfile goes along even when it stayed (§4.3).
  const isNamed = isMoved || (sendsContent && fields.srcn !== undefined);
  if (isNamed && mapped.gfile !== undefined) fields.gfile = mapped.gfile;
  if (isOut) fields.lock = mapped.lock ?? '*YES';
  return { fields, sendsContent };
}
