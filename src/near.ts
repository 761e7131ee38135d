/** Words in messages: "did you mean", short quotes, and words of a command line. */

/** Returns how many letters at least have to be added, dropped, replaced or swapped with a neighbour to make one word of the other. */
function countEdits(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= to.length; column++) {
      const replaced = at(row - 1, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const swapped = isSwapped ? at(row - 2, column - 2) + 1 : replaced;
      current.push(Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, replaced, swapped));
    }
  }
  return at(from.length, to.length);
}

/** Finds the nearest word, the first of several; null if none is within two letters (one if `word` has at most three). Ignores case. */
export function findNearestWord(word: string, words: readonly string[]): string | null {
  const most = word.length <= 3 ? 1 : 2;
  const alike = words.filter((candidate) => Math.abs(candidate.length - word.length) <= most);
  const measured = alike.map((one) => ({ one, distance: countEdits(word.toLowerCase(), one.toLowerCase()) }));
  const near = measured.filter(({ distance }) => distance <= most);
  return near.toSorted((first, second) => first.distance - second.distance)[0]?.one ?? null;
}

/** Returns the text, or its beginning and `...`: together at most `most` UTF-16 units; cuts no character into halves. */
export function shorten(text: string, most = 60): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 3).replace(/[\ud800-\udbff]$/, '')}...`;
}

/** Quotes a word for a POSIX shell, if it needs that: `'objt=*PGM'`. */
export function quoteShellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
