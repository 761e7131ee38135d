/** Text as a field of fixed length keeps it: blanks at its end are none. Only blanks: other white space is not padding. */
export function withoutBlanks(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === ' ') end -= 1;
  return text.slice(0, end);
}
