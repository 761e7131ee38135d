import { type CreateFields, fieldUses, type UpdateFields } from '../interface/fields.ts';
import type { CheckOut, Standing } from '../ledger/record.ts';
import { carriesContent } from '../plan/contents.ts';
import { type Causes, needsNoContent, type Obstacle, type PlannedRequest } from '../plan/planned.ts';

/**
 * What should stand for an object at the service. `request`: a request of its reason, with its content. `compiled`: some open request that
 * will compile the object (design §13). `nothing`: `request` names the object and its path; `follows`: it has to be filed where what
 * stands has moved on; `isReleased`: all of the branch is released. `blocked`: the request is kept back, and what stands stays.
 */
export type Should = { readonly request: PlannedRequest } & (
  | { readonly kind: 'request' | 'compiled' }
  | { readonly kind: 'nothing'; readonly follows: boolean; readonly isReleased?: true }
  | ({ readonly kind: 'blocked' } & Obstacle)
);

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
  /** True if the content is sent again although the same stands. */
  readonly isAsked: boolean;
}

/** True for a step with a deed that calls the service: any but `unchanged` and `unknown`. */
export function makesCalls({ deeds }: Step): boolean {
  return deeds.some((deed) => deed !== 'unchanged' && deed !== 'unknown');
}

/**
 * Makes the step of one object: decides its deeds from what should stand, and from what stands and was tried (design §8, step 4). Pure.
 * @param checkOut null: nothing stands and nothing was tried. @param isAsked true: a content is sent again even if the same stands
 */
export function next(checkOut: CheckOut | null, should: Should, isAsked = false): Step {
  return { should, checkOut, isAsked, deeds: decideDeeds(checkOut, should, isAsked) };
}

/**
 * Returns the deeds of a step in order. []: blocked, or nothing should stand, nothing stands, and no create lacks an answer. `unknown`: a
 * create without a lock got no answer. If nothing should stand: `withdraw` what stands (`create` if it has no number, and `follows`), then
 * `learn` if a create lacks an answer. Else `create` if nothing stands or, to compile, it has no number; `look` if what stands does the
 * compilation asked for; `withdraw`, `create` for another reason; `update` if it differs or a call lacks an answer; else `unchanged`
 */
function decideDeeds(checkOut: CheckOut | null, should: Should, isAsked: boolean): readonly Deed[] {
  const { stands, tried } = checkOut ?? { stands: null, tried: [] };
  const { kind, request } = should;
  if (kind === 'blocked') return [];
  const creates = tried.filter(({ does, objectId }) => does === 'file' && objectId === null);
  // Without a lock a lost create cannot be told from one that never came, so it is not repeated (design §7).
  if (creates.some(({ fields }) => fields.lock === '*NO')) return ['unknown'];
  if (kind === 'nothing') {
    // Nobody can withdraw what has no known number, so that it may come to stand at the target.
    if (stands?.objectId === null && should.follows) return ['create'];
    return [...(stands === null ? [] : (['withdraw'] as const)), ...(creates.length === 0 ? [] : (['learn'] as const))];
  }
  // A create meets what the unanswered calls have made, and proves it.
  if (stands === null) return ['create'];
  // Its number is not known: whether it is still open only a create tells, which its lock refuses.
  if (kind === 'compiled' && stands.objectId === null) return stands.fields.lock === '*NO' ? ['unchanged'] : ['create'];
  const isPending = tried.length > 0;
  const { reason } = request;
  if (stands.reason !== reason) {
    // An open migration compiles and binds the object, too, and a recompilation binds it (design §13).
    const compiles =
      stands.reason === '*MIGRATE' ? needsNoContent(reason) : stands.reason === '*RECOMPILE' && reason === '*UPDATE';
    const isCovered = compiles && stands.objectId !== null && (kind === 'compiled' || !isPending);
    return isCovered ? ['look'] : ['withdraw', 'create'];
  }
  if (kind === 'compiled') return isPending ? ['update'] : ['look'];
  // It may be withdrawn, and one of another reason in its place.
  if (creates.some((call) => call.reason !== reason)) return ['create'];
  // Nobody knows from what it differs after a call without an answer: an update sends all that it can.
  const { fields, sendsContent } = deriveChange(stands, request, isAsked);
  return isPending || sendsContent || Object.keys(fields).length > 0 ? ['update'] : ['unchanged'];
}

/** Returns the causes of a check-out whose unanswered calls (at least one) are all compilations; null for others, or without causes. */
export function findTriedCauses({ tried, causes }: CheckOut): Causes | null {
  return tried.length > 0 && tried.every(({ reason }) => needsNoContent(reason)) ? (causes ?? null) : null;
}

/**
 * Returns what an update sends: `fields`, mapped ones that it can change and that differ from what stands ({}: none), without `objectId`;
 * and `sendsContent`, true if the request carries a content and another stands. If the path differs, `gpath` and `gfile` go along; `gfile`
 * also with a content whose `srcn` changes. @param stands null: nobody knows what the service holds, so all is sent. @param isAsked true: a
 * content is sent even if the same stands. @param isOut true: the request may have been withdrawn, so `lock` is sent again
 */
export function deriveChange(stands: Standing | null, request: PlannedRequest, isAsked = false, isOut = false) {
  const mapped: CreateFields = request.fields;
  const sent: CreateFields = stands?.fields ?? {};
  const isMoved = stands?.path !== request.path.text;
  const sendsContent = (isAsked || stands?.blob !== request.blob) && carriesContent(request);
  const changed = fieldUses.updated.filter((name) => mapped[name] !== undefined && mapped[name] !== sent[name]);
  const fields: Omit<UpdateFields, 'objectId'> = Object.fromEntries(changed.map((name) => [name, mapped[name]]));
  if (isMoved && mapped.gpath !== undefined) fields.gpath = mapped.gpath;
  // With content, the part's file name must match srcn or gfile, so gfile goes along even when it stayed (§4.3).
  const isNamed = isMoved || (sendsContent && fields.srcn !== undefined);
  if (isNamed && mapped.gfile !== undefined) fields.gfile = mapped.gfile;
  if (isOut) fields.lock = mapped.lock ?? '*YES';
  return { fields, sendsContent };
}
