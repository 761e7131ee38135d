import { some } from '../counted.ts';
import { isEmptyTree } from '../git/object-ids.ts';
import { countAffected, dependentGroups } from './dependents.ts';
import { escapeMarkdown, markdownCode } from './escape-markdown.ts';
import { rowsWithin, within } from './fitting.ts';
import { commitUrl, compareUrl, fileUrl, type PageLinks } from './links.ts';
import { planTable } from './markdown-plan.ts';
import { mermaidAffected, mermaidPicture } from './mermaid.ts';
import { countsText, doingText, numberText, withOrder } from './plan-words.ts';
import { rangeRuleText } from './range-rule.ts';
import { objectText, ownWords, type Report, type ReportRequest, worstFirst } from './report-json.ts';

/** A job summary may have 1 MiB (over it the upload fails): each part stops well before that and counts the rest. */
const mostBytes = { error: 50_000, rows: 680_000, affected: 60_000, leftOut: 150_000, notices: 50_000 };

/** So many objects that are affected for one reason are named before the rest is counted. */
const mostNames = 20;

function linked(url: string | null, text: string): string {
  return url === null ? text : `<a href="${url}">${text}</a>`;
}

function fileCell(request: ReportRequest, report: Report, links: PageLinks): string {
  const text = markdownCode(request.path);
  const head = report.range?.head;
  const there = request.reason !== '*DELETE' && request.outcome !== 'withdrawn' && request.pathBase64 === undefined;
  return linked(head && there ? fileUrl(links, head, request.path) : null, text);
}

function rowOf(request: ReportRequest, report: Report, links: PageLinks): string {
  const { msg, remedy } = ownWords(request, report.error);
  const said = [msg ?? '', remedy ?? '', ...request.warnings].filter((text) => text !== '').join(' – ');
  const quiet = request.outcome === 'created' || request.outcome === 'updated' ? request.warnings.join(' – ') : said;
  const cells = [
    doingText(request),
    escapeMarkdown(request.reason),
    markdownCode(objectText(request)),
    // With its sign it would be a link to an issue.
    numberText(request).replace('#', ''),
    request.rfp ? withOrder(String(request.rfp), request) : '',
    fileCell(request, report, links),
    escapeMarkdown(quiet),
  ];
  return `| ${cells.join(' | ')} |`;
}

function requestLines(report: Report, links: PageLinks): string[] {
  if (!report.requests.some(({ outcome }) => outcome === 'planned')) return table(report, links);
  return planTable(report, (request) => fileCell(request, report, links), mostBytes.rows);
}

function table(report: Report, links: PageLinks): string[] {
  const lineOf = (request: ReportRequest) => rowOf(request, report, links);
  return [
    '| outcome | reason | object | request | RFP | file | |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rowsWithin(mostBytes.rows, worstFirst(report.requests), lineOf, (left) => [
      '',
      `and ${left} more, see the JSON report`,
    ]),
  ];
}

/** What was compared: the two commits of a push, or the one that was looked at. */
function rangeLine(report: Report, links: PageLinks): string {
  const { range } = report;
  if (range === null) return '';
  const { base, head } = range;
  const name = escapeMarkdown(`${range.repo ?? ''} ${range.branch ?? ''}`.trim());
  const rule = rangeRuleText(range);
  if (head === null) return rule === '' ? name : `${name} (${rule})`;
  const commit = linked(commitUrl(links, head), head.slice(0, 12));
  const real = base !== null && report.requests.length > 0 && !isEmptyTree(base);
  const span = base === null || isEmptyTree(base) ? '' : `${base.slice(0, 12)}...${head.slice(0, 12)}`;
  const compared = span === '' ? '' : `, compared ${real ? linked(compareUrl(links, base, head), span) : span}`;
  return `${name} at ${commit}${compared} (${rule})`;
}

function runLine({ run, mapping, tool }: Report): string {
  const who = run.actor === null ? '' : ` by ${markdownCode(run.actor)}`;
  const name = run.id === null ? '' : linked(run.url, `run ${escapeMarkdown(run.id)}`);
  const used = mapping === null ? 'no mapping file' : `mapping ${markdownCode(mapping.path)}`;
  return [`${name}${who}`.trim(), used, `file-checkouts ${escapeMarkdown(tool)}`]
    .filter((part) => part !== '')
    .join(' · ');
}

/** A message may have a line for each thing that is wrong, as the mapping's does. */
function errorLines(error: NonNullable<Report['error']>): string[] {
  const lines = error.message.split('\n').map((line) => `**${escapeMarkdown(line.trimEnd()) || ' '}**  `);
  const shown = within(mostBytes.error, lines, (left) => [`and ${left} more lines, see the JSON report`]);
  return [...shown, '', escapeMarkdown(error.remedy), ''];
}

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
  const lines = report.notices.map(({ message }) => `- ${escapeMarkdown(message)}`);
  return within(mostBytes.notices, lines, (left) => [`- and ${left} more notes, see the JSON report`]);
}

/** The report as Markdown, for a job summary or a comment: worst first, under 1 MiB. */
export function markdownReport(report: Report, links: PageLinks): string {
  const lines = ['### file-checkouts', '', rangeLine(report, links), ''];
  if (report.error !== null) lines.push(...errorLines(report.error));
  if (report.nothingToFile !== null) lines.push(`Nothing to file: ${escapeMarkdown(report.nothingToFile)}`, '');
  if (report.requests.length > 0) lines.push(countsText(report), '', ...requestLines(report, links));
  lines.push(...affected(report));
  const picture = mermaidPicture(report);
  if (picture.length > 0) lines.push('', '<details><summary>Picture</summary>', '', ...picture, '', '</details>');
  lines.push(...leftOut(report), '', ...notices(report), '', runLine(report));
  return `${lines.join('\n').trimEnd()}\n`;
}
