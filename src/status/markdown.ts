import { limitLinesByBytes } from '../counted.ts';
import type { PageLinks } from '../report/links.ts';
import { escapeMarkdown, renderMarkdownTable } from '../report/markdown-parts.ts';
import { buildRequestsTable, buildStatusTables, type StatusTable } from './sections.ts';
import { listsRequests, type Status } from './status.ts';
import { buildStatusHead, limitsText } from './status-words.ts';

/** Most bytes of each part, the rest is counted: a job summary may have 1 MiB. */
const mostBytes = { warnings: 20_000, table: 150_000, requests: 300_000 };

/** Returns the status as Markdown for a job summary, under 1 MiB: counts, warnings, tables; requests only if asked for, or 50 at most. */
export function renderMarkdownStatus(status: Status, links: PageLinks): string {
  const { summary, question, shared, warnings } = buildStatusHead(status);
  const isEmpty = status.records.length === 0;
  const lines = ['### Check-outs that are open', '', escapeMarkdown(isEmpty ? summary : `${summary} (${shared})`), ''];
  if (question !== '') lines.push(`Only ${escapeMarkdown(question)}.`, '');
  if (!isEmpty) lines.push(limitsText, '');
  const warned = warnings.map((line) => `- ${escapeMarkdown(line)}`);
  lines.push(...limitLinesByBytes(mostBytes.warnings, warned, (left) => [`- and ${left} more`]));
  const rest = (left: number) => `and ${left} more, see \`status --format json\``;
  const renderStatusTable = (table: StatusTable, most: number) => {
    return ['', `#### ${table.title} (${table.rows.length})`, '', ...renderMarkdownTable(table, most, rest)];
  };
  lines.push(...buildStatusTables(status, links).flatMap((table) => renderStatusTable(table, mostBytes.table)));
  if (listsRequests(status) && status.requests.length > 0) {
    lines.push(...renderStatusTable(buildRequestsTable(status, links), mostBytes.requests));
  }
  return `${lines.join('\n').trimEnd()}\n`;
}
