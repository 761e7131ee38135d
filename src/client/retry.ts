/** Decides after each attempt: accept, retry, or give up ("Answers" and "Retries" of design §7; interface §4, §7). Pure. */
import { hasMessage, messages, type Reply } from '../interface/replies.ts';
import { findLastingStop } from './network-error.ts';
import type { AttemptStop } from './results.ts';
import type { AttemptEnding, HttpAnswer } from './transport.ts';

const mostAttempts = 5;
/** Attempts of a create after its first lost one, which may exceed the others. */
const attemptsToSettle = 3;
const temporaryStatuses: ReadonlySet<number> = new Set([408, 425, 429, 503]);
const recordLockedMs = 1_000;

export interface Attempt {
  readonly method: 'POST' | 'PATCH';
  /** True if a repeat does no harm: an update, or a create whose request locks the object, so that no second one can be made. */
  readonly isHarmless: boolean;
  /** From 1. */
  readonly number: number;
  /** Number of the first attempt with an unknown outcome; null: none. */
  readonly firstLost: number | null;
  readonly ending: AttemptEnding;
  /** Null: no answer came, or none of this interface. */
  readonly reply: Reply | null;
  /** Why an answer is none of this interface, as a clause; empty: it is, or none came. */
  readonly unreadable: string;
}

/** The end of a call. `refused`: before the service, without effect. `lost`: it may be done; with `stop`, a later attempt stops the run. */
export type Final =
  | { readonly do: 'accept'; readonly reply: Reply }
  | { readonly do: 'refused' }
  | { readonly do: 'lost'; readonly stop: AttemptStop | null }
  | { readonly do: 'stopped'; readonly stop: AttemptStop };

export interface Retry {
  readonly do: 'retry';
  readonly delayMs: number;
  readonly why: string;
  /** True if the service may have carried the call out. */
  readonly mayBeDone: boolean;
  /** The end of the call if it is not repeated. */
  readonly otherwise: Final;
}

/** The end of the call if an attempt stays the last, and whether a repeat can help. */
type Verdict = readonly [final: Final, isRepeatable: boolean];

/**
 * Decides what follows an attempt: a retry if one can help (judgeAttempt), else the end of the call. A call has at most 5 attempts; a
 * create has up to 3 after its first lost one, also beyond the 5. If an earlier attempt was lost, a reply still ends the call as it says (a
 * refusal for now only if it isRecordLocked); any other end becomes `lost`, perhaps with a stop. @param now in ms @param random 0 to 1
 */
export function decideRetry(attempt: Attempt, now: number, random: number): Final | Retry {
  const [final, isRepeatable] = judgeAttempt(attempt);
  const firstLost = attempt.firstLost ?? (final.do === 'lost' ? attempt.number : null);
  const isLasting = final.do === 'accept' && (isRecordLocked(attempt) || !isRefusedForNow(attempt));
  const stop = final.do === 'stopped' ? final.stop : null;
  const otherwise = attempt.firstLost === null || isLasting ? final : ({ do: 'lost', stop } as const);
  const settled = attempt.method === 'POST' && firstLost !== null ? firstLost + attemptsToSettle : 0;
  if (!isRepeatable || attempt.number >= Math.max(mostAttempts, settled)) return otherwise;
  const why = describeRetry(attempt);
  const mayBeDone = firstLost !== null;
  return { do: 'retry', delayMs: chooseDelayMs(attempt, now, random), why, mayBeDone, otherwise };
}

/** Judges one attempt; without answer: a stop if the error lasts or (repeatable) it is unsent, else `lost` (repeatable if harmless). */
function judgeAttempt(attempt: Attempt): Verdict {
  const { ending } = attempt;
  if (ending.phase === 'answered') return judgeAnswer(attempt, ending);
  const stop = findLastingStop(ending.code);
  if (stop !== null) return buildStopVerdict(stop);
  return ending.phase === 'notSent' ? buildStopVerdict('unreachable', true) : [lost, attempt.isHarmless];
}

/** The stop for a status, where the body is not of this interface. */
const stopByStatus: Readonly<Record<number, AttemptStop>> = {
  ...{ 403: 'token', 404: 'address', 405: 'address', 407: 'proxy', 429: 'unreachable' },
};

/**
 * Judges an answer. With any body, 401 and a 404 with a link to the service stop the run; else a reply is accepted. Without one, 3xx, 403,
 * 404, 405, 407 and 429 stop the run; other 4xx but 408 and 425 are `refused`; the rest is `lost`. A repeat can help for isRecordLocked,
 * isRefusedForNow and a 429 without a reply; for a lost call if harmless, but an update with a whole answer only under 502 to 504.
 */
function judgeAnswer(attempt: Attempt, { status, link, cut }: HttpAnswer): Verdict {
  if (status === 401) return buildStopVerdict('token');
  // Our service links to the resource at every other path (RFC 8288).
  if (status === 404 && /;\s*rel="?service"?\s*(?:[;,]|$)/i.test(link ?? '')) return buildStopVerdict('address');
  const { reply } = attempt;
  if (reply !== null) return [{ do: 'accept', reply }, isRecordLocked(attempt) || isRefusedForNow(attempt)];
  const stop = stopByStatus[status] ?? (status >= 300 && status < 400 ? 'redirect' : null);
  if (stop !== null) return buildStopVerdict(stop, status === 429);
  if (status >= 400 && status < 500 && !temporaryStatuses.has(status)) return [{ do: 'refused' }, false];
  if (attempt.method === 'POST' || cut !== null) return [lost, attempt.isHarmless];
  return [lost, [502, 503, 504].includes(status)];
}

/** True if an update was refused because another job locks the record (interface §7, which shows this for updates only). */
function isRecordLocked({ method, reply }: Attempt): boolean {
  return method === 'PATCH' && reply?.sev === 30 && hasMessage(reply, messages.recordLocked);
}

/** True for a refusal (sev 30) that has a `Retry-After`, readable or not, and the HTTP status 408, 425, 429 or 503. */
function isRefusedForNow({ ending, reply }: Attempt): boolean {
  if (ending.phase !== 'answered' || ending.retryAfter === null) return false;
  return reply?.sev === 30 && temporaryStatuses.has(ending.status);
}

const lost: Final = { do: 'lost', stop: null };

/** Returns the verdict for a stop. */
function buildStopVerdict(stop: AttemptStop, isRepeatable = false): Verdict {
  return [{ do: 'stopped', stop }, isRepeatable];
}

/** Returns the wait before a retry in ms: the longest of back-off, `Retry-After` (2 min at most), and 1 s if the record is locked. */
function chooseDelayMs(attempt: Attempt, now: number, random: number): number {
  const { ending, number } = attempt;
  const askedMs = (ending.phase === 'answered' ? parseRetryAfter(ending.retryAfter, now) : null) ?? 0;
  return Math.max(askedMs, isRecordLocked(attempt) ? recordLockedMs : 0, deriveBackoffMs(number, random));
}

/** Returns why the call is repeated, a clause for the log without words of the service. */
function describeRetry(attempt: Attempt): string {
  const { ending } = attempt;
  if (isRecordLocked(attempt)) return 'the request record is locked by another job';
  if (ending.phase !== 'answered') return `${ending.phase === 'notSent' ? 'not sent' : 'no answer'}: ${ending.code}`;
  return ending.cut === null ? `HTTP ${ending.status}` : `answer cut: ${ending.cut.code}`;
}

/** The longest wait that a service can ask for, since CI limits the time of a run. */
const retryAfterCapMs = 120_000;

/** Returns exponential back-off in ms: `random` (0 to 1) times 0.5 s after attempt 1, then 1 s, 2 s, ... at most 30 s. */
export function deriveBackoffMs(attempt: number, random: number): number {
  return Math.round(random * Math.min(30_000, 500 * 2 ** (attempt - 1)));
}

/** Reads a `Retry-After` (seconds or HTTP date) as ms from now: 120,000 at most, 0 for a past date; null if it is none or unreadable. */
export function parseRetryAfter(header: string | null, now: number): number | null {
  const value = (header ?? '').trim();
  if (/^\d{1,15}$/.test(value)) return Math.min(Number(value) * 1000, retryAfterCapMs);
  const date = value.endsWith(' GMT') ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? null : Math.min(Math.max(date - now, 0), retryAfterCapMs);
}
