import { withinBytes } from '../counted.ts';
import type { PageLinks } from '../report/links.ts';
import { escapeMarkdown, markdownTable } from '../report/markdown-parts.ts';
import { requestsTable, type StatusTable, statusTables } from './sections.ts';
import { listsRequests, type Status } from './status.ts';
import { askedText, countsText, limitsText, nothingText, sharedText, warningsOf } from './status-words.ts';

/** Most bytes of each part, the rest is counted: a job summary may have 1 MiB. */
const mostBytes = { warnings: 20_000, table: 150_000, requests: 300_000 };

/** Returns the status as Markdown for a job summary, under 1 MiB: counts, warnings, `statusTables`, and the requests if `listsRequests`. */
export function markdownStatus(status: Status, links: PageLinks): string {
  const nothing = nothingText(status);
  const warnings = warningsOf(status).map((line) => `- ${escapeMarkdown(line)}`);
  const lines = ['### Check-outs that are open', ''];
  lines.push(escapeMarkdown(nothing ?? `${countsText(status)} (${sharedText(status)})`), '');
  const asked = askedText(status);
  if (asked !== '' && nothing === null) lines.push(`Only ${escapeMarkdown(asked)}.`, '');
  if (nothing === null) lines.push(limitsText, '');
  lines.push(...withinBytes(mostBytes.warnings, warnings, (left) => [`- and ${left} more`]));
  const rest = (left: number) => `and ${left} more, see \`status --format json\``;
  const section = (table: StatusTable, most: number) => {
    return ['', `#### ${table.title} (${table.rows.length})`, '', ...markdownTable(table, most, rest)];
  };
  lines.push(...statusTables(status, links).flatMap((table) => section(table, mostBytes.table)));
  if (listsRequests(status) && status.requests.length > 0) {
    lines.push(...section(requestsTable(status, links), mostBytes.requests));
  }
  return `${lines.join('\n').trimEnd()}\n`;
}
