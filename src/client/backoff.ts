const baseMs = 500;
const capMs = 30_000;
/** The longest wait that a service can ask for, since CI limits the time of a run. */
const retryAfterCapMs = 120_000;

/**
 * Returns exponential back-off with full jitter, in milliseconds: from 0 to 0.5 s, 1 s, 2 s, ... at most 30 s.
 * @param attempt the one that just failed, from 1 @param random from 0 to 1
 */
export function backoffMs(attempt: number, random: number): number {
  return Math.round(random * Math.min(capMs, baseMs * 2 ** (attempt - 1)));
}

/**
 * Reads a `Retry-After` header (seconds or an HTTP date) as milliseconds from now: 0 for the past, at most 120 s; null
 * without a readable header. @param now milliseconds
 */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null;
  const value = header.trim();
  if (/^\d{1,15}$/.test(value)) return Math.min(Number(value) * 1000, retryAfterCapMs);
  const date = value.endsWith(' GMT') ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? null : Math.min(Math.max(date - now, 0), retryAfterCapMs);
}
