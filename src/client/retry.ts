/**
 * Decides after each attempt: accept its answer, retry, or give up. Pure. Follows "Answers" and "Retries" of design §7;
 * the statuses are those of interface §4 and §7.
 */
import { hasMessage, isReply, messages, type Reply, type Unreadable } from '../interface/replies.ts';
import { lastingStop } from './network-error.ts';
import type { AttemptStop } from './results.ts';
import type { AttemptEnding, HttpAnswer } from './transport.ts';

/** Attempts of one call, unless a lost answer calls for more. */
const mostAttempts = 5;
/** Attempts to repeat a create after a lost answer, counted from the lost one. */
const attemptsToSettle = 4;
/** Statuses of a temporary refusal. */
const temporaryStatuses: ReadonlySet<number> = new Set([408, 425, 429, 503]);
/** Shortest wait while another job locks the record. */
const recordLockedMs = 1_000;

/** An attempt that has ended. */
export interface Attempt {
  readonly method: 'POST' | 'PATCH';
  /** `lock` of the create: under *YES the first request locks the object, so a repeat cannot make a second one. */
  readonly lock: '*YES' | '*NO';
  /** From 1. */
  readonly number: number;
  /** Number of the first attempt with an unknown outcome; null: none. */
  readonly firstLost: number | null;
  readonly ending: AttemptEnding;
  /** What its answer says; null: no status came. */
  readonly reply: Reply | Unreadable | null;
}

/**
 * The end of a call. `refused`: by something before the service, without effect. `lost`: it may have been done; with `stop`, a
 * later attempt stops the run.
 */
export type Final =
  | { readonly do: 'accept'; readonly reply: Reply }
  | { readonly do: 'refused' }
  | { readonly do: 'lost'; readonly stop: AttemptStop | null }
  | { readonly do: 'stopped'; readonly stop: AttemptStop };

export interface Retry {
  readonly do: 'retry';
  readonly delayMs: number;
  /** For the log. */
  readonly why: string;
  /** True if the service may have carried the call out. */
  readonly mayBeDone: boolean;
  /** The end of the call if it is not repeated. */
  readonly otherwise: Final;
}

interface AttemptVerdict {
  readonly final: Final;
  readonly isRepeatable: boolean;
}

/**
 * Decides what follows an attempt: the end of the call, or a retry (`otherwise` is the end if there is no time for
 * one). A call has at most 5 attempts, or 4 from the first lost one on if that is later. After a lost attempt the end
 * says that the call may have been done. @param now milliseconds @param random from 0 to 1
 */
export function decideRetry(attempt: Attempt, now: number, random: number): Final | Retry {
  const { final, isRepeatable } = judgeAttempt(attempt);
  const mayBeDone = final.do === 'lost';
  const lostBefore = attempt.firstLost !== null;
  const otherwise = lostBefore ? endAfterLost(attempt, final) : final;
  if (!isRepeatable || attempt.number >= attemptLimit(attempt, mayBeDone)) return otherwise;
  return {
    do: 'retry',
    delayMs: delayMs(attempt, now, random),
    why: retryReason(attempt),
    mayBeDone: mayBeDone || lostBefore,
    otherwise,
  };
}

/** Judges an attempt by itself: the end of the call if it stays the last, and whether a repeat can help. */
function judgeAttempt(attempt: Attempt): AttemptVerdict {
  const { ending } = attempt;
  if (ending.phase === 'answered') return judgeAnswer(attempt, ending);
  const stopCode = lastingStop(ending.code);
  if (stopCode !== null) return stopVerdict(stopCode);
  return ending.phase === 'notSent' ? { ...stopVerdict('unreachable'), isRepeatable: true } : lostVerdict(attempt);
}

/**
 * Judges an answer: a readable body decides before the status, except for 401 and for a 404 that points elsewhere. Of
 * the others a lasting 4xx had no effect; after any other status the call is lost.
 */
function judgeAnswer(attempt: Attempt, { status, link, cut }: HttpAnswer): AttemptVerdict {
  if (status === 401) return stopVerdict('token');
  // Our service links to the resource at every other path (RFC 8288).
  if (status === 404 && /;\s*rel="?service"?\s*(?:[;,]|$)/i.test(link ?? '')) return stopVerdict('address');
  const reply = replyTo(attempt);
  if (reply !== null) return { final: { do: 'accept', reply }, isRepeatable: isTemporary(attempt) };
  if (status === 403) return stopVerdict('token');
  if (status === 404 || status === 405) return stopVerdict('address');
  if (status === 407) return stopVerdict('proxy');
  if (status >= 300 && status < 400) return stopVerdict('redirect');
  if (status === 429) return { ...stopVerdict('unreachable'), isRepeatable: true };
  const isRefused = status >= 400 && status < 500 && !temporaryStatuses.has(status);
  if (isRefused) return { final: { do: 'refused' }, isRepeatable: false };
  if (attempt.method === 'POST' || cut !== null) return lostVerdict(attempt);
  return { final: lost, isRepeatable: [502, 503, 504].includes(status) };
}

/** Returns the readable answer of an attempt; null: it has none. */
export function replyTo({ reply }: Attempt): Reply | null {
  return reply !== null && isReply(reply) ? reply : null;
}

/** True if another job locks the record of an update (interface §7, which shows this message for updates only). */
function isRecordLocked(attempt: Attempt): boolean {
  const reply = replyTo(attempt);
  return attempt.method === 'PATCH' && reply?.sev === 30 && hasMessage(reply, messages.recordLocked);
}

/** True if the service has done nothing for now: another job locks the record, or it says when to retry. */
function isTemporary(attempt: Attempt): boolean {
  if (isRecordLocked(attempt)) return true;
  const { ending } = attempt;
  if (ending.phase !== 'answered' || replyTo(attempt)?.sev !== 30) return false;
  return ending.retryAfter !== null && temporaryStatuses.has(ending.status);
}

const lost: Final = { do: 'lost', stop: null };

/** Judges a lost answer: an update can be repeated without harm, a create only under lock. */
function lostVerdict({ method, lock }: Attempt): AttemptVerdict {
  return { final: lost, isRepeatable: method === 'PATCH' || lock === '*YES' };
}

function stopVerdict(stop: AttemptStop): AttemptVerdict {
  return { final: { do: 'stopped', stop }, isRepeatable: false };
}

/** Returns the end of a call with an earlier lost attempt: the last answer if it says what came of the call; else `lost`. */
function endAfterLost(attempt: Attempt, final: Final): Final {
  if (final.do === 'stopped') return { do: 'lost', stop: final.stop };
  const isBusy = isTemporary(attempt) && !isRecordLocked(attempt);
  return final.do === 'accept' && !isBusy ? final : lost;
}

/** Returns how many attempts the call may have in all. @param mayBeDone whether this attempt is lost */
function attemptLimit({ method, number, ...attempt }: Attempt, mayBeDone: boolean): number {
  const firstLost = attempt.firstLost ?? (mayBeDone ? number : null);
  if (method !== 'POST' || firstLost === null) return mostAttempts;
  return Math.max(mostAttempts, firstLost + attemptsToSettle - 1);
}

/** Returns how long to wait: back-off, but at least what the service asks for, and 1 s for a locked record. */
function delayMs(attempt: Attempt, now: number, random: number): number {
  const { ending, number } = attempt;
  const askedMs = (ending.phase === 'answered' ? retryAfterMs(ending.retryAfter, now) : null) ?? 0;
  return Math.max(askedMs, isRecordLocked(attempt) ? recordLockedMs : 0, backoffMs(number, random));
}

/** Returns why the call is repeated, for the log. */
function retryReason(attempt: Attempt): string {
  const { ending } = attempt;
  if (isRecordLocked(attempt)) return 'the request record is locked by another job';
  if (ending.phase !== 'answered') return `${ending.phase === 'notSent' ? 'not sent' : 'no answer'}: ${ending.code}`;
  return ending.cut === null ? `HTTP ${ending.status}` : `answer cut: ${ending.cut.code}`;
}

/** The longest wait that a service can ask for, since CI limits the time of a run. */
const retryAfterCapMs = 120_000;

/**
 * Returns exponential back-off with full jitter, in milliseconds: from 0 to 0.5 s, 1 s, 2 s, ... at most 30 s.
 * @param attempt the one that just failed, from 1 @param random from 0 to 1
 */
export function backoffMs(attempt: number, random: number): number {
  return Math.round(random * Math.min(30_000, 500 * 2 ** (attempt - 1)));
}

/**
 * Reads a `Retry-After` header (seconds or an HTTP date) as milliseconds from now: 0 for the past, at most 120 s; null
 * without a readable header. @param now milliseconds
 */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null;
  const value = header.trim();
  if (/^\d{1,15}$/.test(value)) return Math.min(Number(value) * 1000, retryAfterCapMs);
  const date = value.endsWith(' GMT') ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? null : Math.min(Math.max(date - now, 0), retryAfterCapMs);
}
