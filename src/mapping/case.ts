/**
 * Case folding that keeps lengths, so that what was matched in a folded text can be cut out of the original one.
 */

const ascii = /^[\0-\x7f]*$/;

/** One character in a case that its upper and lower form share; a fold that would change the length is not done. */
function foldCharacter(character: string): string {
  const upper = character.toUpperCase();
  const base = upper.length === character.length ? upper : character;
  const lower = base.toLowerCase();
  return lower.length === character.length ? lower : character;
}

/** The text with case removed (umlauts and other letters too); as many UTF-16 units as before. */
export function foldCase(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return Array.from(text, foldCharacter).join('');
}
