import { within } from '../counted.ts';
import { escapeMarkdown, markdownCode } from '../report/escape-markdown.ts';
import { commitUrl, type PageLinks } from '../report/links.ts';
import { type Column, requestSection, type Section, sectionsOf } from './sections.ts';
import { listsRequests, type Status } from './status.ts';
import { askedText, countsText, labelsOf, limitsText, nothingText, sharedText, warningsOf } from './status-words.ts';

/** Most bytes of each part, the rest is counted: a job summary may have 1 MiB. */
const mostBytes = { warnings: 20_000, table: 150_000, requests: 300_000 };

/** Returns the lines of a table; rows past `most` bytes are counted. @param branches labels by record, as Markdown */
function tableLines({ title, columns, rows }: Section, branches: readonly string[], links: PageLinks, most: number) {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const cellOf = (value: string, n: number) => {
    const { is } = columns[n] as Column;
    if (is === 'commit') {
      const url = commitUrl(links, value);
      const text = value.slice(0, 12);
      return url === null || !/^https?:/.test(url) ? text : `<a href="${url}">${text}</a>`;
    }
    if (is === 'branch') return branches[Number(value)] ?? '';
    if (is === 'object' || is === 'path') return markdownCode(value);
    // With its sign a number would be a link to an issue.
    return escapeMarkdown(value.replace(' #', ' '));
  };
  const lines = rows.map((cells) => line(cells.map(cellOf)));
  return [
    ...['', `#### ${title} (${rows.length})`, ''],
    ...[line(columns.map(({ head }) => head)), line(columns.map(() => '---'))],
    ...within(most, lines, (left) => ['', `and ${left} more, see \`status --format json\``]),
  ];
}

/** Returns the status as Markdown for a job summary, under 1 MiB. It lists the requests only as listsRequests says. */
export function markdownStatus(status: Status, links: PageLinks): string {
  const nothing = nothingText(status);
  const warnings = warningsOf(status).map((line) => `- ${escapeMarkdown(line)}`);
  const lines = ['### Check-outs that are open', ''];
  lines.push(escapeMarkdown(nothing ?? `${countsText(status)} (${sharedText(status)})`), '');
  const asked = askedText(status);
  if (asked !== '' && nothing === null) lines.push(`Only ${escapeMarkdown(asked)}.`, '');
  if (nothing === null) lines.push(limitsText, '');
  lines.push(...within(mostBytes.warnings, warnings, (left) => [`- and ${left} more`]));
  const branches = labelsOf(status).map(markdownCode);
  lines.push(...sectionsOf(status).flatMap((section) => tableLines(section, branches, links, mostBytes.table)));
  if (listsRequests(status) && status.requests.length > 0) {
    lines.push(...tableLines(requestSection(status), branches, links, mostBytes.requests));
  }
  return `${lines.join('\n').trimEnd()}\n`;
}
