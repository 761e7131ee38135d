/** Words in messages: "did you mean", quotes that do not get long, and words of a command line. */

/** Number of letters to add, drop, replace or swap with a neighbour to get from one word to the other. */
function distance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (same ? 0 : 1),
          swapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}

/** The word of `words` that is at most two letters (one for short words) away from `word`, or null. Case is ignored. */
export function nearest(word: string, words: readonly string[]): string | null {
  const wanted = word.toLowerCase();
  const allowed = wanted.length <= 3 ? 1 : 2;
  let best: string | null = null;
  let bestDistance = allowed + 1;
  for (const candidate of words) {
    if (Math.abs(candidate.length - wanted.length) > allowed) continue;
    const away = distance(wanted, candidate.toLowerCase());
    if (away < bestDistance) {
      best = candidate;
      bestDistance = away;
    }
  }
  return best;
}

/** The text, or its beginning and `...`: at most `most` UTF-16 units, and no character cut in two. */
export function shorten(text: string, most = 60): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 3).replace(/[\ud800-\udbff]$/, '')}...`;
}

/** A word of a command line as a shell takes it, `'objt=*PGM'`. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
