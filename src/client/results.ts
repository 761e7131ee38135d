import type { Problem, ProblemCode } from '../errors.ts';
import { hasMessage, isLockRefusal, messages, type Reply } from '../interface/replies.ts';
import { remedyFor } from './remedies.ts';

/** Why a call stops the run: every further call would fail the same way. */
export type AttemptStop = ProblemCode & ('token' | 'address' | 'proxy' | 'unreachable' | 'certificate' | 'redirect');

interface Ending {
  /** HTTP status of the last answer; null: none came. */
  readonly status: number | null;
  readonly attempts: number;
}

/** How one call to the service ended (design §7 "Answers"); all its texts are safe to show. `done`: it was processed (sev 10 or 20). */
export type CallResult = (Ending & { readonly kind: 'done'; readonly reply: Reply }) | NotDone;

/** A call that did not do what it asked for, as far as its answer tells. */
export interface NotDone extends Ending {
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

/** Makes the result of a call that was not done. @param more fields of it; one that is left out is 0 (`attempts`), false (`mayBeDone`) or null */
export function notDone(kind: NotDone['kind'], why: string, remedy: string | null, more?: Partial<NotDone>): NotDone {
  const nothing = { status: null, attempts: 0, reply: null, by: null, mayBeDone: false, stop: null };
  return { kind, why, remedy, ...nothing, ...more };
}

/** Makes the result of a call that was never made, or had no effect, as the run was cancelled. */
export const cancelledCall = notDone('stopped', 'the run was cancelled', null);

/** Makes the result of a call out of its reply: `done` unless sev is 30; then `gone`, `locked` or `refused`, by its message. */
export function resultOfReply(reply: Reply, more: Ending & Pick<NotDone, 'mayBeDone'>): CallResult {
  if (reply.sev !== 30) return { kind: 'done', reply, status: more.status, attempts: more.attempts };
  const isGone = hasMessage(reply, messages.requestNotFound) || hasMessage(reply, messages.notOpen);
  const kind = isGone ? 'gone' : isLockRefusal(reply) ? 'locked' : 'refused';
  return notDone(kind, reply.msg, remedyFor(reply), { ...more, reply, by: reply.existingObjectId });
}
