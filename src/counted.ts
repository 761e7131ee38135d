/** Numbers, times and lists in sentences. */

/** Returns `1 file`, `2 files`. @param many the plural, if it is not `what` with an s */
export function counted(count: number, what: string, many = `${what}s`): string {
  return `${count} ${count === 1 ? what : many}`;
}

/** Returns `1 file has`, `2 files have`. */
export function countedHave(count: number, what: string): string {
  return `${counted(count, what)} ${count === 1 ? 'has' : 'have'}`;
}

/** Lists the first names, and counts the others: `a, b, c and 2 more`. @param all number of names, if not all are given */
export function some(names: readonly string[], most = 3, all = names.length): string {
  const remaining = all - most;
  return `${names.slice(0, most).join(', ')}${remaining > 0 ? ` and ${remaining} more` : ''}`;
}

/** Formats an ISO time for people, `2026-11-20 10:00 UTC`; null (not known): empty. */
export function timeText(at: string | null): string {
  return at === null ? '' : `${at.slice(0, 16).replace('T', ' ')} UTC`;
}
