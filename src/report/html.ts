import { withinBytes } from '../counted.ts';
import { htmlLink, htmlText } from './html/escape.ts';
import { htmlPage, htmlSection, htmlTable } from './html/parts.ts';
import { reportStyle } from './html/style.ts';
import { svgFigure } from './html/svg.ts';
import { commitUrl, compareUrl, type PageLinks } from './links.ts';
import { affectedPicture, requestPicture } from './picture.ts';
import type { Report, ReportRequest } from './report-json.ts';
import { countsOf, moodOf, planGroups } from './request-words.ts';
import { affectedTable, comparedOf, leftOutByReason, requestTable, restText, verdictText } from './sections.ts';

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
export function htmlReport(report: Report, links: PageLinks): string {
  const title = htmlText(['Check-outs', comparedOf(report)?.name ?? ''].join(' ').trim());
  const messages = report.notices.map(({ message }) => message);
  const notes = withinBytes(mostBytes.notes, listItems(messages), restItem(' notes'));
  return htmlPage({ title, style: reportStyle }, heading(title, report, links), [
    svgFigure(requestPicture(report)),
    htmlSection('requests', 'Requests', requestParts(report, links)),
    htmlSection('affected', 'Affected', affectedParts(report)),
    htmlSection('left-out', 'Left out, and why', leftOutParts(report)),
    htmlSection('notes', 'Notes', notes.length === 0 ? [] : [`<ul>\n${notes.join('\n')}\n</ul>`]),
  ]);
}

/** Returns an HTML list item for each text, escaped. */
const listItems = (texts: readonly string[]) => texts.map((text) => `<li>${htmlText(text)}</li>`);
/** Returns a function that makes a list item of the number of `what` that are left (see restText), for withinBytes. */
const restItem = (what: string) => (left: number) => [`<li>${restText(left, what)}</li>`];

/** Returns a plan's `planGroups` as a list, and the table of requests (class of a row: `moodOf`, none for `good`); [] without any. */
function requestParts(report: Report, links: PageLinks): string[] {
  const { requests } = report;
  if (requests.length === 0) return [];
  const table = requestTable(report, links);
  const which = requests.length === 1 ? 'the one request' : `the ${requests.length} requests`;
  const targets = planGroups(requests).map((of) => `<li><b>${htmlText(of.target)}</b>${htmlText(of.rest)}</li>`);
  const shown = withinBytes(mostBytes.targets, targets, (left) => [`<li>and ${left} more targets</li>`]);
  const caption = `What ${table.isPlan ? 'would become' : 'became'} of ${which}, worst first`;
  const rest = (left: number) => restText(left, ' requests');
  const rowLook = (row: ReportRequest) => (moodOf(row) === 'good' ? '' : moodOf(row));
  const look = { id: 'requests', look: 'requests', caption, most: mostBytes.requests, rest, rowLook };
  return [...(targets.length === 0 ? [] : [`<ul>${shown.join('\n')}</ul>`]), htmlTable(table, look)];
}

/** Returns the picture of affected objects, if they are few, and their table; empty without any. */
function affectedParts(report: Report): string[] {
  if (report.dependents.length === 0) return [];
  const caption = 'Objects that use a changed file';
  const look = { id: 'affected', look: 'affected', caption, most: mostBytes.affected, rest: restText };
  return [svgFigure(affectedPicture(report)), htmlTable(affectedTable(report), look)].filter((part) => part !== '');
}

/** Returns a `details` element for each reason, with the files left out for it; open if these are 20 or fewer. [] without any. */
function leftOutParts(report: Report): string[] {
  const lists = leftOutByReason(report).map(([why, files]) => {
    const names = files.map(({ path, previousPath }) => `${path}${previousPath ? ` (was ${previousPath})` : ''}`);
    const shown = withinBytes(mostBytes.ofReason, listItems(names), restItem(''));
    const open = files.length > mostOpen ? '' : ' open';
    return `<details${open}><summary>${htmlText(why)} (${files.length})</summary><ul>${shown.join('\n')}</ul></details>`;
  });
  return withinBytes(mostBytes.leftOut, lists, (left) => [`<p>${restText(left, ' reasons')}</p>`]);
}

/** Returns the header of the page: title (HTML), verdict, the error with its remedy, counts of requests and files left out, facts. */
function heading(title: string, report: Report, links: PageLinks): string {
  const { error, counts, exitCode } = report;
  const moreLines = (left: number) => [`and ${left} more lines`];
  const lines = withinBytes(mostBytes.error, error?.message.split('\n').map(htmlText) ?? [], moreLines);
  const box = error && `<div class="error"><pre>${lines.join('\n')}</pre><p>${htmlText(error.remedy)}</p></div>`;
  const all = [...countsOf(report), ...(counts.leftOut === 0 ? [] : [['left out', counts.leftOut] as const])];
  const count = `<ul class="counts">${all.map(([word, of]) => `<li><b>${of}</b> ${word}</li>`).join('')}</ul>`;
  return `<header><h1>${title}</h1>
<p class="verdict ${exitCode === 0 ? 'good' : 'bad'}">${htmlText(verdictText(report))}</p>
${box ?? ''}${all.length === 0 ? '' : count}
<dl>${facts(report, links).join('\n')}</dl></header>`;
}

/** Returns a `div` for each known fact: repository, branch, commits, why these, time, account, run, mapping, exit code, version. */
function facts(report: Report, links: PageLinks): string[] {
  const { run, range, mapping, tool, exitCode, command } = report;
  const all: [string, string | null | undefined][] = [
    ['repository', range?.repo && htmlText(range.repo)],
    ['branch', range?.branch && htmlText(range.branch)],
    ['commit', commits(report, links)],
    ['range', htmlText(comparedOf(report)?.why ?? '')],
    ['when', `<time datetime="${htmlText(run.at)}">${htmlText(`${run.at.slice(0, 19).replace('T', ' ')} UTC`)}</time>`],
    ['who', run.actor && htmlText(run.actor)],
    ['run', run.id === null ? null : htmlLink(run.url, htmlText(`${run.id}, attempt ${run.attempt}`))],
    ['mapping', mapping === null ? 'none' : htmlText(mapping.path)],
    ['exit code', String(exitCode)],
    ['made by', htmlText(`file-checkouts ${tool}, ${command}`)],
  ];
  return all.flatMap(([name, html]) => (html ? [`<div><dt>${name}</dt><dd>${html}</dd></div>`] : []));
}

/** Returns the first 12 digits of the head, and of the base if there is one, linked to commit and comparison (in CI); '' without a head. */
function commits(report: Report, links: PageLinks): string {
  const { base = null, head = null } = comparedOf(report) ?? {};
  if (head === null) return '';
  const commit = htmlLink(commitUrl(links, head), htmlText(head.slice(0, 12)));
  if (base === null) return commit;
  return `${commit}, compared with ${htmlLink(compareUrl(links, base, head), htmlText(base.slice(0, 12)))}`;
}
