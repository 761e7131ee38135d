/** Replies of the service (interface §2.7, §7). The body decides, under any HTTP status. */

/** A reply with a readable `rtn`. */
export interface Reply {
  /** 10 processed, 20 processed with warnings, 30 not processed. */
  readonly sev: 10 | 20 | 30;
  readonly msg: string;
  /** The request that holds the lock, if the service names one (sev 30 only). */
  readonly existingObjectId: number | null;
  /** The request record as it came; null for sev 30, and for the earlier variant, which answers `rtn` only. */
  readonly request: Readonly<Record<string, unknown>> | null;
  /** Set by the client for a service without updates (§9). */
  readonly code?: 'noUpdates';
}

/** Messages in the exact words of the interface (§7). */
export const messages = {
  attributeMissing: 'Attribute missing',
  objectTypeMissing: 'Object Type missing',
  targetLocked: 'Target Object already locked by another request',
  objectIdRequired: 'objectId is required',
  requestNotFound: 'Request not found',
  recordLocked: 'Request record is locked',
  notOpen: 'Request not in open or assigned status',
  notAuthorizedToUpdate: 'User not authorized to update Request',
  created: 'Request created',
  updated: 'Request updated',
} as const;

/** Reads a safe whole number, also a negative one, from a number, or a text: 1 to 15 digits, maybe white space around (§2.1); else null. */
export function parseInteger(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : null;
  if (typeof value !== 'string' || !/^\s*-?\d{1,15}\s*$/.test(value)) return null;
  return Number(value);
}

/** True if a value in an answer is the one that was sent: a number may come as a string, a text must be identical. */
export function isSameValue(stored: unknown, sent: string | number): boolean {
  return typeof sent === 'number' ? parseInteger(stored) === sent : stored === sent;
}

/** Reads a request number, a whole number above 0, as parseInteger does; null for anything else. */
export function parseRequestNumber(value: unknown): number | null {
  const number = parseInteger(value);
  return number !== null && number > 0 ? number : null;
}

/** True for an object that is neither null nor a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a body as a reply (`msg` is '' if it is no text). For a body that is none, returns a clause with the reason. Never throws. */
export function parseReply(body: string): Reply | string {
  let json: unknown;
  try {
    json = JSON.parse(body.replace(/^\uFEFF/, ''));
  } catch {
    return body.trim() === '' ? 'the body is empty' : 'the body is not JSON';
  }
  if (!isRecord(json) || !isRecord(json.rtn)) return 'the body has no rtn object';
  const sev = parseInteger(json.rtn.sev);
  if (sev !== 10 && sev !== 20 && sev !== 30) return `rtn.sev is ${JSON.stringify(json.rtn.sev)}`;
  return {
    sev,
    msg: typeof json.rtn.msg === 'string' ? json.rtn.msg : '',
    existingObjectId: sev === 30 ? parseRequestNumber(json.rtn.existingObjectId) : null,
    request: sev !== 30 && isRecord(json.request) ? json.request : null,
  };
}

/** True if the message of a reply begins with this text; neither case nor the number of blanks between words counts. */
export function hasMessage(reply: Reply, message: string): boolean {
  return reply.msg.trim().replace(/\s+/g, ' ').toLowerCase().startsWith(message.toLowerCase());
}

/** True for a refusal (sev 30) that names the request with the lock, or else says `already locked` without the word `record` (§4.1, §7). */
export function isLockRefusal({ sev, msg, existingObjectId }: Reply): boolean {
  if (sev !== 30) return false;
  return existingObjectId !== null || (/\balready[\s-]+locked\b/i.test(msg) && !/\brecord\b/i.test(msg));
}
