import { escapeText } from '../log.ts';
import type { Report, ReportRequest } from './report.ts';

/** Links of the host that a report can point to; null outside CI. */
export interface Links {
  /** The repository's page. */
  readonly repository: string | null;
}

/** A job summary may have 1 MiB; rows stop well before that and the rest is counted. */
const mostBytes = 900_000;

/** Order of the rows: what needs a person comes first. */
const worstFirst = ['conflict', 'rejected', 'collision', 'unknown', 'unsendable', 'notAttempted', 'withdrawn'];

/** Text for a table cell: no markup, no mention, no link, no line of its own. */
export function escapeMarkdown(text: string): string {
  return escapeText(text)
    .replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`)
    .replace(/[\\`*_{}[\]()#+!|~$@:]/g, (char) => `&#${char.charCodeAt(0)};`);
}

function fileCell(request: ReportRequest, report: Report, links: Links): string {
  const text = escapeMarkdown(request.path);
  const head = report.range?.head;
  if (links.repository === null || !head || request.reason === '*DELETE') return text;
  const path = request.path.split('/').map(encodeURIComponent).join('/');
  return `<a href="${links.repository}/blob/${head}/${path.replaceAll("'", '%27')}">${text}</a>`;
}

function rowOf(request: ReportRequest, report: Report, links: Links): string {
  const said = [request.msg ?? '', request.remedy ?? '', ...request.warnings].filter((text) => text !== '').join(' – ');
  const quiet = request.outcome === 'created' || request.outcome === 'updated' ? request.warnings.join(' – ') : said;
  const cells = [
    request.outcome,
    escapeMarkdown(request.reason),
    escapeMarkdown(`${request.appl}/${request.lvl} ${request.objn} ${request.objt ?? request.attr ?? ''}`.trim()),
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
  const lines = [
    '| outcome | reason | object | request | RFP | file | |',
    '| --- | --- | --- | --- | --- | --- | --- |',
  ];
  let bytes = 0;
  for (const [n, request] of rows.entries()) {
    const row = rowOf(request, report, links);
    bytes += Buffer.byteLength(row);
    if (bytes > mostBytes) return [...lines, '', `and ${rows.length - n} more, see the JSON report`];
    lines.push(row);
  }
  return lines;
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

function leftOut(report: Report): string[] {
  if (report.leftOut.length === 0) return [];
  const byReason = Map.groupBy(report.leftOut, (entry) => entry.why);
  const lines = [...byReason].slice(0, 200).map(([why, entries]) => {
    const names = entries.slice(0, 5).map((entry) => escapeMarkdown(entry.path.slice(0, 300)));
    const more = entries.length > 5 ? `, and ${entries.length - 5} more` : '';
    return `- ${escapeMarkdown(why)} (${entries.length}): ${names.join(', ')}${more}`;
  });
  return ['', `<details><summary>${report.leftOut.length} left out</summary>`, '', ...lines, '', '</details>'];
}

/** The report as Markdown, for a job summary or a comment: worst first, under 1 MiB. */
export function markdownReport(report: Report, links: Links): string {
  const counts = Object.entries(report.counts).filter(([name, count]) => count > 0 && name !== 'leftOut');
  const lines = ['### file-checkouts', '', rangeLine(report, links), ''];
  if (report.error !== null) {
    lines.push(`**${escapeMarkdown(report.error.message)}**`, '', escapeMarkdown(report.error.remedy), '');
  }
  if (report.nothingToFile !== null) lines.push(`Nothing to file: ${escapeMarkdown(report.nothingToFile)}`, '');
  if (counts.length > 0) lines.push(counts.map(([name, count]) => `${count} ${name}`).join(', '), '');
  if (report.requests.length > 0) lines.push(...table(report, links));
  lines.push(...leftOut(report), '', ...report.notices.map((notice) => `- ${escapeMarkdown(notice)}`));
  return `${lines.join('\n').trimEnd()}\n`;
}
