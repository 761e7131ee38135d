/** As many of the lines as the bytes allow, and what `rest` says of those that do not fit. */
export function within(most: number, lines: readonly string[], rest: (left: number) => string[]): string[] {
  return rowsWithin(most, lines, (line) => line, rest, lines.length);
}

/** Nobody reads more rows of a table that cannot be searched. */
const mostRows = 1_000;

/** The same for the rows of a table, each made of an entry, and no more of them than somebody reads. */
export function rowsWithin<T>(
  most: number,
  entries: readonly T[],
  rowOf: (entry: T) => string,
  rest: (left: number) => string[],
  mostLines = mostRows,
): string[] {
  const lines: string[] = [];
  let bytes = 0;
  for (const entry of entries.slice(0, mostLines)) {
    const line = rowOf(entry);
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > most) break;
    lines.push(line);
  }
  const left = entries.length - lines.length;
  return left === 0 ? lines : [...lines, ...rest(left)];
}
