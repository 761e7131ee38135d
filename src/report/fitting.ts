/**
 * Returns the first lines, as many as fit into `most` bytes of UTF-8 with their line ends; if some are left, adds what
 * `rest` says of their number, beyond `most`.
 * @param all number of all lines, if `lines` has not all
 */
export function within(
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
