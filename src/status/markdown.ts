import { limitLinesByBytes } from '../counted.ts';
import type { PageLinks } from '../report/links.ts';
import { escapeMarkdown, renderMarkdownTable } from '../report/markdown-parts.ts';
import { buildRequestsTable, buildStatusTables, type StatusTable } from './sections.ts';
import { listsRequests, type Status } from './status.ts';
import {
  describeNoRecords,
  describeQuestion,
  formatSharedKey,
  formatStatusCounts,
  limitsText,
  listStatusWarnings,
} from './status-words.ts';

/** Most bytes of each part, the rest is counted: a job summary may have 1 MiB. */
const mostBytes = { warnings: 20_000, table: 150_000, requests: 300_000 };

/** Returns the status as Markdown for a job summary, under 1 MiB: counts, warnings, `buildStatusTables`, and the requests if `listsRequests`. */
export function renderMarkdownStatus(status: Status, links: PageLinks): string {
  const nothing = describeNoRecords(status);
  const warnings = listStatusWarnings(status).map((line) => `- ${escapeMarkdown(line)}`);
  const lines = ['### Check-outs that are open', ''];
  lines.push(escapeMarkdown(nothing ?? `${formatStatusCounts(status)} (${formatSharedKey(status)})`), '');
  const asked = describeQuestion(status);
  if (asked !== '' && nothing === null) lines.push(`Only ${escapeMarkdown(asked)}.`, '');
  if (nothing === null) lines.push(limitsText, '');
  lines.push(...limitLinesByBytes(mostBytes.warnings, warnings, (left) => [`- and ${left} more`]));
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
