/** As many of the lines as the bytes allow, and what `rest` says of those that do not fit. */
export function within(most: number, lines: readonly string[], rest: (left: number) => string[]): string[] {
  return linesWithin(most, lines, (line) => line, rest);
}

/** The same for lines that are made of entries: of those that do not fit, none is made. */
export function linesWithin<T>(
  most: number,
  entries: readonly T[],
  lineOf: (entry: T) => string,
  rest: (left: number) => string[],
): string[] {
  const lines: string[] = [];
  let bytes = 0;
  for (const entry of entries) {
    const line = lineOf(entry);
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > most) return [...lines, ...rest(entries.length - lines.length)];
    lines.push(line);
  }
  return lines;
}
