/** As many of the lines as the bytes allow, and what `rest` says of those that do not fit. */
export function within(most: number, lines: readonly string[], rest: (left: number) => string[]): string[] {
  let bytes = 0;
  const fits = lines.findIndex((line) => {
    bytes += Buffer.byteLength(line) + 1;
    return bytes > most;
  });
  return fits < 0 ? [...lines] : [...lines.slice(0, fits), ...rest(lines.length - fits)];
}
