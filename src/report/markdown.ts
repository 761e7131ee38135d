import { counted, some } from '../counted.ts';
import { isEmptyTree } from '../git/object-ids.ts';
import { countAffected, dependentGroups } from './dependents.ts';
import { escapeMarkdown, markdownCode } from './escape-markdown.ts';
import { within } from './fitting.ts';
import { commitUrl, compareUrl, type PageLinks } from './links.ts';
import { mermaidAffected, mermaidPicture } from './mermaid.ts';
import { countsOf, countsText, needsReader, planGroups } from './plan-words.ts';
import { rangeRuleText } from './range-rule.ts';
import { leftOutByReason, type Report, type ReportRequest } from './report-json.ts';
import { type RequestColumn, requestTable, requestUrl } from './request-table.ts';

/** A job summary may have 1 MiB (over it the upload fails): each part stops well before that and counts the rest. */
const mostBytes = { error: 50_000, rows: 680_000, affected: 60_000, leftOut: 150_000, notices: 50_000 };

/** Nobody reads more rows of a table that cannot be searched. */
const mostRows = 1_000;
/** Number of objects, affected for one reason, that are named before the rest is counted. */
const mostNames = 20;
/** Requests of a plan that is shown whole; of a larger one only those that need a reader stay in sight. */
const mostOpen = 25;
/** Number of groups that are named before the rest is counted. */
const mostGroups = 12;

/** Makes the table cell with the file of a request. */
type FileCell = (request: ReportRequest) => string;

/** Makes a link; null: the text alone. Escapes nothing. */
function linked(url: string | null, text: string): string {
  return url === null ? text : `<a href="${url}">${text}</a>`;
}

/** Makes a cell: names as code, a number without its sign, other texts escaped; the lead of a planned request in bold if it needs a reader. */
function cellOf(request: ReportRequest, { is, textsOf }: RequestColumn, fileCell: FileCell): string {
  const texts = textsOf(request).filter((text) => text !== '');
  if (is === 'file') return fileCell(request);
  if (is === 'name') return texts.map(markdownCode).join('');
  // With its sign a number would be a link to an issue.
  if (is === 'number') return texts.join('').replace('#', '');
  const text = texts.map(escapeMarkdown).join(' – ');
  return is === 'lead' && request.outcome === 'planned' && needsReader(request) ? `**${text}**` : text;
}

/** Makes a table of at most 1,000 rows and `most` bytes; the rest is counted. */
function tableOf(columns: readonly RequestColumn[], rows: readonly ReportRequest[], fileCell: FileCell, most: number) {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rest = (left: number) => ['', `and ${left} more, see the JSON report`];
  const lineOf = (row: ReportRequest) => line(columns.map((column) => cellOf(row, column, fileCell)));
  return [
    line(columns.map(({ head }) => head)),
    line(columns.map(() => '---')),
    ...within(most, rows.slice(0, mostRows).map(lineOf), rest, rows.length),
  ];
}

/** Lists where the requests of a plan go, the first 12 targets; what all of a group have in common stands once. */
function groupLines(rows: readonly ReportRequest[]): string[] {
  const groups = planGroups(rows);
  const lines = groups
    .slice(0, mostGroups)
    .map(({ target, rest }) => `- **${escapeMarkdown(target)}**${escapeMarkdown(rest)}`);
  return groups.length > mostGroups ? [...lines, `- and ${groups.length - mostGroups} more targets`] : lines;
}

/** Shows the requests, of a plan below their targets; of a large plan at most 25 that need a reader, the rest folded. */
function requestLines(report: Report, links: PageLinks): string[] {
  const { isPlan, rows, columns } = requestTable(report);
  const fileCell: FileCell = (request) => linked(requestUrl(request, report, links), markdownCode(request.path));
  if (!isPlan) return tableOf(columns, rows, fileCell, mostBytes.rows);
  const seen = rows.length > mostOpen ? rows.filter(needsReader).slice(0, mostOpen) : rows;
  const folded = rows.slice(seen.length);
  const shown = seen.length === 0 ? [] : tableOf(columns, seen, fileCell, mostBytes.rows);
  const lines = [...groupLines(report.requests), '', ...shown];
  if (folded.length === 0) return lines;
  const which = `${seen.length === 0 ? '' : 'the other '}${counted(folded.length, 'request')}`;
  const table = tableOf(columns, folded, fileCell, mostBytes.rows - Buffer.byteLength(shown.join('\n')));
  return [...lines, '', `<details><summary>${which}</summary>`, '', ...table, '', '</details>'];
}

/** Says what was compared: repository, branch, commits and why these; empty without a range. The comparison is a link only if there are requests. */
function rangeLine(report: Report, links: PageLinks): string {
  const { range } = report;
  if (range === null) return '';
  const { base, head } = range;
  const name = escapeMarkdown(`${range.repo ?? ''} ${range.branch ?? ''}`.trim());
  const rule = rangeRuleText(range);
  const chosen = rule === '' ? '' : ` (${rule})`;
  if (head === null) return `${name}${chosen}`;
  const commit = linked(commitUrl(links, head), head.slice(0, 12));
  const real = base !== null && report.requests.length > 0 && !isEmptyTree(base);
  const span = base === null || isEmptyTree(base) ? '' : `${base.slice(0, 12)}...${head.slice(0, 12)}`;
  const compared = span === '' ? '' : `, compared ${real ? linked(compareUrl(links, base, head), span) : span}`;
  return `${name} at ${commit}${compared}${chosen}`;
}

/** Says which run made the report: number, account, mapping, version. */
function runLine({ run, mapping, tool }: Report): string {
  const who = run.actor === null ? '' : ` by ${markdownCode(run.actor)}`;
  const name = run.id === null ? '' : linked(run.url, `run ${escapeMarkdown(run.id)}`);
  const used = mapping === null ? 'no mapping file' : `mapping ${markdownCode(mapping.path)}`;
  return [`${name}${who}`.trim(), used, `file-checkouts ${escapeMarkdown(tool)}`]
    .filter((part) => part !== '')
    .join(' · ');
}

/** Shows the error of the run, each line of its message in bold up to 50 kB, and the remedy. */
function errorLines(error: NonNullable<Report['error']>): string[] {
  const lines = error.message.split('\n').map((line) => `**${escapeMarkdown(line.trimEnd()) || ' '}**  `);
  const shown = within(mostBytes.error, lines, (left) => [`and ${left} more lines, see the JSON report`]);
  return [...shown, '', escapeMarkdown(error.remedy), ''];
}

/** Lists what is affected, by reason, 20 names of each, with a graph of a small push; folded if over 20; no line without any. */
function affected(report: Report): string[] {
  const { dependents } = report;
  if (dependents.length === 0) return [];
  const lines = dependentGroups(report).map(({ names, state, why }) => {
    return `- ${some(names.map(markdownCode), mostNames)} (${escapeMarkdown(state)}): ${escapeMarkdown(why)}`;
  });
  const shown = within(mostBytes.affected, lines, (left) => [`- and ${left} more reasons, see the JSON report`]);
  const graph = mermaidAffected(report);
  const summary = `<details${dependents.length > 20 ? '' : ' open'}><summary>affected: ${countAffected(dependents)}</summary>`;
  return ['', summary, '', ...shown, ...(graph.length === 0 ? [] : ['', ...graph]), '', '</details>'];
}

/** Lists the files that were left out, folded, of each reason the first five (150 kB, the rest counted); no line without any. */
function leftOut(report: Report): string[] {
  const byReason = leftOutByReason(report);
  if (byReason.length === 0) return [];
  const lines = byReason.map(([why, entries]) => {
    const names = entries.slice(0, 5).map((entry) => markdownCode(entry.path));
    const more = entries.length > 5 ? `, and ${entries.length - 5} more` : '';
    return `- ${escapeMarkdown(why)} (${entries.length}): ${names.join(', ')}${more}`;
  });
  const shown = within(mostBytes.leftOut, lines, (left) => [`- and ${left} more reasons, see the JSON report`]);
  const { length } = byReason.flatMap(([, entries]) => entries);
  return ['', `<details><summary>${length} left out</summary>`, '', ...shown, '', '</details>'];
}

function notices(report: Report): string[] {
  const lines = report.notices.map(({ message }) => `- ${escapeMarkdown(message)}`);
  return within(mostBytes.notices, lines, (left) => [`- and ${left} more notes, see the JSON report`]);
}

/** Returns the report as Markdown, for a job summary or a comment: worst first, under 1 MiB; each part counts its rest. */
export function markdownReport(report: Report, links: PageLinks): string {
  const lines = ['### file-checkouts', '', rangeLine(report, links), ''];
  if (report.error !== null) lines.push(...errorLines(report.error));
  if (report.nothingToFile !== null) lines.push(`Nothing to file: ${escapeMarkdown(report.nothingToFile)}`, '');
  if (report.requests.length > 0) lines.push(countsText(countsOf(report)), '', ...requestLines(report, links));
  lines.push(...affected(report));
  const picture = mermaidPicture(report);
  if (picture.length > 0) lines.push('', '<details><summary>Picture</summary>', '', ...picture, '', '</details>');
  lines.push(...leftOut(report), '', ...notices(report), '', runLine(report));
  return `${lines.join('\n').trimEnd()}\n`;
}
