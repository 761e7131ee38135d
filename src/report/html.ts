import { within } from '../counted.ts';
import { htmlLink, htmlText } from './html/escape.ts';
import { htmlPage, htmlSection, htmlTable } from './html/parts.ts';
import { reportStyle } from './html/style.ts';
import { svgFigure } from './html/svg.ts';
import { commitUrl, compareUrl, type PageLinks } from './links.ts';
import { affectedPicture, requestPicture } from './picture.ts';
import type { Report, ReportRequest } from './report-json.ts';
import { countsOf, moodOf, planGroups } from './request-words.ts';
import {
  affectedTable,
  type Compared,
  comparedOf,
  leftOutByReason,
  requestTable,
  restText,
  verdictText,
} from './sections.ts';

/** Bytes of each part of a page, which is under 2 MB with all of them; the rest is counted. */
const mostBytes = {
  ...{ error: 50_000, notes: 50_000, targets: 20_000, requests: 1_400_000 },
  ...{ affected: 120_000, leftOut: 250_000, ofReason: 60_000 },
};
/** Most files of a list that is open at first. */
const mostOpen = 20;

/**
 * Returns the report as one HTML page that needs no other file and no script: what, when, who; the picture of a small
 * run; the requests, worst first; affected objects; what was left out and why; notes. It is under 2 MB: each part
 * counts what it leaves out. Its policy lets nothing run or load but its own style.
 */
export function htmlReport(report: Report, links: PageLinks): string {
  const title = htmlText(['Check-outs', comparedOf(report)?.name ?? ''].join(' ').trim());
  const notes = within(mostBytes.notes, items(report.notices.map(({ message }) => message)), restItem(' notes'));
  return htmlPage({ title, style: reportStyle }, heading(title, report, links), [
    svgFigure(requestPicture(report)),
    htmlSection('requests', 'Requests', requestParts(report, links)),
    htmlSection('affected', 'Affected', affectedParts(report)),
    htmlSection('left-out', 'Left out, and why', leftOutParts(report)),
    htmlSection('notes', 'Notes', notes.length === 0 ? [] : [`<ul>\n${notes.join('\n')}\n</ul>`]),
  ]);
}

const items = (texts: readonly string[]) => texts.map((text) => `<li>${htmlText(text)}</li>`);
const restItem = (what: string) => (left: number) => [`<li>${restText(left, what)}</li>`];

/** Makes the targets of a plan and the table of requests, worst first; their mood is a class (none for `good`); none without any. */
function requestParts(report: Report, links: PageLinks): string[] {
  const { requests } = report;
  if (requests.length === 0) return [];
  const { isPlan, table } = requestTable(report, links);
  const which = requests.length === 1 ? 'the one request' : `the ${requests.length} requests`;
  const targets = planGroups(requests).map((of) => `<li><b>${htmlText(of.target)}</b>${htmlText(of.rest)}</li>`);
  const shown = within(mostBytes.targets, targets, (left) => [`<li>and ${left} more targets</li>`]);
  const look = {
    ...{
      id: 'requests',
      look: 'requests',
      caption: `What ${isPlan ? 'would become' : 'became'} of ${which}, worst first`,
    },
    ...{ most: mostBytes.requests, rest: (left: number) => restText(left, ' requests') },
    rowLook: (row: ReportRequest) => (moodOf(row) === 'good' ? '' : moodOf(row)),
  };
  return [...(targets.length === 0 ? [] : [`<ul>${shown.join('\n')}</ul>`]), htmlTable(table, look)];
}

/** Makes a graph of a small push and the table of affected objects; none without any. */
function affectedParts(report: Report): string[] {
  if (report.dependents.length === 0) return [];
  const caption = 'Objects that use a changed file';
  const look = { id: 'affected', look: 'affected', caption, most: mostBytes.affected, rest: restText };
  return [svgFigure(affectedPicture(report)), htmlTable(affectedTable(report), look)].filter((part) => part !== '');
}

/** Lists the left-out files of each reason, closed if they are more than 20; none without any. */
function leftOutParts(report: Report): string[] {
  const lists = leftOutByReason(report).map(([why, files]) => {
    const names = files.map(({ path, previousPath }) => `${path}${previousPath ? ` (was ${previousPath})` : ''}`);
    const shown = within(mostBytes.ofReason, items(names), restItem(''));
    const open = files.length > mostOpen ? '' : ' open';
    return `<details${open}><summary>${htmlText(why)} (${files.length})</summary><ul>${shown.join('\n')}</ul></details>`;
  });
  return within(mostBytes.leftOut, lists, (left) => [`<p>${restText(left, ' reasons')}</p>`]);
}

/** Returns the head of the page: title, verdict, the error on its lines, counts, and the facts of the run. */
function heading(title: string, report: Report, links: PageLinks): string {
  const { error, counts, exitCode } = report;
  const lines = within(mostBytes.error, error?.message.split('\n').map(htmlText) ?? [], (left) => [
    `and ${left} more lines`,
  ]);
  const box = error && `<div class="error"><pre>${lines.join('\n')}</pre><p>${htmlText(error.remedy)}</p></div>`;
  const all = [...countsOf(report), ...(counts.leftOut === 0 ? [] : [['left out', counts.leftOut] as const])];
  const count = `<ul class="counts">${all.map(([word, of]) => `<li><b>${of}</b> ${word}</li>`).join('')}</ul>`;
  const list = facts(report, links).map(([name, html]) => `<div><dt>${name}</dt><dd>${html}</dd></div>`);
  return `<header><h1>${title}</h1>
<p class="verdict ${exitCode === 0 ? 'good' : 'bad'}">${htmlText(verdictText(report))}</p>
${box ?? ''}${all.length === 0 ? '' : count}
<dl>${list.join('\n')}</dl></header>`;
}

/** Returns what is known of the run, names and values as HTML; what is not known is left out. */
function facts(report: Report, links: PageLinks): [name: string, html: string][] {
  const { run, range, mapping, tool, exitCode, command } = report;
  const compared = comparedOf(report);
  const all: [string, string | null | undefined][] = [
    ['repository', range?.repo && htmlText(range.repo)],
    ['branch', range?.branch && htmlText(range.branch)],
    ['commit', compared && commits(compared, links)],
    ['range', compared && htmlText(compared.why)],
    ['when', `<time datetime="${htmlText(run.at)}">${htmlText(`${run.at.slice(0, 19).replace('T', ' ')} UTC`)}</time>`],
    ['who', run.actor === null ? null : htmlText(run.actor)],
    ['run', run.id === null ? null : htmlLink(run.url, htmlText(`${run.id}, attempt ${run.attempt}`))],
    ['mapping', mapping === null ? 'none' : htmlText(mapping.path)],
    ['exit code', String(exitCode)],
    ['made by', htmlText(`file-checkouts ${tool}, ${command}`)],
  ];
  return all.filter((fact): fact is [string, string] => Boolean(fact[1]));
}

/** Links the commit and, unless all files were new, the one that it was compared with; empty without a commit. */
function commits({ base, head }: Compared, links: PageLinks): string {
  if (head === null) return '';
  const commit = htmlLink(commitUrl(links, head), htmlText(head.slice(0, 12)));
  return base === null
    ? commit
    : `${commit}, compared with ${htmlLink(compareUrl(links, base, head), htmlText(base.slice(0, 12)))}`;
}
