import { counted, firstOf, joined, some, withinBytes } from '../counted.ts';
import { countAffected, dependentGroups } from './dependents.ts';
import { htmlLink } from './html/escape.ts';
import { commitUrl, compareUrl, type PageLinks } from './links.ts';
import { escapeMarkdown, markdownCode, markdownTable } from './markdown-parts.ts';
import { affectedPicture, mermaid, requestPicture } from './picture.ts';
import type { Report, ReportRequest } from './report-json.ts';
import { countsOf, countsText, needsReader, planGroups } from './request-words.ts';
import { comparedOf, leftOutByReason, requestTable, restText } from './sections.ts';

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
 * Returns the lines of the requests. Of a filing: a table. Of a plan: its groups, then a table, with those that need a reader in bold; of
 * more than 25 requests this has only the first 25 that need a reader, and the others follow folded. Each table has at most 1,000 rows, and
 * counts the others.
 */
function requestLines(report: Report, links: PageLinks): string[] {
  const { isPlan, columns, rows } = requestTable(report, links);
  const tableOf = (of: readonly ReportRequest[], most: number) => {
    const first = { columns, rows: of.slice(0, mostRows) };
    return markdownTable(first, most, restText, isPlan ? needsReader : undefined, of.length);
  };
  if (!isPlan) return tableOf(rows, mostBytes.rows);
  const seen = rows.length > mostOpen ? rows.filter(needsReader).slice(0, mostOpen) : rows;
  const folded = rows.slice(seen.length);
  const shown = seen.length === 0 ? [] : tableOf(seen, mostBytes.rows);
  const groups = planGroups(report.requests).map(
    (of) => `- **${escapeMarkdown(of.target)}**${escapeMarkdown(of.rest)}`,
  );
  const lines = [...firstOf(groups, mostGroups, (left) => `- and ${left} more targets`), '', ...shown];
  if (folded.length === 0) return lines;
  const which = `${seen.length === 0 ? '' : 'the other '}${counted(folded.length, 'request')}`;
  const others = tableOf(folded, mostBytes.rows - Buffer.byteLength(shown.join('\n')));
  return [...lines, '', `<details><summary>${which}</summary>`, '', ...others, '', '</details>'];
}

/** Returns a line: repository, branch, head, base (linked to the comparison if there are requests), why this base; '' without a range. */
function rangeLine(report: Report, links: PageLinks): string {
  const compared = comparedOf(report);
  if (compared === null) return '';
  const { base, head, why } = compared;
  const name = escapeMarkdown(compared.name);
  const chosen = why === '' ? '' : ` (${why})`;
  if (head === null) return `${name}${chosen}`;
  const commit = htmlLink(commitUrl(links, head), head.slice(0, 12));
  if (base === null) return `${name} at ${commit}${chosen}`;
  const url = report.requests.length > 0 ? compareUrl(links, base, head) : null;
  return `${name} at ${commit}, compared ${htmlLink(url, `${base.slice(0, 12)}...${head.slice(0, 12)}`)}${chosen}`;
}

/** Returns a line on the run: its number with a link, account, mapping file, version of the program. */
function runLine({ run, mapping, tool }: Report): string {
  const name = run.id === null ? '' : htmlLink(run.url, `run ${escapeMarkdown(run.id)}`);
  const who = run.actor === null ? '' : `by ${markdownCode(run.actor)}`;
  const used = mapping === null ? 'no mapping file' : `mapping ${markdownCode(mapping.path)}`;
  return joined([joined([name, who]), used, `file-checkouts ${escapeMarkdown(tool)}`], ' · ');
}

/** Returns the lines of an error: each line of its message in bold, up to 50 kB and the rest counted, and the remedy. */
function errorLines(error: NonNullable<Report['error']>): string[] {
  const lines = error.message.split('\n').map((line) => `**${escapeMarkdown(line.trimEnd()) || ' '}**  `);
  const shown = withinBytes(mostBytes.error, lines, (left) => [restText(left, ' lines')]);
  return [...shown, '', escapeMarkdown(error.remedy), ''];
}

/** Returns the lines on affected objects, folded if over 20: dependentGroups, 20 names of each, a graph if they are few. [] without any. */
function affected(report: Report): string[] {
  const { dependents } = report;
  if (dependents.length === 0) return [];
  const lines = dependentGroups(report).map(({ names, state, why }) => {
    return `- ${some(names.map(markdownCode), mostNames)} (${escapeMarkdown(state)}): ${escapeMarkdown(why)}`;
  });
  const shown = withinBytes(mostBytes.affected, lines, (left) => [`- ${restText(left, ' reasons')}`]);
  const graph = mermaid(affectedPicture(report));
  const summary = `<details${dependents.length > 20 ? '' : ' open'}><summary>affected: ${countAffected(dependents)}</summary>`;
  return ['', summary, '', ...shown, ...(graph.length === 0 ? [] : ['', ...graph]), '', '</details>'];
}

/** Returns the lines on files left out, folded: by reason, of each the first five; up to 150 kB, the rest counted. Empty without any. */
function leftOut(report: Report): string[] {
  const byReason = leftOutByReason(report);
  if (byReason.length === 0) return [];
  const lines = byReason.map(([why, entries]) => {
    const names = entries.map(({ path }) => markdownCode(path));
    const first = firstOf(names, 5, (left) => `and ${left} more`).join(', ');
    return `- ${escapeMarkdown(why)} (${entries.length}): ${first}`;
  });
  const shown = withinBytes(mostBytes.leftOut, lines, (left) => [`- ${restText(left, ' reasons')}`]);
  const { length } = byReason.flatMap(([, entries]) => entries);
  return ['', `<details><summary>${length} left out</summary>`, '', ...shown, '', '</details>'];
}

/** Returns the report as Markdown for a job summary or a comment, under 1 MiB: each part counts what it leaves out. */
export function markdownReport(report: Report, links: PageLinks): string {
  const lines = ['### file-checkouts', '', rangeLine(report, links), ''];
  if (report.error !== null) lines.push(...errorLines(report.error));
  if (report.nothingToFile !== null) lines.push(`Nothing to file: ${escapeMarkdown(report.nothingToFile)}`, '');
  if (report.requests.length > 0) lines.push(countsText(countsOf(report)), '', ...requestLines(report, links));
  lines.push(...affected(report));
  const picture = mermaid(requestPicture(report));
  if (picture.length > 0) lines.push('', '<details><summary>Picture</summary>', '', ...picture, '', '</details>');
  const notes = report.notices.map(({ message }) => `- ${escapeMarkdown(message)}`);
  const shown = withinBytes(mostBytes.notices, notes, (left) => [`- ${restText(left, ' notes')}`]);
  lines.push(...leftOut(report), '', ...shown, '', runLine(report));
  return `${lines.join('\n').trimEnd()}\n`;
}
