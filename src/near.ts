/** Words in messages: "did you mean", short quotes, and words of a command line. */

/** Counts the letters to add, drop, replace or swap with a neighbour to make one word of the other; infinite if more than `most`. */
function countEdits(from: string, to: string, most: number): number {
  if (from === to) return 0;
  if (most === 0) return Number.POSITIVE_INFINITY;
  if (from[0] === to[0]) return countEdits(from.slice(1), to.slice(1), most);
  const isSwapped = from[0] === to[1] && from[1] === to[0];
  const edits = [[1, 0], [0, 1], [1, 1], ...(isSwapped ? [[2, 2]] : [])];
  return 1 + Math.min(...edits.map(([a, b]) => countEdits(from.slice(a), to.slice(b), most - 1)));
}

/** Finds the nearest word, the first of several; null if none is within two edits (one if `word` has at most 3 letters). Ignores case. */
export function findNearestWord(word: string, words: readonly string[]): string | null {
  const most = word.length <= 3 ? 1 : 2;
  const measured = words.map((one) => ({ one, edits: countEdits(word.toLowerCase(), one.toLowerCase(), most) }));
  const near = measured.filter(({ edits }) => edits <= most);
  return near.toSorted((first, second) => first.edits - second.edits)[0]?.one ?? null;
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
