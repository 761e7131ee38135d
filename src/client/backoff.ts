const baseMs = 500;
const capMs = 30_000;
/** The longest wait a service can ask for: a run must end within the time that CI allows. */
const retryAfterCapMs = 120_000;

/**
 * Exponential backoff with full jitter, in milliseconds: anything from 0 to 0.5 s, 1 s, 2 s, ... at most 30 s.
 * @param attempt the one that just failed, from 1 @param random from 0 to 1
 */
export function backoffMs(attempt: number, random: number): number {
  return Math.round(random * Math.min(capMs, baseMs * 2 ** (attempt - 1)));
}

/**
 * What a `Retry-After` header asks for, seconds or an HTTP date: milliseconds from now, 0 for the past, at most 120 s;
 * null when there is no header or it cannot be read. @param now milliseconds
 */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null;
  const value = header.trim();
  if (/^\d{1,15}$/.test(value)) return Math.min(Number(value) * 1000, retryAfterCapMs);
  const date = value.endsWith(' GMT') ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? null : Math.min(Math.max(date - now, 0), retryAfterCapMs);
}
