import type { SafeText } from '../secrets.ts';

/** Longest piece of an answer that is read for a snippet; keeps the work small for answers of any size. */
const snippetSource = 4_000;

/** Returns a safe, short piece of an answer's body for a sentence; of a page only its text. */
export function toSnippet(body: string, safe: SafeText): string {
  // Masked before the final cut, so that no half of a token remains.
  const piece = safe(body.slice(0, 2 * snippetSource), snippetSource);
  if (!/^\s*</.test(piece)) return safe(piece);
  return safe(piece.replace(/<[^>]*>?/g, ' '));
}
