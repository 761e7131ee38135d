import { escapeMarkdown, markdownCode, within } from './escape-markdown.ts';
import type { Report, ReportRequest } from './report.ts';

/** Links of the host that a report can point to; null outside CI. */
export interface Links {
  /** The repository's page. */
  readonly repository: string | null;
}

/** A job summary may have 1 MiB (over it the upload fails): each part stops well before that and counts the rest. */
const mostBytes = { error: 50_000, rows: 700_000, leftOut: 150_000, notices: 50_000 };

/** Order of the rows: what needs a person comes first. */
const worstFirst = ['conflict', 'rejected', 'collision', 'unknown', 'unsendable', 'notAttempted', 'withdrawn'];

/** A path that is long enough to be an attack on the summary's size is no link. */
const longestLink = 1000;

function fileCell(request: ReportRequest, report: Report, links: Links): string {
  const text = markdownCode(request.path);
  const head = report.range?.head;
  const there = request.reason !== '*DELETE' && request.pathBase64 === undefined && request.path.length <= longestLink;
  if (links.repository === null || !head || !there) return text;
  const path = request.path.toWellFormed().split('/').map(encodeURIComponent).join('/');
  return `<a href="${links.repository}/blob/${head}/${path.replaceAll("'", '%27')}">${text}</a>`;
}

function rowOf(request: ReportRequest, report: Report, links: Links): string {
  const said = [request.msg ?? '', request.remedy ?? '', ...request.warnings].filter((text) => text !== '').join(' – ');
  const quiet = request.outcome === 'created' || request.outcome === 'updated' ? request.warnings.join(' – ') : said;
  const cells = [
    request.outcome,
    escapeMarkdown(request.reason),
    markdownCode(`${request.appl}/${request.lvl} ${request.objn} ${request.objt ?? request.attr ?? ''}`.trim()),
    request.objectId === null ? '' : String(request.objectId),
    request.rfp ? String(request.rfp) : '',
    fileCell(request, report, links),
    escapeMarkdown(quiet),
  ];
  return `| ${cells.join(' | ')} |`;
}

function table(report: Report, links: Links): string[] {
  const rank = ({ outcome }: ReportRequest) => worstFirst.indexOf(outcome) + 1 || worstFirst.length + 1;
  const rows = report.requests.toSorted((one, other) => rank(one) - rank(other));
  const lines = rows.map((request) => rowOf(request, report, links));
  return [
    '| outcome | reason | object | request | RFP | file | |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...within(mostBytes.rows, lines, (left) => ['', `and ${left} more, see the JSON report`]),
  ];
}

function rangeLine(report: Report, links: Links): string {
  const { range } = report;
  if (range === null) return '';
  const { base, head } = range;
  const span = base === null || head === null ? (head ?? '') : `${base.slice(0, 12)}...${head.slice(0, 12)}`;
  const real = base !== null && head !== null && report.requests.length > 0;
  const shown =
    real && links.repository !== null ? `<a href="${links.repository}/compare/${base}...${head}">${span}</a>` : span;
  return `${escapeMarkdown(`${range.repo ?? ''} ${range.branch ?? ''}`)} ${shown} (rule: ${range.rule})`;
}

/** A message may have a line for each thing that is wrong, as the mapping's does. */
function errorLines(error: NonNullable<Report['error']>): string[] {
  const lines = error.message.split('\n').map((line) => `**${escapeMarkdown(line.trimEnd()) || ' '}**  `);
  const shown = within(mostBytes.error, lines, (left) => [`and ${left} more lines, see the JSON report`]);
  return [...shown, '', escapeMarkdown(error.remedy), ''];
}

function leftOut(report: Report): string[] {
  if (report.leftOut.length === 0) return [];
  const byReason = Map.groupBy(report.leftOut, (entry) => entry.why);
  const lines = [...byReason].map(([why, entries]) => {
    const names = entries.slice(0, 5).map((entry) => markdownCode(entry.path));
    const more = entries.length > 5 ? `, and ${entries.length - 5} more` : '';
    return `- ${escapeMarkdown(why)} (${entries.length}): ${names.join(', ')}${more}`;
  });
  const shown = within(mostBytes.leftOut, lines, (left) => [`- and ${left} more reasons, see the JSON report`]);
  return ['', `<details><summary>${report.leftOut.length} left out</summary>`, '', ...shown, '', '</details>'];
}

function notices(report: Report): string[] {
  const lines = report.notices.map((notice) => `- ${escapeMarkdown(notice)}`);
  return within(mostBytes.notices, lines, (left) => [`- and ${left} more notes, see the JSON report`]);
}

/** The report as Markdown, for a job summary or a comment: worst first, under 1 MiB. */
export function markdownReport(report: Report, links: Links): string {
  const counts = Object.entries(report.counts).filter(([name, count]) => count > 0 && name !== 'leftOut');
  const lines = ['### file-checkouts', '', rangeLine(report, links), ''];
  if (report.error !== null) lines.push(...errorLines(report.error));
  if (report.nothingToFile !== null) lines.push(`Nothing to file: ${escapeMarkdown(report.nothingToFile)}`, '');
  if (counts.length > 0) lines.push(counts.map(([name, count]) => `${count} ${name}`).join(', '), '');
  if (report.requests.length > 0) lines.push(...table(report, links));
  lines.push(...leftOut(report), '', ...notices(report));
  return `${lines.join('\n').trimEnd()}\n`;
}
