import { createHash } from 'node:crypto';
import type { PageLinks } from '../report/links.ts';
import { markdownReport } from '../report/markdown.ts';
import type { Report } from '../report/report-json.ts';

/** Matches an address that needs no escaping in a Markdown link. */
export const plainAddress = /^https?:\/\/[^\s"'<>()\\]+$/;

const heading = '### file-checkouts: what merging would file';

/**
 * Returns the hidden first line that marks our comments, different for each workflow and mapping.
 *
 * @param parts names of workflow and job, mapping file, repository ID. Only their hash is written, so that no name can end
 * the HTML comment; an absent part counts as such.
 */
export function commentMarker(parts: readonly (string | null | undefined)[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts.map((part) => part ?? null)));
  return `<!-- file-checkouts plan ${hash.digest('hex').slice(0, 16)} -->`;
}

/**
 * Returns the plan as Markdown for a comment, of any length and without the marker: heading, link to the whole plan, and
 * the report, in which text from outside is escaped already.
 *
 * @param runUrl page of the run, where the job summary is; null: none.
 */
export function commentBody(report: Report, links: PageLinks, runUrl: string | null): string {
  const run = runUrl !== null && plainAddress.test(runUrl) ? ` [Run and job summary](${runUrl})` : '';
  const lead = `Planned only: a pull request files nothing.${run}`;
  // At the top, which stays when a long comment is shortened.
  return `${heading}\n\n${lead}\n\n${markdownReport(report, links).replace(/^### .*\n+/, '')}`;
}

/** Characters kept for the sentence on what is missing, and for closing tags. */
const reserve = 300;

/** Removes a code block that is cut in two: half a picture would show as an error. */
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

/**
 * Shortens Markdown to at most `most` UTF-16 units: whole lines, blocks closed, and a last line on how much is missing and
 * where it is.
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
  return [...kept, ...closingTags(kept), '', pointer, ''].join('\n');
}
