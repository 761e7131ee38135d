/** Room for the sentence that says what is missing, and for closing what was open. */
const reserve = 300;

/** The lines without a code block that is cut in two: half a picture would show as an error. */
function withoutHalfBlock(lines: readonly string[]): readonly string[] {
  const fences = lines.flatMap((line, index) => (line.startsWith('```') ? index : []));
  return fences.length % 2 === 0 ? lines : lines.slice(0, fences.at(-1));
}

/** Ends what is left open where the text is cut: it would swallow the sentence behind it. */
function closing(lines: readonly string[]): string[] {
  const count = (tag: RegExp) => lines.filter((line) => tag.test(line)).length;
  const open = count(/<details( open)?>/) - count(/<\/details>/);
  return open > 0 ? ['', ...Array.from({ length: open }, () => '</details>')] : [];
}

/**
 * Markdown of at most `most` characters (UTF-16 units, so never more than the host counts): whole lines only, with
 * blocks closed, and a last line that says how much is missing and where it is.
 */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const lines = text.trimEnd().split('\n');
  let length = 0;
  const fits = lines.findIndex((line) => {
    length += line.length + 1;
    return length > most - reserve;
  });
  const kept = withoutHalfBlock(lines.slice(0, Math.max(fits, 0)));
  const pointer = `*Shortened: ${lines.length - kept.length} more lines are in the job summary of the run.*`;
  return [...kept, ...closing(kept), '', pointer, ''].join('\n');
}
