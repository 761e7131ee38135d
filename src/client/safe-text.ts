/** Text from outside, made fit to be shown: printable, short, and without the token. */

/** Takes any text and gives it back on one line, at most `limit` characters long, with the token replaced by `***`. */
export type SafeText = (text: string, limit?: number) => string;

const defaultLimit = 200;
/** Longest piece of an answer that is looked at for a snippet; keeps the work small whatever the size of the answer. */
const snippetSource = 4_000;

/**
 * Makes the function that every text from outside passes before it leaves the client.
 * In: the token. It is also found as JSON strings and URLs would spell it.
 */
export function safeTextFor(token: string): SafeText {
  const spellings = [token, JSON.stringify(token).slice(1, -1), encodeURIComponent(token)].filter((s) => s !== '');
  return (text, limit = defaultLimit) => {
    const masked = spellings.reduce((rest, spelling) => rest.replaceAll(spelling, '***'), text);
    return shorten(printable(masked), limit);
  };
}

/** A safe, short piece of an answer's body for a sentence; of a page only its text, as its tags tell nobody anything. */
export function snippetOf(body: string, safe: SafeText): string {
  // Masked before it is cut to its final size, so that no half of a token can remain.
  const piece = safe(body.slice(0, 2 * snippetSource), snippetSource);
  if (!/^\s*</.test(piece)) return safe(piece);
  return safe(piece.replace(/<[^>]*>?/g, ' '));
}

function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}

function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  // By code points, so that no character is cut in two.
  return `${[...text.slice(0, limit)].slice(0, -1).join('')}…`;
}
