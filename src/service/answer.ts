/** What goes back to the caller (interface §2.7, §4, §9). */
import type { Variant } from './payload.ts';
import type { StoredRequest } from './records.ts';
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

/** What the interface leaves open about answers. */
export interface AnswerStyle {
  /** HTTP status of sev 30. */
  readonly refusalStatus: 200 | 422;
  /** Numbers in answers as strings. */
  readonly quotedNumbers: boolean;
  readonly variant: Variant;
}

type AnswerValues = Readonly<Record<string, string | number>>;

/** The outcome of a call, not yet as HTTP; `request` only with sev 10 and 20. */
export interface CallOutcome {
  readonly sev: 10 | 20 | 30;
  readonly msg: string;
  readonly objectId: number | null;
  readonly existingObjectId: number | null;
  readonly request: AnswerValues | null;
  /** Set for a body that is no call at all. */
  readonly badStatus: 400 | 413 | 415 | null;
}

/** Returns the outcome of a call that was carried out; warnings make it sev 20 and follow the message. */
export function doneOutcome(
  msg: string,
  request: AnswerValues & { readonly objectId: number },
  warnings: readonly string[],
): CallOutcome {
  const sev = warnings.length > 0 ? 20 : 10;
  const { objectId } = request;
  return { sev, msg: [msg, ...warnings].join('; '), objectId, existingObjectId: null, request, badStatus: null };
}

/** Returns the outcome of a refused call. @throws the error itself, unless it is a ServiceRefusal or a BadCall */
export function refusedOutcome(error: unknown, objectId: number | null = null): CallOutcome {
  const outcome = { sev: 30, objectId, existingObjectId: null, request: null, badStatus: null } as const;
  if (error instanceof ServiceRefusal)
    return { ...outcome, msg: error.message, existingObjectId: error.existingObjectId };
  if (error instanceof BadCall) return { ...outcome, msg: error.message, badStatus: error.status };
  throw error;
}

export function toAnswer(outcome: CallOutcome, style: AnswerStyle): Answer {
  const { sev, msg, existingObjectId, request, badStatus } = outcome;
  const styled = (values: AnswerValues) => (style.quotedNumbers ? quoteNumbers(values) : values);
  const rtn = styled({ sev: String(sev), msg, ...(existingObjectId === null ? {} : { existingObjectId }) });
  const body = request === null || style.variant === 'earlier' ? { rtn } : { rtn, request: styled(request) };
  return jsonAnswer(badStatus ?? (sev === 30 ? style.refusalStatus : 200), body);
}

function quoteNumbers(values: AnswerValues): AnswerValues {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

export function jsonAnswer(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  };
}

/** Returns a refusal with an HTTP status such as 401 or 404; it has `rtn` too (interface §2.7). */
export function refusalAnswer(status: number, msg: string, headers: Record<string, string> = {}): Answer {
  return jsonAnswer(status, { rtn: { sev: '30', msg } }, headers);
}

/** Returns the values of these fields, for `request` of an answer. */
export function valuesOf<Name extends keyof StoredRequest>(
  fields: Readonly<Record<Name, string>>,
  request: StoredRequest,
) {
  const names = Object.keys(fields) as Name[];
  return Object.fromEntries(names.map((name) => [name, request[name]])) as Pick<StoredRequest, Name>;
}
