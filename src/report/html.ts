import { createHash } from 'node:crypto';
import { within } from '../counted.ts';
import { htmlLink, htmlTable, htmlText } from './html/escape.ts';
import { affectedPicture, requestPicture } from './html/picture.ts';
import { htmlStyle } from './html/style.ts';
import { commitUrl, compareUrl, type PageLinks } from './links.ts';
import type { Report, ReportRequest } from './report-json.ts';
import { countsOf, moodOf, planGroups } from './request-words.ts';
import {
  affectedColumns,
  type Column,
  comparedOf,
  leftOutByReason,
  requestTable,
  requestUrl,
  restText,
  verdictText,
} from './sections.ts';

/** Bytes of each part of a page, which is under 2 MB with all of them; the rest is counted. */
const mostBytes = {
  ...{ error: 50_000, notes: 50_000, targets: 20_000, requests: 1_400_000 },
  ...{ affected: 120_000, leftOut: 250_000, ofReason: 60_000 },
};
/** Most requests of a run whose files are links: the addresses are longer than all the rest. */
const mostLinked = 1000;
/** Most files of a list that is open at first. */
const mostOpen = 20;

/**
 * Returns the report as one HTML page that needs no other file and no script: what, when, who; the picture of a small
 * run; the requests, worst first; affected objects; what was left out and why; notes. It is under 2 MB: each part
 * counts what it leaves out. Its policy lets nothing run or load but its own style.
 */
export function htmlReport(report: Report, links: PageLinks): string {
  const styleHash = createHash('sha256').update(htmlStyle).digest('base64');
  const title = htmlText(['Check-outs', comparedOf(report)?.name ?? ''].join(' ').trim());
  const notes = within(mostBytes.notes, items(report.notices.map(({ message }) => message)), restItem(' notes'));
  const parts = [
    requestPicture(report),
    section('requests', 'Requests', requestParts(report, links)),
    section('affected', 'Affected', affectedParts(report)),
    section('left-out', 'Left out, and why', leftOutParts(report)),
    section('notes', 'Notes', notes.length === 0 ? [] : [`<ul>\n${notes.join('\n')}\n</ul>`]),
  ];
  const head = { title, policy: `style-src 'sha256-${styleHash}'`, style: htmlStyle };
  return htmlPage(head, heading(title, report, links), parts);
}

/**
 * Returns a page that needs no other file. Title, heading and parts are HTML already; empty parts are left out.
 * @param head.policy directives of a content security policy: nothing else may be loaded
 */
export function htmlPage(
  { title, policy, style }: Readonly<Record<'title' | 'policy' | 'style', string>>,
  heading: string,
  parts: readonly string[],
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; ${policy}; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
${heading}
<main>
${parts.filter((part) => part !== '').join('\n')}
</main>
</body>
</html>
`;
}

/** Makes a section with its title; empty without parts. */
function section(id: string, title: string, parts: readonly string[]): string {
  if (parts.length === 0) return '';
  return `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>\n${parts.join('\n')}</section>`;
}

const items = (texts: readonly string[]) => texts.map((text) => `<li>${htmlText(text)}</li>`);
const restItem = (what: string) => (left: number) => [`<li>${restText(left, what)}</li>`];

/** Writes a row of a table without the end tags that HTML does not need. @param fileOf makes the cell of a file */
function tableRow<Row>(row: Row, columns: readonly Column<Row>[], look: string, fileOf: (row: Row) => string): string {
  const cells = columns.map(({ is, textsOf }) => {
    if (is === 'file') return `<td>${fileOf(row)}`;
    return `${is === 'lead' ? '<th scope=row>' : '<td>'}${textsOf(row).map(htmlText).join('<br>')}`;
  });
  return `<tr${look}>${cells.join('')}`;
}

/** Makes the targets of a plan and the table of requests, worst first; their mood is a class (none for `good`); none without any. */
function requestParts(report: Report, links: PageLinks): string[] {
  const { requests } = report;
  if (requests.length === 0) return [];
  const { isPlan, rows, columns } = requestTable(report);
  const fileOf = (request: ReportRequest) => {
    const url = requests.length > mostLinked ? null : requestUrl(request, report, links);
    const was = request.previousPath === null ? '' : `<br>was ${htmlText(request.previousPath)}`;
    return htmlLink(url, htmlText(request.path)) + was;
  };
  const lines = rows.map((row) => {
    const mood = moodOf(row);
    return tableRow(row, columns, mood === 'good' ? '' : ` class=${mood}`, fileOf);
  });
  const rest = (left: number) => [`<tr><td colspan=${columns.length}>${restText(left, ' requests')}`];
  const which = requests.length === 1 ? 'the one request' : `the ${requests.length} requests`;
  const caption = `What ${isPlan ? 'would become' : 'became'} of ${which}, worst first`;
  const heads = columns.map(({ head }) => head);
  const targets = planGroups(requests).map((of) => `<li><b>${htmlText(of.target)}</b>${htmlText(of.rest)}</li>`);
  const shown = within(mostBytes.targets, targets, (left) => [`<li>and ${left} more targets</li>`]);
  return [
    ...(targets.length === 0 ? [] : [`<ul>${shown.join('\n')}</ul>`]),
    htmlTable('aria-labelledby="requests"', { caption, heads }, within(mostBytes.requests, lines, rest)),
  ];
}

/** Makes a graph of a small push and the table of affected objects; none without any. */
function affectedParts(report: Report): string[] {
  const { dependents } = report;
  if (dependents.length === 0) return [];
  const columns = affectedColumns(report);
  const lines = dependents.map((one) => tableRow(one, columns, '', ({ path }) => htmlText(path)));
  const rest = (left: number) => [`<tr><td colspan=${columns.length}>${restText(left)}`];
  const heads = columns.map(({ head }) => head);
  const table = { look: 'scroll affected', caption: 'Objects that use a changed file', heads };
  const shown = within(mostBytes.affected, lines, rest);
  const picture = affectedPicture(report);
  const drawn = picture === '' ? [] : [picture];
  return [...drawn, htmlTable('aria-label="Table of what is affected"', table, shown)];
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
function commits({ base, head }: NonNullable<ReturnType<typeof comparedOf>>, links: PageLinks): string {
  if (head === null) return '';
  const commit = htmlLink(commitUrl(links, head), htmlText(head.slice(0, 12)));
  return base === null
    ? commit
    : `${commit}, compared with ${htmlLink(compareUrl(links, base, head), htmlText(base.slice(0, 12)))}`;
}
