import { createHash } from 'node:crypto';
import type { PageLinks } from '../report/links.ts';
import { markdownReport } from '../report/markdown.ts';
import type { Report } from '../report/report-json.ts';

/** Matches an address that needs no escaping in a Markdown link. */
export const plainAddress = /^https?:\/\/[^\s"'<>()\\]+$/;

const heading = '### file-checkouts: what merging would file';

/**
 * Returns the hidden first line that marks our comments: a hash, as a name could end the HTML comment.
 * @param parts names that tell our comments apart: workflow, job, mapping file, repository; an absent part counts as such
 */
export function commentMarker(parts: readonly (string | null | undefined)[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts.map((part) => part ?? null)));
  return `<!-- file-checkouts plan ${hash.digest('hex').slice(0, 16)} -->`;
}

/**
 * Returns the plan as Markdown for a comment, of any length and without the marker: a heading of its own, a link to the
 * run unless its address needs escaping, and the report without its heading. @param runUrl page of the run; null: none
 */
export function commentBody(report: Report, links: PageLinks, runUrl: string | null): string {
  // At the top, which stays when a long comment is shortened.
  const run = runUrl !== null && plainAddress.test(runUrl) ? ` [Run and job summary](${runUrl})` : '';
  return `${heading}\n\nPlanned only: a pull request files nothing.${run}\n\n${markdownReport(report, links).replace(/^### .*\n+/, '')}`;
}

/** Characters kept for the sentence on what is missing, and for closing tags. */
const reserve = 300;

/** Drops the code block that is not closed, and all lines after it: half a picture would show as an error. */
function withoutHalfBlock(lines: readonly string[]): readonly string[] {
  const fences = lines.flatMap((line, index) => (line.startsWith('```') ? index : []));
  return fences.length % 2 === 0 ? lines : lines.slice(0, fences.at(-1));
}

/** Returns the closing tags for what the cut left open, which would hide the sentence after it. */
function closingTags(lines: readonly string[]): string[] {
  const count = (tag: RegExp) => lines.filter((line) => tag.test(line)).length;
  const open = count(/<details( open)?>/) - count(/<\/details>/);
  return open > 0 ? ['', ...Array.from({ length: open }, () => '</details>')] : [];
}

/** Shortens Markdown to `most` UTF-16 units: whole lines, blocks closed, a last line on what is missing; else as it is. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const lines = text.trimEnd().split('\n');
  let length = 0;
  const firstPast = lines.findIndex((line) => {
    length += line.length + 1;
    return length > most - reserve;
  });
  const kept = withoutHalfBlock(lines.slice(0, Math.max(firstPast, 0)));
  const pointer = `*Shortened: ${lines.length - kept.length} more lines are in the job summary of the run.*`;
  return [...kept, ...closingTags(kept), '', pointer, ''].join('\n');
}
