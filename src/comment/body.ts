import { createHash } from 'node:crypto';
import type { PageLinks } from '../report/links.ts';
import { markdownReport } from '../report/markdown.ts';
import type { Report } from '../report/report-json.ts';

/** An address that can stand in a Markdown link as it is; anything else is left out. */
export const plainAddress = /^https?:\/\/[^\s"'<>()\\]+$/;

const heading = '### file-checkouts: what merging would file';

/**
 * The hidden first line that tells our comment from others, and the plan of one workflow and mapping from another's.
 *
 * @param parts what tells them apart: names of workflow and job, mapping file, repository ID. Only their hash is
 * shown, so that no name can end the HTML comment; an absent part counts as such.
 */
export function commentMarker(parts: readonly (string | null | undefined)[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts.map((part) => part ?? null)));
  return `<!-- file-checkouts plan ${hash.digest('hex').slice(0, 16)} -->`;
}

/**
 * The plan as the Markdown of a comment, of any length and without the marker: heading, where the whole of it is, and
 * the report, in which every text from outside is escaped already.
 *
 * @param runUrl page of the run, where the job summary is; null: none.
 */
export function commentBody(report: Report, links: PageLinks, runUrl: string | null): string {
  const run = runUrl !== null && plainAddress.test(runUrl) ? ` [Run and job summary](${runUrl})` : '';
  const lead = `Planned only: a pull request files nothing.${run}`;
  // At the top, where shortening a long comment leaves it.
  return `${heading}\n\n${lead}\n\n${markdownReport(report, links).replace(/^### .*\n+/, '')}`;
}

/** Room for the sentence that says what is missing, and for closing what was open. */
const reserve = 300;

/** The lines without a code block that is cut in two: half a picture would show as an error. */
function withoutHalfBlock(lines: readonly string[]): readonly string[] {
  const fences = lines.flatMap((line, index) => (line.startsWith('```') ? index : []));
  return fences.length % 2 === 0 ? lines : lines.slice(0, fences.at(-1));
}

/** Ends what is left open where the text is cut: it would swallow the sentence behind it. */
function closingTags(lines: readonly string[]): string[] {
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
  return [...kept, ...closingTags(kept), '', pointer, ''].join('\n');
}
