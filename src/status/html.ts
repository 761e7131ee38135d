import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { timeText, within } from '../counted.ts';
import { htmlLink, htmlText } from '../report/html/escape.ts';
import { htmlPage } from '../report/html.ts';
import { commitUrl, type PageLinks } from '../report/links.ts';
import { dataText, type PageData, type PageRow, pageData } from './page-data.ts';
import { type Column, type Section, sectionsOf } from './sections.ts';
import { type Status, waitingCount } from './status.ts';
import { statusStyle } from './status-style.ts';
import { askedText, countsText, labelsOf, limitsText, nothingText, sharedText, warningsOf } from './status-words.ts';

/** Most bytes of the warnings, and of each table that the script does not draw. */
const mostBytes = 250_000;
/** Most requests that are shown without the script, too. */
const mostRows = 200;

/** Beside this file, or beside the chunk that it is part of: the build puts it there (rolldown.config.ts). */
const script = readFileSync(new URL('./status-page/status.js', import.meta.url), 'utf8');
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Returns a table with its heading, in a frame that scrolls; rows past 250 kB are counted. @param labels of branches, by record */
function tableHtml({ title, columns, rows }: Section, labels: readonly string[], links: PageLinks): string {
  const id = title.toLowerCase().replaceAll(' ', '-');
  const isCounts = columns.some(({ is }) => is === 'count');
  const isWide = columns.map(({ is }) => !isCounts && wideColumns.has(is));
  const cellOf = (value: string, n: number) => {
    const { is } = columns[n] as Column;
    return is === 'commit'
      ? commitLink(links, value)
      : htmlText(is === 'branch' ? (labels[Number(value)] ?? '') : value);
  };
  const lines = rows.map((cells) => rowOf(cells.map(cellOf), isWide));
  const restOf = (count: number) => [`<tr><td colspan=${columns.length}>and ${count} more: see --format json`];
  return `<section aria-labelledby="${id}"><h2 id="${id}">${title} (${rows.length})</h2>
<div class="scroll" tabindex="0" role="group" aria-labelledby="${id}"><table class="${isCounts ? 'counts' : 'cards'}">
<thead><tr>${columns.map(({ head }) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>
${within(mostBytes, lines, restOf).join('\n')}
</tbody></table></div></section>`;
}

const wideColumns: ReadonlySet<Column['is']> = new Set(['branch', 'path', 'about', 'why']);

/** Returns a row of cells that are HTML already, the first as its head; end tags that HTML does not need are left out. */
function rowOf([first = '', ...cells]: readonly (string | number)[], isWide: readonly boolean[] = []): string {
  const more = cells.map((cell, n) => `<td${isWide[n + 1] === true ? ' class=wide' : ''}>${cell}`).join('');
  return `<tr><th scope=row>${first}${more}`;
}

function commitLink(links: PageLinks, commit: string): string {
  return htmlLink(commitUrl(links, commit), htmlText(commit.slice(0, 12)));
}

/** Returns a row of the requests, as the script draws it too. */
function requestRow(row: PageRow, { branches, reasons, filings }: PageData, links: PageLinks): string {
  const [number, reason, object, rfp, branch, path, filing, remark = ''] = row;
  const [who = '', when = '', commit = ''] = filings[filing] ?? [];
  const texts = [reasons[reason] ?? '', object, rfp === 0 ? '' : String(rfp), branches[branch] ?? '', path, who, when];
  return rowOf([number ?? '?', ...texts.map(htmlText), commitLink(links, commit), htmlText(remark)]);
}

/** Returns the table of requests with search, data and script; empty: none. Without scripts only the first 200 are shown. */
function requestsHtml(status: Status, links: PageLinks): string {
  if (status.requests.length === 0) return '';
  const data = pageData(status);
  const rows = data.rows.slice(0, mostRows).map((row) => requestRow(row, data, links));
  const { length } = data.rows;
  const all = status.requests.length;
  const cut = `<p>The first ${length} of ${all} requests are on this page: narrow it with --branch, --paths or --user.</p>`;
  const plain = `<p id="plain">Without scripts the first ${rows.length} of them stand here.</p>`;
  const url = commitUrl(links, '');
  const heads = ['request', 'reason', 'object', 'RFP', 'branch', 'file', 'filed', 'when', 'commit', 'note'];
  const choices = data.branches.map((branch, n) => `<option value=${n}>${htmlText(branch)}`);
  return `<section id="requests" aria-labelledby="all"><h2 id="all">Requests (${all})</h2>${length < all ? cut : ''}${length > rows.length ? plain : ''}
<form id="controls" hidden role="search"><label>Search <input id="search" type="search" autocomplete="off" spellcheck="false"></label>
<label>Branch <select id="branch"><option value="">all${choices.join('')}</select></label></form>
<p id="found" class="quiet" role="status"></p>
<div class="scroll" tabindex="0" role="group" aria-labelledby="all"><table class="cards">
<thead><tr id="heads">${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody id="rows">
${rows.join('\n')}
</tbody></table></div>
<button id="more" type="button" hidden>Show more</button>
<script id="data" type="application/json">${dataText(data, url !== null && /^https?:\/\//.test(url) ? url : null)}</script>
<script type="module">${script}</script></section>`;
}

/** Returns title, counts, the question, its limits and the warnings; warnings past 250 kB are counted. */
function headingHtml(status: Status): string {
  const asked = askedText(status);
  const warnings = warningsOf(status).map((line) => `<li>${htmlText(line)}</li>`);
  const shown = within(mostBytes, warnings, (rest) => [`<li>and ${rest} more</li>`]);
  const nothing = nothingText(status);
  const mood = waitingCount(status) === 0 ? 'good' : 'bad';
  return `<header><h1>Check-outs that are open</h1>
<p class="verdict ${mood}">${htmlText(nothing ?? countsText(status))}</p>
${asked === '' || nothing !== null ? '' : `<p>Only ${htmlText(asked)}.</p>`}
<p>${htmlText(sharedText(status))}</p>
<p class="quiet">${timeText(status.at)}, file-checkouts ${htmlText(status.tool)}. ${limitsText}</p>
${shown.length === 0 ? '' : `<ul>${shown.join('\n')}</ul>`}</header>`;
}

/**
 * Returns the status as one HTML page that needs no other file: what waits for a run or a person, the branches, and the
 * requests with a search, up to the limits of html.ts and page-data.ts. Its policy allows only its own style and script.
 */
export function htmlStatus(status: Status, links: PageLinks): string {
  const policy = `style-src ${hashOf(statusStyle)}; script-src ${hashOf(script)}`;
  const labels = labelsOf(status);
  const parts = [...sectionsOf(status).map((part) => tableHtml(part, labels, links)), requestsHtml(status, links)];
  return htmlPage({ title: 'Check-outs that are open', policy, style: statusStyle }, headingHtml(status), parts);
}
