/** Words in messages: "did you mean", short quotes, and words of a command line. */

/** Returns how many letters to add, drop, replace or swap with a neighbour lead from one word to the other. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}

/** Finds the first nearest word: at most two letters away, one if `word` has at most three; null: none. Case is ignored. */
export function nearest(word: string, words: readonly string[]): string | null {
  const mostDistance = word.length <= 3 ? 1 : 2;
  let best: string | null = null;
  let bestDistance = mostDistance + 1;
  for (const candidate of words) {
    if (Math.abs(candidate.length - word.length) > mostDistance) continue;
    const wordDistance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (wordDistance >= bestDistance) continue;
    best = candidate;
    bestDistance = wordDistance;
  }
  return best;
}

/** Returns the text, or its beginning and `...`: at most `most` UTF-16 units, and no half of a character. */
export function shorten(text: string, most = 60): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 3).replace(/[\ud800-\udbff]$/, '')}...`;
}

/** Quotes a word for a POSIX shell, if it needs that: `'objt=*PGM'`. */
export function quoteShellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
