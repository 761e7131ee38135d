/**
 * Decides after each attempt: accept its answer, retry, or give up. Pure. Follows "Answers" and "Retries" of design §7;
 * the statuses are those of interface §4 and §7.
 */
import { lastingStop } from './network-error.ts';
import type { AttemptStop } from './results.ts';

/** Attempts of one call, unless a lost answer calls for more. */
const mostAttempts = 5;
/** Attempts to repeat a create after a lost answer, counted from the lost one. */
const attemptsToSettle = 4;
/** Statuses of a temporary refusal. */
const temporaryStatuses: ReadonlySet<number> = new Set([408, 425, 429, 503]);
/** Shortest wait while another job locks the record. */
const recordLockedMs = 1_000;

export interface AttemptEnd {
  readonly method: 'POST' | 'PATCH';
  /** `notSent`: no byte of the request left; `sent`: some may have, and no answer came; `answered`: a status came. */
  readonly phase: 'notSent' | 'sent' | 'answered';
  readonly status?: number;
  /** Code of the failure; when answered, of the one that cut the answer's body. */
  readonly error?: string;
  /** The body has a readable `rtn`. */
  readonly readable?: boolean;
  /** Its sev is 30: the call was not carried out. */
  readonly refused?: boolean;
  /** The answer says that the resource is at another path of the same service. */
  readonly elsewhere?: boolean;
  /** Its message says that another job locks the request record (interface §7). */
  readonly recordLocked?: boolean;
  readonly retryAfter?: string | null;
  /** `lock` of the create: under *YES the first request locks the object, so a repeat cannot make a second one. */
  readonly lock: '*YES' | '*NO';
  readonly attempt: number;
  /** Number of the first attempt with an unknown outcome; null: none. */
  readonly firstLost?: number | null;
  /** Present time, milliseconds. */
  readonly now: number;
  readonly random: () => number;
}

/** The end of a call. `lost` with `stop`: the create may have been done, and a later attempt stops the run. */
export type Final =
  | { readonly do: 'accept' }
  | { readonly do: 'giveUp'; readonly as: 'lost'; readonly stop: AttemptStop | null }
  | { readonly do: 'giveUp'; readonly as: 'unreadable' }
  | { readonly do: 'giveUp'; readonly as: 'refused' }
  | { readonly do: 'giveUp'; readonly as: 'stopped'; readonly code: AttemptStop };

/** `otherwise`: the end of the call if it is not repeated. `mayBeDone`: the service may have carried it out. */
export type RetryDecision =
  | Final
  | {
      readonly do: 'retry';
      readonly delayMs: number;
      readonly why: string;
      readonly mayBeDone: boolean;
      readonly otherwise: Final;
    };

interface AttemptVerdict {
  readonly final: Final;
  readonly isRepeatable: boolean;
}

/**
 * Decides what follows an attempt: the end of the call, or a retry (`otherwise` is the end if there is no time for
 * one). A call has at most 5 attempts, or 4 from the first lost one on if that is later. After a lost attempt the end
 * says that the call may have been done.
 */
export function decideRetry(end: AttemptEnd): RetryDecision {
  const { final, isRepeatable } = judgeAttempt(end);
  const mayBeDone = 'as' in final && (final.as === 'lost' || final.as === 'unreadable');
  const lostBefore = (end.firstLost ?? null) !== null;
  const otherwise = lostBefore ? endAfterLost(end, final) : final;
  if (!isRepeatable || end.attempt >= attemptLimit(end, mayBeDone)) return otherwise;
  return { do: 'retry', delayMs: delayMs(end), why: retryReason(end), mayBeDone: mayBeDone || lostBefore, otherwise };
}

/** Judges an attempt by itself: the end of the call if it stays the last, and whether a repeat can help. */
function judgeAttempt(end: AttemptEnd): AttemptVerdict {
  if (end.phase === 'answered') return judgeAnswer(end, end.status ?? 0);
  const stopCode = lastingStop(end.error ?? '');
  if (stopCode !== null) return stopVerdict(stopCode);
  return end.phase === 'notSent' ? { ...stopVerdict('unreachable'), isRepeatable: true } : lostVerdict(end);
}

/**
 * Judges an answer: a readable body decides before the status, except for 401 and for a 404 that points elsewhere. Of
 * the others a lasting 4xx had no effect; after any other status a create is lost, and an update is unreadable.
 */
function judgeAnswer(end: AttemptEnd, status: number): AttemptVerdict {
  if (status === 401) return stopVerdict('token');
  if (status === 404 && end.elsewhere) return stopVerdict('address');
  if (end.readable) return { final: { do: 'accept' }, isRepeatable: isTemporary(end) };
  if (status === 403) return stopVerdict('token');
  if (status === 404 || status === 405) return stopVerdict('address');
  if (status === 407) return stopVerdict('proxy');
  if (status >= 300 && status < 400) return stopVerdict('redirect');
  if (status === 429) return { ...stopVerdict('unreachable'), isRepeatable: true };
  const isRefused = status >= 400 && status < 500 && !temporaryStatuses.has(status);
  if (isRefused) return { final: { do: 'giveUp', as: 'refused' }, isRepeatable: false };
  if (end.method === 'POST' || end.error !== undefined) return lostVerdict(end);
  return { final: { do: 'giveUp', as: 'unreadable' }, isRepeatable: [502, 503, 504].includes(status) };
}

/** True if the service has done nothing for now: another job locks the record, or it says when to retry. */
function isTemporary(end: AttemptEnd): boolean {
  if (end.recordLocked === true) return true;
  return end.refused === true && typeof end.retryAfter === 'string' && temporaryStatuses.has(end.status ?? 0);
}

/** Judges a lost answer: an update can be repeated without harm, a create only under lock. */
function lostVerdict(end: AttemptEnd): AttemptVerdict {
  if (end.method === 'PATCH') return { final: { do: 'giveUp', as: 'unreadable' }, isRepeatable: true };
  return { final: { do: 'giveUp', as: 'lost', stop: null }, isRepeatable: end.lock === '*YES' };
}

function stopVerdict(code: AttemptStop): AttemptVerdict {
  return { final: { do: 'giveUp', as: 'stopped', code }, isRepeatable: false };
}

/** Returns the end of a call with a lost attempt: `lost` (of an update `unreadable`) if the last answer says nothing of it, `lost` for a stop; else `final`. */
function endAfterLost(end: AttemptEnd, final: Final): Final {
  if ('code' in final) return { do: 'giveUp', as: 'lost', stop: final.code };
  const saysNothing = final.do === 'accept' ? isTemporary(end) && !end.recordLocked : final.as === 'refused';
  if (!saysNothing) return final;
  return end.method === 'POST' ? { do: 'giveUp', as: 'lost', stop: null } : { do: 'giveUp', as: 'unreadable' };
}

/** Returns how many attempts the call may have in all. @param mayBeDone whether this attempt is lost */
function attemptLimit(end: AttemptEnd, mayBeDone: boolean): number {
  if (end.method !== 'POST') return mostAttempts;
  const firstLost = end.firstLost ?? (mayBeDone ? end.attempt : null);
  return firstLost === null ? mostAttempts : Math.max(mostAttempts, firstLost + attemptsToSettle - 1);
}

/** Returns how long to wait: back-off, but at least what the service asks for, and 1 s for a locked record. */
function delayMs(end: AttemptEnd): number {
  const askedMs = retryAfterMs(end.retryAfter ?? null, end.now) ?? 0;
  const leastMs = end.recordLocked ? recordLockedMs : 0;
  return Math.max(askedMs, leastMs, backoffMs(end.attempt, end.random()));
}

/** Returns why the call is repeated, for the log. */
function retryReason(end: AttemptEnd): string {
  if (end.recordLocked) return 'the request record is locked by another job';
  if (end.phase === 'answered') return end.error === undefined ? `HTTP ${end.status}` : `answer cut: ${end.error}`;
  return `${end.phase === 'notSent' ? 'not sent' : 'no answer'}: ${end.error ?? 'unknown'}`;
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
