/** Numbers, times and lists in sentences. */

/** `1 file`, `2 files`. @param many the plural, where it is not made with an s. */
export function counted(count: number, what: string, many = `${what}s`): string {
  return `${count} ${count === 1 ? what : many}`;
}

/** `1 file has`, `2 files have`. */
export function countedHave(count: number, what: string): string {
  return `${counted(count, what)} ${count === 1 ? 'has' : 'have'}`;
}

/** The first of some names, and how many more there are; `all`: how many in all, where not all names are given. */
export function some(names: readonly string[], most = 3, all = names.length): string {
  const rest = all - most;
  return `${names.slice(0, most).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** An ISO time as people read it, `2026-11-20 10:00 UTC`; empty: not known. */
export function timeText(at: string | null): string {
  return at === null ? '' : `${at.slice(0, 16).replace('T', ' ')} UTC`;
}
