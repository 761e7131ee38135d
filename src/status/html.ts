import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { timeText, within } from '../counted.ts';
import { escapeText } from '../log.ts';
import { shorten } from '../near.ts';
import { htmlLink, htmlText } from '../report/html/escape.ts';
import { htmlPage } from '../report/html.ts';
import { commitUrl, type PageLinks } from '../report/links.ts';
import { type Column, requestSection, type Section, sectionsOf } from './sections.ts';
import { type Status, waitingCount } from './status.ts';
import { statusStyle } from './status-style.ts';
import { askedText, countsText, labelsOf, limitsText, nothingText, sharedText, warningsOf } from './status-words.ts';

/** Most bytes of the warnings, and of each table that the script does not draw. */
const mostBytes = 250_000;
/** Most requests that are shown without the script, too. */
const mostRows = 200;
/** Most bytes of the requests for the script. */
const mostDataBytes = 15_000_000;
const shown = (text: string) => escapeText(shorten(text, 300));

/** Beside this file, or beside the chunk that it is part of: the build puts it there (rolldown.config.ts). */
const script = readFileSync(new URL('./status-page/status.js', import.meta.url), 'utf8');
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Returns a table with its heading. @param labels of branches, by record */
function sectionHtml(section: Section, labels: readonly string[], links: PageLinks): string {
  const { title, rows } = section;
  const id = title.toLowerCase().replaceAll(' ', '-');
  const table = tableHtml(section, labels, links, id);
  return `<section aria-labelledby="${id}"><h2 id="${id}">${title} (${rows.length})</h2>\n${table}</section>`;
}

/** Returns a table in a frame that scrolls; rows past 250 kB are counted. End tags that HTML does not need are left out. @param id of its heading */
function tableHtml({ columns, rows }: Section, labels: readonly string[], links: PageLinks, id: string): string {
  const isCounts = columns.some(({ is }) => is === 'count');
  // The script draws the rows of the requests, too, without classes.
  const isWide = !isCounts && id !== 'all';
  const cellOf = (value: string, n: number) => {
    const { is } = columns[n] as Column;
    const text = is === 'branch' ? (labels[Number(value)] ?? '') : value;
    const content = is === 'commit' ? commitLink(links, value) : htmlText(text);
    if (n === 0) return `<th scope=row>${content}`;
    return `<td${isWide && wideColumns.has(is) ? ' class=wide' : ''}>${content}`;
  };
  const lines = rows.map((cells) => `<tr>${cells.map(cellOf).join('')}`);
  const restOf = (count: number) => [`<tr><td colspan=${columns.length}>and ${count} more: see --format json`];
  return `<div class="scroll" tabindex="0" role="group" aria-labelledby="${id}"><table class="${isCounts ? 'counts' : 'cards'}">
<thead><tr>${columns.map(({ head }) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>
${within(mostBytes, lines, restOf).join('\n')}
</tbody></table></div>`;
}

const wideColumns: ReadonlySet<Column['is']> = new Set(['branch', 'path', 'about', 'why']);

function commitLink(links: PageLinks, commit: string): string {
  return htmlLink(commitUrl(links, commit), htmlText(commit.slice(0, 12)));
}

/** Returns the table of requests with search, data and script; empty: none. Without scripts only the first 200 are shown. */
function requestsHtml(status: Status, links: PageLinks): string {
  const section = requestSection(status);
  const all = section.rows.length;
  if (all === 0) return '';
  const branches = labelsOf(status).map(shown);
  const rows = section.rows.map((cells) => cells.map(shown));
  const texts = within(
    mostDataBytes,
    rows.map((cells) => JSON.stringify(cells)),
    () => [],
  );
  const { length } = texts;
  const cut = `<p>The first ${length} of ${all} requests are on this page: narrow it with --branch, --paths or --user.</p>`;
  const plain = `<p id="plain">Without scripts the first ${mostRows} of them stand here.</p>`;
  const choices = branches.map((branch, n) => `<option value=${n}>${htmlText(branch)}`);
  const url = commitUrl(links, '');
  const shared = JSON.stringify({ branches, commitUrl: url !== null && /^https?:\/\//.test(url) ? url : null });
  const data = `{"shared":${shared},"rows":[${texts.join(',')}]}`.replaceAll('<', '\\u003c');
  return `<section id="requests" aria-labelledby="all"><h2 id="all">Requests (${all})</h2>${length < all ? cut : ''}${length > mostRows ? plain : ''}
<form id="controls" hidden role="search"><label>Search <input id="search" type="search" autocomplete="off" spellcheck="false"></label>
<label>Branch <select id="branch"><option value="">all${choices.join('')}</select></label></form>
<p id="found" class="quiet" role="status"></p>
${tableHtml({ ...section, rows: rows.slice(0, Math.min(length, mostRows)) }, branches, links, 'all')}
<button id="more" type="button" hidden>Show more</button>
<script id="data" type="application/json">${data}</script>
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
 * requests with a search, up to the limits above. Its policy allows only its own style and script.
 */
export function htmlStatus(status: Status, links: PageLinks): string {
  const policy = `style-src ${hashOf(statusStyle)}; script-src ${hashOf(script)}`;
  const labels = labelsOf(status);
  const parts = [...sectionsOf(status).map((part) => sectionHtml(part, labels, links)), requestsHtml(status, links)];
  return htmlPage({ title: 'Check-outs that are open', policy, style: statusStyle }, headingHtml(status), parts);
}
