import { formatCount, formatNames, joinTexts, limitLines, limitLinesByBytes } from '../counted.ts';
import { formatAffectedCount, groupDependents } from './dependents.ts';
import { renderLink } from './html/escape.ts';
import { buildCommitUrl, buildCompareUrl, type PageLinks } from './links.ts';
import { escapeMarkdown, renderCode, renderMarkdownTable } from './markdown-parts.ts';
import { buildAffectedPicture, buildRequestPicture, renderMermaid } from './picture.ts';
import type { Report, ReportRequest } from './report-json.ts';
import { countOutcomes, formatCounts, groupPlannedRequests, needsReader } from './request-words.ts';
import { buildRequestTable, describeRest, findComparedCommits, groupLeftOutByReason } from './sections.ts';

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

/**
 * Returns the requests as lines: of a filing a table; of a plan groups, and a table with those that need a reader in bold. In a plan of
 * over 25 it has the first 25 that need a reader, and a folded table has all others. Each ends after 1,000 rows, and counts the rest.
 */
function renderRequestLines(report: Report, links: PageLinks): string[] {
  const { isPlan, columns, rows } = buildRequestTable(report, links);
  const renderTable = (of: readonly ReportRequest[], most: number) => {
    const first = { columns, rows: of.slice(0, mostRows) };
    return renderMarkdownTable(first, most, describeRest, isPlan ? needsReader : undefined, of.length);
  };
  if (!isPlan) return renderTable(rows, mostBytes.rows);
  const seen = rows.length > mostOpen ? rows.filter(needsReader).slice(0, mostOpen) : rows;
  const folded = rows.slice(seen.length);
  const shown = seen.length === 0 ? [] : renderTable(seen, mostBytes.rows);
  const groups = groupPlannedRequests(report.requests);
  const targets = groups.map(({ target, rest }) => `- **${escapeMarkdown(target)}**${escapeMarkdown(rest)}`);
  const lines = [...limitLines(targets, mostGroups, (left) => `- and ${left} more targets`), '', ...shown];
  if (folded.length === 0) return lines;
  const which = `${seen.length === 0 ? '' : 'the other '}${formatCount(folded.length, 'request')}`;
  const others = renderTable(folded, mostBytes.rows - Buffer.byteLength(shown.join('\n')));
  return [...lines, ...renderDetails(which, others)];
}

/** Returns an empty line, and below it the lines in `details`, closed unless `isOpen`, under a summary (HTML); [] without lines. */
function renderDetails(summary: string, lines: readonly string[], isOpen = false): string[] {
  if (lines.length === 0) return [];
  return ['', `<details${isOpen ? ' open' : ''}><summary>${summary}</summary>`, '', ...lines, '', '</details>'];
}

/** Returns a line: repository, branch, head, base (linked to the comparison if there are requests), why this base; '' without a range. */
function renderRangeLine(report: Report, links: PageLinks): string {
  const compared = findComparedCommits(report);
  if (compared === null) return '';
  const { base, head, why } = compared;
  const name = escapeMarkdown(compared.name);
  const chosen = why === '' ? '' : ` (${why})`;
  if (head === null) return `${name}${chosen}`;
  const commit = renderLink(buildCommitUrl(links, head), head.slice(0, 12));
  if (base === null) return `${name} at ${commit}${chosen}`;
  const url = report.requests.length > 0 ? buildCompareUrl(links, base, head) : null;
  return `${name} at ${commit}, compared ${renderLink(url, `${base.slice(0, 12)}...${head.slice(0, 12)}`)}${chosen}`;
}

/** Returns a line on the run: its number with a link, account, mapping file, version of the program. */
function renderRunLine({ run, mapping, tool }: Report): string {
  const name = run.id === null ? '' : renderLink(run.url, `run ${escapeMarkdown(run.id)}`);
  const who = run.actor === null ? '' : `by ${renderCode(run.actor)}`;
  const used = mapping === null ? 'no mapping file' : `mapping ${renderCode(mapping.path)}`;
  return joinTexts([joinTexts([name, who]), used, `file-checkouts ${escapeMarkdown(tool)}`], ' · ');
}

/** Returns the lines of an error: each line of its message in bold, up to 50 kB and the rest counted, and the remedy. */
function renderErrorLines(error: NonNullable<Report['error']>): string[] {
  const lines = error.message.split('\n').map((line) => `**${escapeMarkdown(line.trimEnd()) || ' '}**  `);
  const shown = limitLinesByBytes(mostBytes.error, lines, (left) => [describeRest(left, ' lines')]);
  return [...shown, '', escapeMarkdown(error.remedy), ''];
}

/** Returns the lines on affected objects, folded if over 20: for each reason 20 names, and a graph if they are few. [] without any. */
function renderAffectedLines(report: Report): string[] {
  const { dependents } = report;
  const lines = groupDependents(report).map(({ names, state, why }) => {
    return `- ${formatNames(names.map(renderCode), mostNames)} (${escapeMarkdown(state)}): ${escapeMarkdown(why)}`;
  });
  const shown = limitLinesByBytes(mostBytes.affected, lines, (left) => [`- ${describeRest(left, ' reasons')}`]);
  const graph = renderMermaid(buildAffectedPicture(report));
  const all = [...shown, ...(graph.length === 0 ? [] : ['', ...graph])];
  return renderDetails(`affected: ${formatAffectedCount(dependents)}`, all, dependents.length <= 20);
}

/** Returns files left out (not still open) as lines, folded: of each reason the first five; up to 150 kB, the rest counted. [] for none. */
function renderLeftOutLines(report: Report): string[] {
  const byReason = groupLeftOutByReason(report);
  const lines = byReason.map(([why, entries]) => {
    const names = entries.map(({ path }) => renderCode(path));
    const first = limitLines(names, 5, (left) => `and ${left} more`).join(', ');
    return `- ${escapeMarkdown(why)} (${entries.length}): ${first}`;
  });
  const shown = limitLinesByBytes(mostBytes.leftOut, lines, (left) => [`- ${describeRest(left, ' reasons')}`]);
  const { length } = byReason.flatMap(([, entries]) => entries);
  return renderDetails(`${length} left out`, shown);
}

/** Returns the report as Markdown for a job summary or a comment, under 1 MiB: each part counts what it leaves out. */
export function renderMarkdownReport(report: Report, links: PageLinks): string {
  const lines = ['### file-checkouts', '', renderRangeLine(report, links), ''];
  if (report.error !== null) lines.push(...renderErrorLines(report.error));
  if (report.nothingToFile !== null) lines.push(`Nothing to file: ${escapeMarkdown(report.nothingToFile)}`, '');
  if (report.requests.length > 0)
    lines.push(formatCounts(countOutcomes(report)), '', ...renderRequestLines(report, links));
  lines.push(...renderAffectedLines(report));
  lines.push(...renderDetails('Picture', renderMermaid(buildRequestPicture(report))));
  const notes = report.notices.map(({ message }) => `- ${escapeMarkdown(message)}`);
  const shown = limitLinesByBytes(mostBytes.notices, notes, (left) => [`- ${describeRest(left, ' notes')}`]);
  lines.push(...renderLeftOutLines(report), '', ...shown, '', renderRunLine(report));
  return `${lines.join('\n').trimEnd()}\n`;
}
