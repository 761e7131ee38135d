import type { SafeText } from '../secrets.ts';

/** Longest piece of an answer that is looked at for a snippet; keeps the work small whatever the size of the answer. */
const snippetSource = 4_000;

/** A safe, short piece of an answer's body for a sentence; of a page only its text. */
export function snippetOf(body: string, safe: SafeText): string {
  // Masked before it is cut to its final size, so that no half of a token can remain.
  const piece = safe(body.slice(0, 2 * snippetSource), snippetSource);
  if (!/^\s*</.test(piece)) return safe(piece);
  return safe(piece.replace(/<[^>]*>?/g, ' '));
}
