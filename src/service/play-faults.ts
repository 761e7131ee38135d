import { STATUS_CODES } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { messages } from '../interface/replies.ts';
import { type Answer, jsonAnswer } from './answer.ts';
import type { Fault, Faults } from './faults.ts';
import { ServiceRefusal } from './refusal.ts';
import type { CallInSight, FaultEnding, Interfere, Moment } from './server.ts';

/**
 * Returns a hook for one service that counts its calls and plays the faults that are due. At each moment of a call it plays, in order,
 * those of that moment, each at most `times` in all, and returns the ending of the first that ends the call; null: the call goes on.
 */
export function interfereFrom(faults: Faults): Interfere {
  // With how many calls each has met, and how often it was played.
  const entries = faults.map((fault) => ({ fault, met: 0, played: 0 }));
  const due = new WeakMap<CallInSight, typeof entries>();
  let calls = 0;
  return async (moment, method, call) => {
    if (moment === 'before-work') {
      calls += 1;
      const objn = call.objn?.toUpperCase();
      const isMeant = (fault: Fault) =>
        (fault.method ?? method) === method && (fault.objn?.toUpperCase() ?? objn) === objn;
      const meant = entries.filter(({ fault }) => isMeant(fault));
      for (const entry of meant) entry.met += 1;
      const dueNow = meant.filter(({ fault, met }) => isDue(fault, calls, met));
      due.set(call, dueNow);
    }
    for (const entry of due.get(call) ?? []) {
      const { fault } = entry;
      if (momentOf(fault) !== moment || entry.played >= (fault.times ?? Number.POSITIVE_INFINITY)) continue;
      entry.played += 1;
      // A wait must not keep a service alive that should stop.
      if (fault.delay !== undefined) await sleep(fault.delay, undefined, { ref: false });
      const ending = endingOf(fault, call.answer ?? createdAnswer);
      if (ending !== null) return ending;
    }
    return null;
  };
}

/**
 * True if a fault is due for a call: the `call`-th of all, the `nth` that it is meant for, or every `every`-th of those, the first being
 * number `from`. @param calls the call's number among all, from 1 @param met among those that the fault is meant for
 */
function isDue({ call, nth, from, every = 1 }: Fault, calls: number, met: number): boolean {
  if (call !== undefined) return call === calls;
  if (nth !== undefined) return nth === met;
  const first = from ?? every;
  return met >= first && (met - first) % every === 0;
}

/** Returns when to play a fault: as `when` or `cut` says; else before the answer if it only changes that, else before the work. */
function momentOf({ when, cut, refuse, status, body, sev }: Fault): Moment {
  const changesAnswer = refuse === undefined && status === undefined && (body !== undefined || sev !== undefined);
  return (when ?? cut ?? (changesAnswer ? 'after' : 'before')) === 'before' ? 'before-work' : 'before-answer';
}

/** Returns how a fault ends the call; null: it only delays it. @param answer the service's, which `body`, `sev` and `midBody` change */
function endingOf(fault: Fault, answer: Answer): FaultEnding | null {
  const { status, body, sev, refuse, cut } = fault;
  if (cut === 'midBody') return { ...answer, cutAfter: Math.floor(Buffer.byteLength(answer.body) / 2) };
  if (cut !== undefined) return 'cut';
  if (refuse !== undefined) return new ServiceRefusal(refuse, fault.existingObjectId ?? null);
  if (sev !== undefined) {
    const fields = JSON.parse(answer.body);
    return { ...answer, body: JSON.stringify({ ...fields, rtn: { ...fields.rtn, sev } }) };
  }
  const headers = fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) };
  const error = STATUS_CODES[status ?? 0] ?? 'Unknown Error';
  const own = status === undefined ? answer : jsonAnswer(status, { error }, headers);
  if (body !== undefined) return { ...own, ...damages[body](own) };
  return status === undefined ? null : own;
}

/** The answer that is changed where the work was not done. */
const createdAnswer = jsonAnswer(200, { rtn: { sev: '10', msg: messages.created }, request: {} });

const htmlPage =
  '<!DOCTYPE html>\n<html><head><title>Maintenance</title></head><body><h1>We will be back soon</h1></body></html>\n';
const htmlType = { 'content-type': 'text/html; charset=utf-8' };

/** Returns what a fault's `body` changes in an answer of the service, whose body is always a JSON object. */
const damages: Readonly<Record<NonNullable<Fault['body']>, (answer: Answer) => Partial<Answer>>> = {
  malformed: ({ body }) => ({ body: body.replace(':', '=') }),
  truncated: ({ body }) => ({ body: body.slice(0, body.length / 2) }),
  empty: () => ({ body: '' }),
  html: ({ headers }) => ({ headers: { ...headers, ...htmlType }, body: htmlPage }),
  noRtn: ({ body }) => ({ body: JSON.stringify({ ...JSON.parse(body), rtn: undefined }) }),
};
