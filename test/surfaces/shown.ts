/** Characters that a terminal, a page or a reader would obey rather than show. */

const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** The lines that hold a character that is not seen. */
export function unseenIn(lines: readonly string[]): string[] {
  return lines.filter((line) => unseen.test(line));
}
