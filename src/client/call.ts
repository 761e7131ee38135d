import {
  isReply,
  messages,
  type Reply,
  readReply,
  readRequestNumber,
  saysLike,
  type Unreadable,
} from '../interface/replies.ts';
import type { SafeText } from '../secrets.ts';
import type { Body } from './multipart.ts';
import { hasNoUpdates, refusedUpdate } from './no-updates.ts';
import type { CallResult, Refused, Stop } from './results.ts';
import { type AttemptEnd, type Decision, decideRetry, type Final } from './retry.ts';
import { snippetOf } from './snippet.ts';
import { describeStop } from './stops.ts';
import type { Ending, HttpAnswer, Transport } from './transport.ts';

const noReason = 'the service refuses it (sev 30) and gives no reason: its rtn has no msg';
const messageLimit = 1_000;

/** What a run decides about its calls. */
export interface CallTerms {
  /** Waits; ends early, without an error, when the signal is given. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Present time, milliseconds. */
  readonly now: () => number;
  /** Given: start nothing new, no further attempts, waits cut short; attempts under way finish within a few seconds. */
  readonly signal: AbortSignal | undefined;
  /** Gets one line per repeated attempt, and one when the service has no updates; printable, and without the token. */
  readonly log: (line: string) => void;
  /** No call is repeated, whatever came of it. */
  readonly once: boolean;
  /** Asked before each attempt: why nothing may be sent any more; null: go on. */
  readonly mayGoOn: () => Promise<Stop | null>;
}

/** What all calls of a client share. */
export interface CallSetting extends CallTerms {
  readonly transport: Transport;
  readonly url: string;
  readonly safe: SafeText;
  /** What the service has shown of itself so far. */
  readonly seen: { noUpdates: boolean };
}

/** What is called. `label` names it in the log. */
export interface Call {
  readonly method: 'POST' | 'PATCH';
  readonly body: Body;
  readonly lock: '*YES' | '*NO';
  readonly label: string;
  readonly objectId?: number;
}

/** An attempt with its number and what its answer reads as (null: no status came). */
interface Attempt {
  readonly number: number;
  readonly firstLost: number | null;
  readonly ending: Ending;
  readonly read: Reply | Unreadable | null;
}

/**
 * Makes a call: attempts with the same bytes until `decideRetry` has enough. Does not reject for anything that the
 * network or the service does.
 */
export async function makeCall(setting: CallSetting, call: Call): Promise<CallResult> {
  if (setting.signal?.aborted) return { kind: 'cancelled' };
  let firstLost: number | null = null;
  for (let number = 1; ; number += 1) {
    const stop = await setting.mayGoOn();
    if (stop !== null) return notGoingOn(stop, number, firstLost);
    const ending = await setting.transport.send(call.method, call.body);
    const attempt: Attempt = { number, firstLost, ending, read: readEnding(setting, call, ending) };
    const decision = decideRetry(endOf(setting, call, attempt));
    if (decision.do !== 'retry') return resultOf(setting, attempt, decision);
    if (setting.once) return resultOf(setting, attempt, decision.otherwise);
    if (decision.mayBeDone) firstLost ??= number;
    if (!setting.signal?.aborted) {
      const seconds = (decision.delayMs / 1000).toFixed(1);
      setting.log(setting.safe(`${call.label}: ${decision.why}; attempt ${number + 1} in ${seconds} s`));
      await setting.sleep(decision.delayMs, setting.signal);
    }
    if (setting.signal?.aborted) return cancelledResult(setting, attempt, decision);
  }
}

/** What was sent before stays as uncertain as it is. */
function notGoingOn(stop: Stop, number: number, firstLost: number | null): CallResult {
  const attempts = number - 1;
  if (firstLost === null) return { kind: 'stopped', ...stop, attempts };
  return { kind: 'lost', why: stop.why, attempts, stop, cancelled: false };
}

/** A call that the service may have carried out, or has answered, is never passed off as one that was not made. */
function cancelledResult(setting: CallSetting, attempt: Attempt, decision: Decision & { do: 'retry' }): CallResult {
  const taken = decision.mayBeDone || decision.otherwise.do === 'accept';
  if (!taken) return { kind: 'cancelled' };
  const result = resultOf(setting, attempt, decision.otherwise);
  return result.kind === 'lost' ? { ...result, cancelled: true } : result;
}

function readEnding({ seen, log }: CallSetting, call: Call, ending: Ending): Reply | Unreadable | null {
  if (ending.phase !== 'answered') return null;
  const read = readBody(ending);
  if (call.method === 'POST' || !hasNoUpdates(ending)) return aboutAsked(call, read);
  if (!seen.noUpdates) log(`${refusedUpdate.msg}.`);
  seen.noUpdates = true;
  return refusedUpdate;
}

/** An answer about another request than the one asked for tells nothing about that. */
function aboutAsked({ objectId }: Call, read: Reply | Unreadable): Reply | Unreadable {
  const answered = isReply(read) ? readRequestNumber(read.request?.objectId) : null;
  if (objectId === undefined || answered === null || answered === objectId) return read;
  return { unreadable: `it is about request ${answered}, and not about ${objectId}` };
}

function readBody(ending: HttpAnswer): Reply | Unreadable {
  if (ending.cut !== null) return { unreadable: `the answer was cut: ${ending.cut.why}` };
  if (ending.tooLong) return { unreadable: 'the answer is longer than 8 MiB' };
  return readReply(ending.text);
}

function endOf(setting: CallSetting, { method, lock }: Call, attempt: Attempt): AttemptEnd {
  const { ending, read, number, firstLost } = attempt;
  const common = { method, lock, attempt: number, firstLost, now: setting.now(), random: setting.random };
  if (ending.phase !== 'answered') return { ...common, phase: ending.phase, error: ending.code };
  const reply = read !== null && isReply(read) ? read : null;
  const refused = reply?.sev === 30;
  return {
    ...common,
    phase: 'answered',
    status: ending.status,
    ...(ending.cut === null ? {} : { error: ending.cut.code }),
    readable: reply !== null,
    refused,
    elsewhere: isElsewhere(ending),
    // A create waits for no other job's record: the interface shows this message for updates only.
    recordLocked: method === 'PATCH' && refused && saysLike(reply, messages.recordLocked),
    retryAfter: ending.retryAfter,
  };
}

/** Our own service says at any other path where its resource is (RFC 8288). */
function isElsewhere({ link }: HttpAnswer): boolean {
  return /;\s*rel="?service"?\s*(?:[;,]|$)/i.test(link ?? '');
}

function resultOf(setting: CallSetting, attempt: Attempt, final: Final): CallResult {
  const { url, safe } = setting;
  const { ending, read, number: attempts } = attempt;
  if (final.do === 'accept') return answeredResult(setting, attempt);
  const answer = ending.phase === 'answered' ? ending : null;
  const status = answer?.status ?? null;
  const snippet = snippetOf(read !== null && isReply(read) ? read.msg : (answer?.text ?? ''), safe);
  const failure = ending.phase === 'answered' ? '' : safe(ending.why);
  const facts = { url, status, failure, snippet, location: answer?.location ? safe(answer.location) : null };
  if (final.as === 'stopped') return { kind: 'stopped', ...describeStop(final.code, facts), attempts };
  const why = whyNoReply(setting, attempt);
  if (final.as === 'unreadable') return { kind: 'unreadable', why, snippet, status, attempts };
  if (final.as === 'refused') return { kind: 'refused', ...refusal(status ?? 0, snippet), snippet, attempts };
  const stop = final.stop === null ? null : describeStop(final.stop, facts);
  return { kind: 'lost', why: quoting(why, snippet), attempts, stop, cancelled: false };
}

function refusal(status: number, snippet: string): Pick<Refused, 'why' | 'remedy' | 'status'> {
  const remedy =
    status === 413
      ? 'The file is too large for the service, or for the gateway before it: have that limit raised.'
      : 'Ask the administrator of the service, or of the gateway before it, why it refuses this call.';
  const why = quoting(`The call was refused with HTTP ${status}, without an answer of this interface.`, snippet);
  return { why, remedy, status };
}

function quoting(sentence: string, snippet: string): string {
  return snippet === '' ? sentence : `${sentence} It says: ${snippet}`;
}

function answeredResult(setting: CallSetting, { ending, read, firstLost, number }: Attempt): CallResult {
  if (ending.phase !== 'answered' || read === null || !isReply(read)) throw new Error('accepted without a reply');
  const msg = setting.safe(read.msg, messageLimit);
  const reply = { ...read, msg: read.sev === 30 && msg.trim() === '' ? noReason : msg };
  return { kind: 'answered', reply, status: ending.status, attempts: number, afterLost: firstLost !== null };
}

function whyNoReply(setting: CallSetting, { ending, read }: Attempt): string {
  if (ending.phase !== 'answered') return `No answer came: ${setting.safe(ending.why)}.`;
  const reason = read !== null && !isReply(read) ? read.unreadable : 'it is not of this interface';
  return `The answer (HTTP ${ending.status}) cannot be read: ${setting.safe(reason)}.`;
}
