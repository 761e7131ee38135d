/** Errors for calls that are not carried out, and values as messages quote them. */
import { shorten } from '../near.ts';

/** A call that is refused with sev 30 (interface §7): thrown by rules, turned into `rtn` by toAnswer. */
export class ServiceRefusal extends Error {
  readonly existingObjectId: number | null;

  /** @param existingObjectId the request that holds the lock, if that is why (§2.7) */
  constructor(msg: string, existingObjectId: number | null = null) {
    super(msg);
    this.existingObjectId = existingObjectId;
  }
}

/** A refusal of a call whose body cannot be read: answered with this HTTP status, and `rtn` with sev 30. */
export class BadCall extends ServiceRefusal {
  readonly status: 400 | 413 | 415;

  constructor(status: 400 | 413 | 415, msg: string) {
    super(msg);
    this.status = status;
  }
}

/** Formats a value for a message: 60 characters at most (`...` if cut), `?` for control and invisible ones; or `a list`, `an object`. */
export function formatValue(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return shorten(String(value).replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '?'));
}
