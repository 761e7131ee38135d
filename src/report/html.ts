import { limitLinesByBytes } from '../counted.ts';
import { escapeHtml, renderLink } from './html/escape.ts';
import { renderHtmlPage, renderHtmlSection, renderHtmlTable } from './html/parts.ts';
import { reportStyle } from './html/style.ts';
import { renderSvgFigure } from './html/svg.ts';
import { buildCommitUrl, buildCompareUrl, type PageLinks } from './links.ts';
import { buildAffectedPicture, buildRequestPicture } from './picture.ts';
import type { Report, ReportRequest } from './report-json.ts';
import { chooseMood, countOutcomes, groupPlannedRequests } from './request-words.ts';
import {
  buildAffectedTable,
  buildRequestTable,
  describeRest,
  describeVerdict,
  findComparedCommits,
  groupLeftOutByReason,
} from './sections.ts';

/** Bytes of each part of a page, which is under 2 MB with all of them; the rest is counted. */
const mostBytes = {
  ...{ error: 50_000, notes: 50_000, targets: 20_000, requests: 1_400_000 },
  ...{ affected: 120_000, leftOut: 250_000, ofReason: 60_000 },
};
/** Most files of a list that is open at first. */
const mostOpen = 20;

/**
 * Returns the report as one HTML page that needs no other file and no script: verdict and facts of the run; the picture of a small run;
 * requests; affected objects; files left out, by reason; notes. It is under 2 MB: each part counts what it leaves out.
 */
export function renderHtmlReport(report: Report, links: PageLinks): string {
  const title = escapeHtml(['Check-outs', findComparedCommits(report)?.name ?? ''].join(' ').trim());
  const messages = report.notices.map(({ message }) => message);
  const notes = renderListItems(messages, mostBytes.notes, ' notes');
  return renderHtmlPage({ title, style: reportStyle }, renderHeading(title, report, links), [
    renderSvgFigure(buildRequestPicture(report)),
    renderHtmlSection('requests', 'Requests', renderRequests(report, links)),
    renderHtmlSection('affected', 'Affected', renderAffected(report)),
    renderHtmlSection('left-out', 'Left out, and why', renderLeftOut(report)),
    renderHtmlSection('notes', 'Notes', notes.length === 0 ? [] : [`<ul>\n${notes.join('\n')}\n</ul>`]),
  ]);
}

/** Returns HTML list items: the texts, escaped, up to `most` bytes, then one that counts the others. @param what as ` notes`, with blank */
function renderListItems(texts: readonly string[], most: number, what: string): string[] {
  const items = texts.map((text) => `<li>${escapeHtml(text)}</li>`);
  return limitLinesByBytes(most, items, (left) => [`<li>${describeRest(left, what)}</li>`]);
}

/** Returns two HTML texts: the groups of a plan as a list ('' without any), and the table of requests, worst first; [] without requests. */
function renderRequests(report: Report, links: PageLinks): string[] {
  const { requests } = report;
  if (requests.length === 0) return [];
  const table = buildRequestTable(report, links);
  const which = requests.length === 1 ? 'the one request' : `the ${requests.length} requests`;
  const groups = groupPlannedRequests(requests);
  const targets = groups.map(({ target, rest }) => `<li><b>${escapeHtml(target)}</b>${escapeHtml(rest)}</li>`);
  const shown = limitLinesByBytes(mostBytes.targets, targets, (left) => [`<li>and ${left} more targets</li>`]);
  const caption = `What ${table.isPlan ? 'would become' : 'became'} of ${which}, worst first`;
  const rest = (left: number) => describeRest(left, ' requests');
  const rowLook = (row: ReportRequest) => (chooseMood(row) === 'good' ? '' : chooseMood(row));
  const look = { id: 'requests', look: 'requests', caption, most: mostBytes.requests, rest, rowLook };
  return [targets.length === 0 ? '' : `<ul>${shown.join('\n')}</ul>`, renderHtmlTable(table, look)];
}

/** Returns the picture of affected objects ('' if over 20 of them, or of other files), and the table of them; [] without any. */
function renderAffected(report: Report): string[] {
  if (report.dependents.length === 0) return [];
  const caption = 'Objects that use a changed file';
  const look = { id: 'affected', look: 'affected', caption, most: mostBytes.affected, rest: describeRest };
  return [renderSvgFigure(buildAffectedPicture(report)), renderHtmlTable(buildAffectedTable(report), look)];
}

/** Returns `details` of files left out (not still open), one a reason, up to limits of bytes; each open with up to 20. [] for none. */
function renderLeftOut(report: Report): string[] {
  const lists = groupLeftOutByReason(report).map(([why, files]) => {
    const names = files.map(({ path, previousPath }) => `${path}${previousPath ? ` (was ${previousPath})` : ''}`);
    const items = renderListItems(names, mostBytes.ofReason, '').join('\n');
    const open = files.length > mostOpen ? '' : ' open';
    return `<details${open}><summary>${escapeHtml(why)} (${files.length})</summary><ul>${items}</ul></details>`;
  });
  return limitLinesByBytes(mostBytes.leftOut, lists, (left) => [`<p>${describeRest(left, ' reasons')}</p>`]);
}

/** Returns the header of the page: title (HTML), verdict, the error with its remedy, counts of requests and files left out, facts. */
function renderHeading(title: string, report: Report, links: PageLinks): string {
  const { error, counts, exitCode } = report;
  const moreLines = (left: number) => [`and ${left} more lines`];
  const lines = limitLinesByBytes(mostBytes.error, error?.message.split('\n').map(escapeHtml) ?? [], moreLines);
  const box = error && `<div class="error"><pre>${lines.join('\n')}</pre><p>${escapeHtml(error.remedy)}</p></div>`;
  const all = [...countOutcomes(report), ...(counts.leftOut === 0 ? [] : [['left out', counts.leftOut] as const])];
  const count = `<ul class="counts">${all.map(([word, of]) => `<li><b>${of}</b> ${word}</li>`).join('')}</ul>`;
  return `<header><h1>${title}</h1>
<p class="verdict ${exitCode === 0 ? 'good' : 'bad'}">${escapeHtml(describeVerdict(report))}</p>
${box ?? ''}${all.length === 0 ? '' : count}
<dl>${renderFacts(report, links).join('\n')}</dl></header>`;
}

/** Returns a `div` for each known fact: repository, branch, commits, why these commits, time, account, run, mapping, exit code, version. */
function renderFacts(report: Report, links: PageLinks): string[] {
  const { run, range, mapping, tool, exitCode, command } = report;
  const at = run.at.slice(0, 19).replace('T', ' ');
  const all: [string, string | null | undefined][] = [
    ['repository', range?.repo && escapeHtml(range.repo)],
    ['branch', range?.branch && escapeHtml(range.branch)],
    ['commit', renderCommits(report, links)],
    ['range', escapeHtml(findComparedCommits(report)?.why ?? '')],
    ['when', `<time datetime="${escapeHtml(run.at)}">${escapeHtml(at)} UTC</time>`],
    ['who', run.actor && escapeHtml(run.actor)],
    ['run', run.id === null ? null : renderLink(run.url, escapeHtml(`${run.id}, attempt ${run.attempt}`))],
    ['mapping', mapping === null ? 'none' : escapeHtml(mapping.path)],
    ['exit code', String(exitCode)],
    ['made by', escapeHtml(`file-checkouts ${tool}, ${command}`)],
  ];
  return all.flatMap(([name, html]) => (html ? [`<div><dt>${name}</dt><dd>${html}</dd></div>`] : []));
}

/** Returns the first 12 digits of the head, and of the base if there is one, linked to commit and comparison (in CI); '' without a head. */
function renderCommits(report: Report, links: PageLinks): string {
  const { base = null, head = null } = findComparedCommits(report) ?? {};
  if (head === null) return '';
  const commit = renderLink(buildCommitUrl(links, head), escapeHtml(head.slice(0, 12)));
  if (base === null) return commit;
  return `${commit}, compared with ${renderLink(buildCompareUrl(links, base, head), escapeHtml(base.slice(0, 12)))}`;
}
