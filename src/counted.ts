/** Numbers, times and lists in sentences. */

/** Returns `1 file`, `2 files`. @param noun the singular. @param many the plural, if it is not the singular with an s */
export function formatCount(count: number, noun: string, many = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : many}`;
}

/** Returns `1 file has`, `2 files have`. */
export function formatCountHave(count: number, noun: string): string {
  return `${formatCount(count, noun)} ${count === 1 ? 'has' : 'have'}`;
}

/** Lists the first `most` names and counts the others: `a, b, c and 2 more`. @param all number of all, if `names` has only the first */
export function formatNames(names: readonly string[], most = 3, all = names.length): string {
  const shown = names.slice(0, most);
  const remaining = all - shown.length;
  return `${shown.join(', ')}${remaining > 0 ? ` and ${remaining} more` : ''}`;
}

/** Cuts an ISO time, which must be in UTC, to the minute: `2026-11-20 10:00 UTC`; '' for null. */
export function formatTime(at: string | null): string {
  return at === null ? '' : `${at.slice(0, 16).replace('T', ' ')} UTC`;
}

/** Joins texts with `between`, leaving out those that are empty, null or undefined. */
export function joinTexts(texts: readonly (string | null | undefined)[], between = ' '): string {
  return texts.filter((text) => text).join(between);
}

/** Returns the first `most` lines; if there are more, adds what `rest` makes of the number of the others. */
export function limitLines(lines: readonly string[], most: number, rest: (left: number) => string): string[] {
  return lines.length > most ? [...lines.slice(0, most), rest(lines.length - most)] : [...lines];
}

/** Returns the first lines that fit into `most` bytes with line ends; if some of `all` are left, also `rest` of their number, uncounted. */
export function limitLinesByBytes(
  most: number,
  lines: readonly string[],
  rest: (left: number) => string[],
  all = lines.length,
): string[] {
  let bytes = 0;
  const end = lines.findIndex((line) => {
    bytes += Buffer.byteLength(line) + 1;
    return bytes > most;
  });
  const shown = lines.slice(0, end === -1 ? lines.length : end);
  return shown.length === all ? shown : [...shown, ...rest(all - shown.length)];
}
