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
  readonly quotedNumbers: boolean;
  /** The published variant to play (interface §9). */
  readonly variant: Variant;
}

type AnswerValues = Readonly<Record<string, string | number>>;

export type DoneCall = ReturnType<typeof buildDoneCall>;

/** Returns a done call with values of `request` that `fields` has as keys. @param says message, then warnings (if any: sev 20, else 10) */
export function buildDoneCall(says: readonly string[], fields: AnsweredFields, request: StoredRequest) {
  const names = Object.keys(fields) as (keyof StoredRequest)[];
  const answered = Object.fromEntries(names.map((name) => [name, request[name]]));
  return { sev: says.length > 1 ? 20 : 10, msg: says.join('; '), objectId: request.objectId, request: answered };
}

/**
 * Formats what came of a call as an HTTP answer in JSON, in the earlier variant without `request`; `sev` is always text, other numbers as
 * the style says. The status is 200; of a refusal (sev 30) `style.refusalStatus`, but of a BadCall its own. `existingObjectId` is left out
 * if the refusal names none.
 */
export function toAnswer(outcome: DoneCall | ServiceRefusal, style: AnswerStyle): Answer {
  const quoted = (values: AnswerValues) => Object.entries(values).map(([name, value]) => [name, String(value)]);
  const styled = (values: AnswerValues) => (style.quotedNumbers ? Object.fromEntries(quoted(values)) : values);
  if (outcome instanceof ServiceRefusal) {
    const { message: msg, existingObjectId } = outcome;
    const rtn = styled({ sev: '30', msg, ...(existingObjectId === null ? {} : { existingObjectId }) });
    return buildJsonAnswer(outcome instanceof BadCall ? outcome.status : style.refusalStatus, { rtn });
  }
  const rtn = { sev: String(outcome.sev), msg: outcome.msg };
  return buildJsonAnswer(200, style.variant === 'later' ? { rtn, request: styled(outcome.request) } : { rtn });
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
