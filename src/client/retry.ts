/**
 * What to make of an attempt that has ended: take its answer, try again, or give up. Pure: everything is in the input.
 * Follows "Answers" and "Retries" of the contract; the statuses are those of interface §4 and §7.
 */

import { backoffMs, retryAfterMs } from './backoff.ts';
import { codeThatStays } from './network-error.ts';
import type { AttemptStop } from './results.ts';

/** Attempts of one call, unless a lost answer calls for more. */
const mostAttempts = 5;
/** A lost answer is settled by repeating the create: this many attempts, counted from the one that was lost. */
const attemptsToSettle = 4;
/** Statuses of a refusal that may pass. */
const statusesForNow: ReadonlySet<number> = new Set([408, 425, 429, 503]);
/** Another job holds the record: it needs a moment, so the wait is never next to nothing. */
const recordLockedMs = 1_000;

export interface AttemptEnd {
  readonly method: 'POST' | 'PATCH';
  /** `notSent`: no byte of the request left; `sent`: some may have, and no answer came; `answered`: a status came. */
  readonly phase: 'notSent' | 'sent' | 'answered';
  readonly status?: number;
  /** Code of the failure; when answered, of the one that cut the answer's body. */
  readonly error?: string;
  /** The body held an `rtn` that could be read. */
  readonly readable?: boolean;
  /** That `rtn` has sev 30: the call was not carried out. */
  readonly refused?: boolean;
  /** The answer says that the resource is at another path of this very service. */
  readonly elsewhere?: boolean;
  /** That `rtn` says that another job holds the request record (interface §7). */
  readonly recordLocked?: boolean;
  readonly retryAfter?: string | null;
  /** `lock` of the create: under *YES a repeat cannot make a second request, as the object is locked by the first. */
  readonly lock: '*YES' | '*NO';
  readonly attempt: number;
  /** Number of the first attempt whose outcome is not known, or null. */
  readonly firstLost?: number | null;
  /** Present time, milliseconds. */
  readonly now: number;
  readonly random: () => number;
}

/** The end of a call. `lost` with `stop`: the create may have been done, and later attempts met what stops a run. */
export type Final =
  | { readonly do: 'accept' }
  | { readonly do: 'giveUp'; readonly as: 'lost'; readonly stop: AttemptStop | null }
  | { readonly do: 'giveUp'; readonly as: 'unreadable' }
  | { readonly do: 'giveUp'; readonly as: 'refused' }
  | { readonly do: 'giveUp'; readonly as: 'stopped'; readonly code: AttemptStop };

/** `otherwise`: the end of the call if it is not repeated. `mayBeDone`: the service may have done what was asked. */
export type Decision =
  | Final
  | {
      readonly do: 'retry';
      readonly delayMs: number;
      readonly why: string;
      readonly mayBeDone: boolean;
      readonly otherwise: Final;
    };

interface Verdict {
  readonly final: Final;
  readonly again: boolean;
}

/** Decides what follows an attempt. Every call ends: after 5 attempts, or 4 from the first lost one if that is later. */
export function decideRetry(end: AttemptEnd): Decision {
  const { final, again } = judge(end);
  const mayBeDone = 'as' in final && (final.as === 'lost' || final.as === 'unreadable');
  const lostBefore = (end.firstLost ?? null) !== null;
  const otherwise = lostBefore ? stillLost(end, final) : final;
  if (!again || end.attempt >= attemptLimit(end, mayBeDone)) return otherwise;
  return { do: 'retry', delayMs: delayOf(end), why: reasonOf(end), mayBeDone: mayBeDone || lostBefore, otherwise };
}

function judge(end: AttemptEnd): Verdict {
  if (end.phase === 'answered') return judgeAnswer(end, end.status ?? 0);
  const stays = codeThatStays(end.error ?? '');
  if (stays !== null) return stop(stays);
  return end.phase === 'notSent' ? { ...stop('unreachable'), again: true } : lostConnection(end);
}

/** The body decides, whatever the status; only a refused token is never an answer to the request. */
function judgeAnswer(end: AttemptEnd, status: number): Verdict {
  if (status === 401) return stop('token');
  if (status === 404 && end.elsewhere) return stop('address');
  if (end.readable) return { final: { do: 'accept' }, again: isForNow(end) };
  if (status === 403) return stop('token');
  if (status === 404 || status === 405) return stop('address');
  if (status === 407) return stop('proxy');
  if (status >= 300 && status < 400) return stop('redirect');
  if (status === 429) return { ...stop('unreachable'), again: true };
  const isRefused = status >= 400 && status < 500 && !statusesForNow.has(status);
  if (isRefused) return { final: { do: 'giveUp', as: 'refused' }, again: false };
  if (end.method === 'POST' || end.error !== undefined) return lostConnection(end);
  return { final: { do: 'giveUp', as: 'unreadable' }, again: [502, 503, 504].includes(status) };
}

/** The service does not do it now, says that it has not, and when to come again. */
function isForNow(end: AttemptEnd): boolean {
  if (end.recordLocked === true) return true;
  return end.refused === true && typeof end.retryAfter === 'string' && statusesForNow.has(end.status ?? 0);
}

/** An update can be repeated without harm; a create only if its lock keeps a second one out. */
function lostConnection(end: AttemptEnd): Verdict {
  if (end.method === 'PATCH') return { final: { do: 'giveUp', as: 'unreadable' }, again: true };
  return { final: { do: 'giveUp', as: 'lost', stop: null }, again: end.lock === '*YES' };
}

function stop(code: AttemptStop): Verdict {
  return { final: { do: 'giveUp', as: 'stopped', code }, again: false };
}

/** Once a call may have been done, only an answer about it can tell; whatever else ends the call leaves it lost. */
function stillLost(end: AttemptEnd, final: Final): Final {
  if ('code' in final) return { do: 'giveUp', as: 'lost', stop: final.code };
  const saysNothing = final.do === 'accept' ? isForNow(end) && !end.recordLocked : final.as === 'refused';
  if (!saysNothing) return final;
  return end.method === 'POST' ? { do: 'giveUp', as: 'lost', stop: null } : { do: 'giveUp', as: 'unreadable' };
}

function attemptLimit(end: AttemptEnd, mayBeDone: boolean): number {
  if (end.method !== 'POST') return mostAttempts;
  const lost = end.firstLost ?? (mayBeDone ? end.attempt : null);
  return lost === null ? mostAttempts : Math.max(mostAttempts, lost + attemptsToSettle - 1);
}

function delayOf(end: AttemptEnd): number {
  const asked = retryAfterMs(end.retryAfter ?? null, end.now) ?? 0;
  const least = end.recordLocked ? recordLockedMs : 0;
  return Math.max(asked, least, backoffMs(end.attempt, end.random()));
}

function reasonOf(end: AttemptEnd): string {
  if (end.recordLocked) return 'the request record is locked by another job';
  if (end.phase === 'answered') return end.error === undefined ? `HTTP ${end.status}` : `answer cut: ${end.error}`;
  return `${end.phase === 'notSent' ? 'not sent' : 'no answer'}: ${end.error ?? 'unknown'}`;
}
