import { Problem } from '../errors.ts';
import { parseReply, parseRequestNumber, type Reply } from '../interface/replies.ts';
import type { SafeText } from '../secrets.ts';
import { nameProxyVariable } from './address.ts';
import { toSnippet } from './answer-text.ts';
import type { Body } from './multipart.ts';
import type { AttemptStop, CallResult } from './results.ts';
import { buildNotDone, buildReplyResult, cancelledCall, triedAgain } from './results.ts';
import { type Attempt, decideRetry, type Final, type Retry } from './retry.ts';
import type { AttemptEnding, HttpAnswer, Transport } from './transport.ts';

export interface CallTerms {
  /** Waits; an abort ends the wait early, without an error. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly random: () => number;
  /** An abort starts no further attempt and ends waits; attempts under way end within a few seconds. */
  readonly signal: AbortSignal | undefined;
  /** Gets one line per repeated attempt, and one if the service has no updates; printable, without the token. */
  readonly log: (line: string) => void;
  /** True: no call is repeated, even if its outcome is unknown. */
  readonly once: boolean;
  /** Called before each attempt: returns why nothing more may be sent; null to go on. */
  readonly findStop: () => Promise<Problem | null>;
}

/** The parts that all calls of a client share; `seen` is what earlier answers have shown of the service. */
export interface CallSetting extends CallTerms {
  readonly transport: Transport;
  readonly url: string;
  readonly safe: SafeText;
  readonly seen: { noUpdates: boolean };
}

/** One call; `label` names it in the log. */
interface Call extends Pick<Attempt, 'method' | 'isHarmless'> {
  readonly body: Body;
  readonly label: string;
  readonly objectId?: number;
}

/**
 * Makes a call, and returns how it ended. Repeats it (not with `once`) while decideRetry says so, after a wait and with a line in the log.
 * If findStop names a stop, no attempt follows: the call is `stopped`, or `lost` if an earlier attempt was lost. Likewise if the run is
 * cancelled, but a reply that came last counts. Rejects for bugs alone, not for a failure of network or service.
 */
export async function makeCall(setting: CallSetting, call: Call): Promise<CallResult> {
  if (setting.signal?.aborted) return cancelledCall;
  let firstLost: number | null = null;
  for (let number = 1; ; number += 1) {
    const stop = await setting.findStop();
    const more = { stop, attempts: number - 1, mayBeDone: firstLost !== null };
    if (stop !== null) return buildNotDone(more.mayBeDone ? 'lost' : 'stopped', stop.message, stop.remedy, more);
    const ending = await setting.transport.send(call.method, call.body);
    const attempt = { ...call, number, firstLost, ending, ...readEnding(setting, call, ending) };
    const decision = decideRetry(attempt, Date.now(), setting.random());
    if (decision.do !== 'retry') return toCallResult(setting, attempt, decision);
    if (setting.once) return toCallResult(setting, attempt, decision.otherwise);
    if (decision.mayBeDone) firstLost ??= number;
    if (!setting.signal?.aborted) {
      const seconds = (decision.delayMs / 1000).toFixed(1);
      setting.log(setting.safe(`${call.label}: ${decision.why}; trying again in ${seconds} s (attempt ${number + 1})`));
      await setting.sleep(decision.delayMs, setting.signal);
    }
    if (setting.signal?.aborted) return endCancelledCall(setting, attempt, decision);
  }
}

/** Returns the result of a call cancelled before a retry: as `otherwise` says if it may be done or a reply came last, else `stopped`. */
function endCancelledCall(setting: CallSetting, attempt: Attempt, { mayBeDone, otherwise }: Retry): CallResult {
  if (!mayBeDone && otherwise.do !== 'accept') return cancelledCall;
  const result = toCallResult(setting, attempt, otherwise);
  return result.kind === 'lost' ? { ...result, why: `the run was cancelled: ${result.why}` } : result;
}

/**
 * Returns the reply, or null and why the answer has none ('' if no answer came). For an update whose 405 allows POST but not PATCH returns
 * refusedUpdate, sets `seen.noUpdates`, and logs that once.
 */
function readEnding(setting: CallSetting, call: Call, ending: AttemptEnding): Pick<Attempt, 'reply' | 'unreadable'> {
  if (ending.phase !== 'answered') return { reply: null, unreadable: '' };
  const methods = (ending.allow ?? '').toUpperCase().split(/\s*,\s*/);
  // Any other 405 may come from a proxy, and stops the run (design §7).
  const hasNoUpdates = ending.status === 405 && methods.includes('POST') && !methods.includes('PATCH');
  const isRefused = call.method === 'PATCH' && hasNoUpdates;
  if (isRefused && !setting.seen.noUpdates) setting.log(`${refusedUpdate.msg}.`);
  setting.seen.noUpdates ||= isRefused;
  const read = isRefused ? refusedUpdate : readBody(call, ending);
  return typeof read === 'string' ? { reply: null, unreadable: read } : { reply: read, unreadable: '' };
}

/** Returns the reply in an answer; or as a clause, unmasked, why there is none: cut, too long, unreadable, or about another request. */
function readBody({ objectId }: Call, { cut, tooLong, text }: HttpAnswer): Reply | string {
  if (cut !== null) return `the answer was cut: ${cut.why}`;
  if (tooLong) return 'the answer is longer than 8 MiB';
  const reply = parseReply(text);
  const answered = typeof reply === 'string' ? null : parseRequestNumber(reply.request?.objectId);
  if (objectId === undefined || answered === null || answered === objectId) return reply;
  return `it is about request ${answered}, and not about ${objectId}`;
}

/** Makes the result of a call. What the other side says in words is made safe and short; the fields of its reply stay as they came. */
function toCallResult({ url, safe }: CallSetting, attempt: Attempt, final: Final): CallResult {
  const { ending, reply, unreadable, firstLost, number: attempts } = attempt;
  const answer = ending.phase === 'answered' ? ending : null;
  const status = answer?.status ?? null;
  const more = { status, attempts, mayBeDone: firstLost !== null };
  if (final.do === 'accept') {
    const msg = safe(final.reply.msg, 1_000);
    const hasReason = final.reply.sev !== 30 || msg !== '';
    const said = hasReason ? msg : 'the service refused it (sev 30) without a message';
    return buildReplyResult({ ...final.reply, msg: said }, more);
  }
  const snippet = toSnippet(reply?.msg ?? answer?.text ?? '', safe);
  const says = snippet && ` It says: ${snippet}`;
  if (final.do === 'refused') {
    const why = `The call was refused with HTTP ${status}, without an answer of this interface.${says}`;
    return buildNotDone('refused', why, status === 413 ? tooLarge : askAdministrator, more);
  }
  const failure = ending.phase === 'answered' ? '' : safe(ending.why);
  const to = answer?.location ? `, to ${safe(answer.location)}` : '';
  const facts = { url, status, failure, says: snippet && `; it says: ${snippet}`, to };
  const stop = final.stop && new Problem(final.stop, ...wordsByStop[final.stop](facts));
  if (final.do === 'stopped')
    return buildNotDone('stopped', stop?.message ?? '', stop?.remedy ?? '', { ...more, stop });
  const cannotRead = `The answer (HTTP ${status}) cannot be read: ${safe(unreadable)}.`;
  const isForNow = `An attempt got no answer, and a later one was refused for now (HTTP ${status}).`;
  const why = answer === null ? `No answer came: ${failure}.` : reply === null ? cannotRead : isForNow;
  return buildNotDone('lost', `${why}${says}`, triedAgain, { ...more, stop, mayBeDone: true });
}

const askAdministrator = 'Ask the administrator of the service, or of the gateway before it, why it refuses this call.';
const tooLarge = 'The file is too large for the service, or for the gateway before it: have that limit raised.';

/** A service without PATCH refuses an update, in our words; the run goes on, since creates still work. */
const refusedUpdate: Reply = {
  sev: 30,
  code: 'noUpdates',
  msg: 'This service cannot update a request: it is of the earlier variant of the interface, which has no PATCH',
  existingObjectId: null,
  request: null,
};

/** The last attempt, safe to show: `status`, or null and why it failed; clauses with what the answer says, and where it redirects to. */
type StopFacts = { url: string; status: number | null; failure: string; says: string; to: string };

/** For a service that the run does without from here on: what happened, and the remedy. */
const wordsByStop: Readonly<Record<AttemptStop, (facts: StopFacts) => [why: string, remedy: string]>> = {
  token: ({ status, url, says }) =>
    status === 401
      ? [
          'The service does not accept the token (HTTP 401).',
          'The token may be mistyped or expired. Give a valid one in FILE_CHECKOUTS_TOKEN or with `--token-file`.',
        ]
      : [
          `The call to ${url} is forbidden (HTTP 403)${says}.`,
          'Check that the owner of the token may use this interface, and that no proxy or firewall on the way refuses the call.',
        ],
  address: ({ status, url, failure, says }) =>
    status === null
      ? [
          `${url} does not speak https: ${failure}.`,
          'Check the port in `--url`, and whether the service is reached by http there.',
        ]
      : [
          `No object-request service answers at ${url} (HTTP ${status})${says}.`,
          'Check `--url`: it is the base address, to which /object-request is added. A service of the earlier variant has no PATCH.',
        ],
  proxy: ({ status, url, failure }) => [
    `The proxy does not let the call through: ${failure || `HTTP ${status}`}.`,
    `If the proxy requires a login, put user and password into ${nameProxyVariable(url)}. If it refuses the host, have the host allowed. If the service can be reached directly, add its host to no_proxy.`,
  ],
  unreachable: ({ status, url, failure, says }) =>
    status === null
      ? [
          `The service at ${url} cannot be reached: ${failure}.`,
          `Check host and port in \`--url\`, that the service is up, and that this machine can reach it (name server, firewall, ${nameProxyVariable(url)}).`,
        ]
      : [
          `The service accepts no calls at the moment (HTTP ${status})${says}.`,
          'Run again later, or with a lower `--concurrency`.',
        ],
  certificate: ({ url, failure }) => [
    `The certificate of ${url} is not trusted: ${failure}.`,
    'If your own authority issued it, give the certificate of that authority with `--ca-file`. Otherwise have the certificate renewed, or correct the host name in `--url`.',
  ],
  redirect: ({ status, url, to }) => [
    `${url} redirects elsewhere (HTTP ${status})${to}.`,
    'Redirects are not followed, because the token would be sent along. Give the final address in `--url`; if a gateway redirects to its login, have it let these calls through.',
  ],
};
