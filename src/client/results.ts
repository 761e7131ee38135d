import type { Problem, ProblemCode } from '../errors.ts';
import { hasMessage, isLockRefusal, messages, type Reply } from '../interface/replies.ts';

/** Why a call stops the run: every further call would fail the same way. */
export type AttemptStop = ProblemCode & ('token' | 'address' | 'proxy' | 'unreachable' | 'certificate' | 'redirect');

/** How one call to the service ended (design §7 "Answers"); all its texts are safe to show. `done`: it was processed (sev 10 or 20). */
export type CallResult =
  | (Pick<NotDone, 'status' | 'attempts'> & { readonly kind: 'done'; readonly reply: Reply })
  | NotDone;

/** A call that did not do what it asked for, as far as its answer tells. */
export interface NotDone {
  /** HTTP status of the last answer; null: none came. */
  readonly status: number | null;
  readonly attempts: number;
  /**
   * `gone`: the request has moved on, or is not there. `locked`: another request holds the object. `refused`: by the service (for
   * an update also as one without PATCH, §9), or by a gateway before it. `lost`: nobody knows whether it was done. `stopped`: it
   * had no effect, as the service was not reached or refuses all calls, or as the run ends.
   */
  readonly kind: 'gone' | 'locked' | 'refused' | 'lost' | 'stopped';
  readonly why: string;
  readonly remedy: string | null;
  /** The refusal of the service (sev 30); null: no readable answer came. */
  readonly reply: Reply | null;
  /** The request that holds the object, where the refusal names it. */
  readonly by: number | null;
  /** True where this call, or an earlier attempt of it, got no answer: `by` may be the request that it made. */
  readonly mayBeDone: boolean;
  /** Why the run must make no further call; null: it may, or was cancelled. */
  readonly stop: Problem | null;
}

export const triedAgain = 'The next run tries again.';

/** Makes the result of a call that was not done. @param more its other fields, by default `attempts` 0, `mayBeDone` false, the rest null */
export function buildNotDone(kind: NotDone['kind'], why: string, remedy: string | null, more?: Partial<NotDone>) {
  const nothing = { status: null, attempts: 0, reply: null, by: null, mayBeDone: false, stop: null };
  return { kind, why, remedy, ...nothing, ...more };
}

/** Makes the result of a call that was never made, or had no effect, as the run was cancelled. */
export const cancelledCall = buildNotDone('stopped', 'the run was cancelled', null);

/** Makes the result of a call from its reply: `done`, or for sev 30 `gone`, `locked` or `refused`, by its message and existingObjectId. */
export function buildReplyResult(reply: Reply, more: Pick<NotDone, 'status' | 'attempts' | 'mayBeDone'>): CallResult {
  if (reply.sev !== 30) return { kind: 'done', reply, status: more.status, attempts: more.attempts };
  const isGone = hasMessage(reply, messages.requestNotFound) || hasMessage(reply, messages.notOpen);
  const kind = isGone ? 'gone' : isLockRefusal(reply) ? 'locked' : 'refused';
  return buildNotDone(kind, reply.msg, findRefusalRemedy(reply), { ...more, reply, by: reply.existingObjectId });
}

const codes = 'security code 37 for the application and level (31 for requests of other users)';
const madeSite = 'If that service is serve --from-mapping, start it again.';

/** What a refusal says, or begins with, and what a user can do about it; the first that fits counts. */
const remedies: readonly (readonly [says: RegExp | string, remedy: string])[] = [
  [
    messages.attributeMissing,
    'Set attr for this file in the mapping, or have the file added to the repository’s attribute mapping at the service.',
  ],
  [messages.objectTypeMissing, 'Set objt for this file in the mapping.'],
  [
    /^attribute .* is not defined/i,
    `Set an attr that the level has, or have the administrator of the service add this one. ${madeSite}`,
  ],
  [/has only the characters|characters at most/i, 'Set objn for this file in its own rule, or skip the file.'],
  [
    /^(level|application) .* is not known/i,
    `Correct appl and lvl in the branch rule; the administrator of the service knows them. ${madeSite}`,
  ],
  [messages.recordLocked, 'Another job is using the request at the service. Run again later.'],
  [messages.notAuthorizedToUpdate, `Ask for ${codes}.`],
  [/authoriz/i, `Ask for authority to add requests, and ${codes}.`],
  [
    /branch.*(project|link)|(project|link).*branch/is,
    'Link the branch to a project at the service, or set proj in the mapping (proj: null for no project).',
  ],
];

/** Returns what a user can do about a refusal, as far as its words tell (design §7 "Answers"); null if they tell nothing. */
export function findRefusalRemedy(reply: Reply): string | null {
  if (isLockRefusal(reply)) return 'Have that request completed or deleted at the service, then file again.';
  const isSaid = (says: RegExp | string) => (typeof says === 'string' ? hasMessage(reply, says) : says.test(reply.msg));
  return remedies.find(([says]) => isSaid(says))?.[1] ?? null;
}
