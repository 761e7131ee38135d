import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { timeText } from '../counted.ts';
import { within } from '../report/fitting.ts';
import { htmlLink, htmlText } from '../report/html/escape.ts';
import { htmlPage } from '../report/html.ts';
import { commitUrl, type PageLinks } from '../report/links.ts';
import { dataText, type PageData, type PageRow, pageData } from './page-data.ts';
import { type Column, type Section, sectionsOf } from './sections.ts';
import { type Status, waiting } from './status.ts';
import { asFarAs, askedText, countsText, labelsOf, nothingText, sharedText, warningsOf } from './status-words.ts';

/** Bytes of each table that the script does not draw; the rest is counted. */
const mostBytes = 250_000;
/** So many requests stand there without the script, too. */
const mostRows = 200;

/** Beside this file, or beside the chunk that it is part of: the build puts them there (rolldown.config.ts). */
const pageFile = (name: string) => readFileSync(new URL(`./status-page/${name}`, import.meta.url), 'utf8');
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** A table in a frame that scrolls sideways where it has no room. The first cell heads its row. */
function table({ title, columns, rows }: Section, labels: readonly string[], links: PageLinks): string {
  const id = title.toLowerCase().replaceAll(' ', '-');
  const isCounts = columns.some(({ is }) => is === 'count');
  const isWide = columns.map(({ is }) => !isCounts && wideColumns.has(is));
  const cellOf = (value: string, n: number) => {
    const { is } = columns[n] as Column;
    if (is === 'commit') return commitLink(links, value);
    return htmlText(is === 'branch' ? (labels[Number(value)] ?? '') : value);
  };
  const lines = rows.map((cells) => rowOf(cells.map(cellOf), isWide));
  const left = (more: number) => [`<tr><td colspan=${columns.length}>and ${more} more: see --format json`];
  return `<section aria-labelledby="${id}"><h2 id="${id}">${title} (${rows.length})</h2>
<div class="scroll" tabindex="0" role="group" aria-labelledby="${id}"><table class="${isCounts ? 'counts' : 'cards'}">
<thead><tr>${columns.map(({ head }) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>
${within(mostBytes, lines, left).join('\n')}
</tbody></table></div></section>`;
}

const wideColumns: ReadonlySet<Column['is']> = new Set(['branch', 'path', 'about', 'why']);

/** A row; end tags that HTML lets one leave out are left out. */
function rowOf([first = '', ...cells]: readonly (string | number)[], isWide: readonly boolean[] = []): string {
  const more = cells.map((cell, n) => `<td${isWide[n + 1] === true ? ' class=wide' : ''}>${cell}`).join('');
  return `<tr><th scope=row>${first}${more}`;
}

function commitLink(links: PageLinks, commit: string): string {
  return htmlLink(commitUrl(links, commit), htmlText(commit.slice(0, 12)));
}

/** A row as the script draws it, too. */
function requestRow(row: PageRow, { branches, reasons, filings }: PageData, links: PageLinks): string {
  const [number, reason, object, rfp, branch, path, filing, remark = ''] = row;
  const [who = '', when = '', commit = ''] = filings[filing] ?? [];
  const texts = [reasons[reason] ?? '', object, rfp === 0 ? '' : String(rfp), branches[branch] ?? '', path, who, when];
  return rowOf([number ?? '?', ...texts.map(htmlText), commitLink(links, commit), htmlText(remark)]);
}

function requests(status: Status, links: PageLinks): string {
  if (status.requests.length === 0) return '';
  const data = pageData(status);
  const rows = data.rows.slice(0, mostRows).map((row) => requestRow(row, data, links));
  const { length } = data.rows;
  const all = status.requests.length;
  const part =
    length === all
      ? ''
      : `<p>The first ${length} of ${all} requests are on this page: narrow it with --branch, --paths or --user.</p>`;
  const quiet =
    length > rows.length ? `<p id="plain">Without scripts the first ${rows.length} of them stand here.</p>` : '';
  const heads = ['request', 'reason', 'object', 'RFP', 'branch', 'file', 'filed', 'when', 'commit', 'note'];
  const choices = data.branches.map((branch, n) => `<option value=${n}>${htmlText(branch)}`);
  return `<section id="requests" aria-labelledby="all"><h2 id="all">Requests (${all})</h2>${part}${quiet}
<form id="controls" hidden role="search"><label>Search <input id="search" type="search" autocomplete="off" spellcheck="false"></label>
<label>Branch <select id="branch"><option value="">all${choices.join('')}</select></label></form>
<p id="found" class="quiet" role="status"></p>
<div class="scroll" tabindex="0" role="group" aria-labelledby="all"><table class="cards">
<thead><tr id="heads">${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody id="rows">
${rows.join('\n')}
</tbody></table></div>
<button id="more" type="button" hidden>Show more</button>
<script id="data" type="application/json">${dataText(data, webUrl(commitUrl(links, '')))}</script>
<script type="module">${pageFile('status.js')}</script></section>`;
}

function webUrl(url: string | null): string | null {
  return url !== null && /^https?:\/\//.test(url) ? url : null;
}

function heading(status: Status): string {
  const asked = askedText(status);
  const warnings = warningsOf(status).map((line) => `<li>${htmlText(line)}</li>`);
  const shown = within(mostBytes, warnings, (left) => [`<li>and ${left} more</li>`]);
  const nothing = nothingText(status);
  const mood = waiting(status) === 0 ? 'good' : 'bad';
  return `<header><h1>Check-outs that are open</h1>
<p class="verdict ${mood}">${htmlText(nothing ?? countsText(status))}</p>
${asked === '' || nothing !== null ? '' : `<p>Only ${htmlText(asked)}.</p>`}
<p>${htmlText(sharedText(status))}</p>
<p class="quiet">${timeText(status.at)}, file-checkouts ${htmlText(status.tool)}. ${asFarAs}</p>
${shown.length === 0 ? '' : `<ul>${shown.join('\n')}</ul>`}</header>`;
}

/**
 * The status as one HTML page that needs no other file: what somebody has to see to, the branches, and all requests with a
 * search. Its policy lets nothing run or load but its own style and script.
 */
export function htmlStatus(status: Status, links: PageLinks): string {
  const [style, script] = [pageFile('status.css'), pageFile('status.js')];
  const policy = `style-src ${hashOf(style)}; script-src ${hashOf(script)}`;
  const labels = labelsOf(status);
  const parts = [...sectionsOf(status).map((section) => table(section, labels, links)), requests(status, links)];
  return htmlPage({ title: 'Check-outs that are open', policy, style }, heading(status), parts);
}
