/** Answers to a caller (interface §2.7, §4, §9). */
import type { Variant } from './payload.ts';
import type { AnsweredFields, StoredRequest } from './records.ts';
import { BadCall, ServiceRefusal } from './refusal.ts';

/** An HTTP answer: `body` is text as it is sent. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Sent instead of `body`. */
  readonly bytes?: Uint8Array;
  /** Bytes of the body after which the connection is cut; only faults do that. */
  readonly cutAfter?: number;
}

/** How answers are sent, where the interface leaves it open. */
export interface AnswerStyle {
  /** HTTP status of sev 30. */
  readonly refusalStatus: 200 | 422;
  /** Numbers in answers as strings. */
  readonly quotedNumbers: boolean;
  /** The published variant to play (interface §9). */
  readonly variant: Variant;
}

type AnswerValues = Readonly<Record<string, string | number>>;

/** The outcome of a call, not yet as HTTP: with sev 10 and 20 `request`, with sev 30 the `refusal`. */
export interface CallOutcome {
  readonly sev: 10 | 20 | 30;
  readonly msg: string;
  readonly objectId: number | null;
  readonly request?: AnswerValues;
  readonly refusal?: ServiceRefusal;
}

/**
 * Returns the outcome of a call that was carried out, with those values of `request` that `fields` names. @param says the message, and any
 * warnings after it: without one sev is 10, else 20; `msg` holds all of them, with `; ` between
 */
export function buildDoneOutcome(says: readonly string[], fields: AnsweredFields, request: StoredRequest): CallOutcome {
  const names = Object.keys(fields) as (keyof StoredRequest)[];
  const answered = Object.fromEntries(names.map((name) => [name, request[name]]));
  return { sev: says.length > 1 ? 20 : 10, msg: says.join('; '), objectId: request.objectId, request: answered };
}

/** Returns the outcome (sev 30) of a thrown ServiceRefusal; throws any other error again. @param objectId as the call names it */
export function toRefusedOutcome(error: unknown, objectId: number | null = null): CallOutcome {
  if (!(error instanceof ServiceRefusal)) throw error;
  return { sev: 30, msg: error.message, objectId, refusal: error };
}

/**
 * Formats an outcome as an HTTP answer in JSON, in the earlier variant without `request`; `sev` is always text. The status is 200; for a
 * refusal `style.refusalStatus`, but for a BadCall its own. `existingObjectId` is left out if the refusal names no request.
 */
export function toAnswer(outcome: CallOutcome, style: AnswerStyle): Answer {
  const { sev, msg, request, refusal } = outcome;
  const quoted = (values: AnswerValues) => Object.entries(values).map(([name, value]) => [name, String(value)]);
  const styled = (values: AnswerValues) => (style.quotedNumbers ? Object.fromEntries(quoted(values)) : values);
  const { existingObjectId = null } = refusal ?? {};
  const rtn = styled({ sev: String(sev), msg, ...(existingObjectId === null ? {} : { existingObjectId }) });
  const body = request && style.variant === 'later' ? { rtn, request: styled(request) } : { rtn };
  const refusalStatus = refusal instanceof BadCall ? refusal.status : style.refusalStatus;
  return buildJsonAnswer(refusal ? refusalStatus : 200, body);
}

/** Returns an answer with this value as its JSON body, and these headers beside (or in place of) its content type. */
export function buildJsonAnswer(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  const type = { 'content-type': 'application/json; charset=utf-8' };
  return { status, headers: { ...type, ...headers }, body: JSON.stringify(body) };
}

/** Returns a refusal under an HTTP status such as 401 or 404, with sev 30 and the message in `rtn` (interface §2.7). */
export function buildRefusalAnswer(status: number, msg: string, headers: Record<string, string> = {}): Answer {
  return buildJsonAnswer(status, { rtn: { sev: '30', msg } }, headers);
}
