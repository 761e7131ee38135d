import { readFileSync } from 'node:fs';
import { formatTime, limitLinesByBytes } from '../counted.ts';
import { escapeText } from '../log.ts';
import { shorten } from '../near.ts';
import { escapeHtml } from '../report/html/escape.ts';
import { renderHtmlPage, renderHtmlSection, renderHtmlTable } from '../report/html/parts.ts';
import { statusStyle } from '../report/html/style.ts';
import { buildCommitUrl, type PageLinks } from '../report/links.ts';
import { buildRequestsTable, buildStatusTables, type StatusTable } from './sections.ts';
import { countWaiting, type Status } from './status.ts';
import { buildStatusHead, labelRecords, limitsText } from './status-words.ts';

/** Most bytes of the warnings, and of each table that the script does not draw. */
const mostBytes = 250_000;
/** Most requests that are shown without the script, too. */
const mostRows = 200;
/** Most bytes of the requests for the script. */
const mostDataBytes = 15_000_000;
/** Most characters of a cell that the script draws. */
const longestCell = 300;

/** Beside this file, or beside the chunk that it is part of: the build puts it there (rolldown.config.ts). */
const script = readFileSync(new URL('./status-page/status.js', import.meta.url), 'utf8');

/** Returns the line in place of the rows that a table leaves out: `and 5 more: see --format json`. */
const formatRest = (left: number) => `and ${left} more: see --format json`;

/** Returns a section of the page: title, number of rows, and the table up to 250 kB, the other rows counted. */
function renderStatusSection(table: StatusTable): string {
  const id = table.title.toLowerCase().replaceAll(' ', '-');
  const isCounts = table.columns.some(({ is }) => is === 'count');
  const look = isCounts ? { look: 'counts' } : { look: 'cards', wide: ['branch', 'file', 'about', 'why'] as const };
  const shown = renderHtmlTable(table, { id, ...look, most: mostBytes, rest: formatRest });
  return renderHtmlSection(id, `${table.title} (${table.rows.length})`, [shown]);
}

/**
 * Returns the section of the requests: the first 200 as a table, a form to search, and the script that draws all from the data beside it
 * (up to 15 MB; a sentence says if some are cut). '' without requests.
 */
function renderStatusRequests(status: Status, links: PageLinks): string {
  const table = buildRequestsTable(status, links);
  const all = table.rows.length;
  if (all === 0) return '';
  const shortenCell = (text: string) => escapeText(shorten(text, longestCell));
  const rows = table.rows.map((cells) => cells.map(shortenCell));
  const lines = rows.map((cells) => JSON.stringify(cells));
  const texts = limitLinesByBytes(mostDataBytes, lines, () => []);
  const { length } = texts;
  const cut = `<p>The first ${length} of ${all} requests are on this page: narrow it with --branch, --paths or --user.</p>`;
  const plain = `<p id="plain">Without scripts this page shows only the first ${mostRows} of them.</p>`;
  const labels = labelRecords(status).map((label) => escapeHtml(shortenCell(label)));
  const choices = labels.map((label) => `<option value="${label}">${label}`);
  const url = buildCommitUrl(links, '');
  const base = JSON.stringify(url !== null && /^https?:\/\//.test(url) ? url : null);
  const data = `{"commitUrl":${base},"rows":[${texts.join(',')}]}`.replaceAll('<', '\\u003c');
  const first = { ...table, rows: rows.slice(0, Math.min(length, mostRows)) };
  return renderHtmlSection('requests', `Requests (${all})`, [
    length < all ? cut : '',
    length > mostRows ? plain : '',
    `<form id="controls" hidden role="search"><label>Search <input id="search" type="search" autocomplete="off" spellcheck="false"></label>
<label>Branch <select id="branch"><option value="">all${choices.join('')}</select></label></form>
<p id="found" class="quiet" role="status"></p>`,
    renderHtmlTable(first, { id: 'requests', look: 'cards', most: Number.POSITIVE_INFINITY, rest: formatRest }),
    '<button id="more" type="button" hidden>Show more</button>',
    `<script id="data" type="application/json">${data}</script>`,
    `<script type="module">${script}</script>`,
  ]);
}

/** Returns the page's header: title, summary, question, what records share, time, version, `limitsText`, warnings (past 250 kB counted). */
function renderStatusHeading(status: Status): string {
  const { summary, question, shared, warnings } = buildStatusHead(status);
  const lines = warnings.map((line) => `<li>${escapeHtml(line)}</li>`);
  const shown = limitLinesByBytes(mostBytes, lines, (rest) => [`<li>and ${rest} more</li>`]);
  const mood = countWaiting(status) === 0 ? 'good' : 'bad';
  return `<header><h1>Check-outs that are open</h1>
<p class="verdict ${mood}">${escapeHtml(summary)}</p>
${question && `<p>Only ${escapeHtml(question)}.</p>`}
<p>${escapeHtml(shared)}</p>
<p class="quiet">${formatTime(status.at)}, file-checkouts ${escapeHtml(status.tool)}. ${limitsText}</p>
${shown.length === 0 ? '' : `<ul>${shown.join('\n')}</ul>`}</header>`;
}

/**
 * Returns the status as one HTML page that needs no other file: tables of all but requests, then these with a search. Each part has a
 * limit, and counts the rest. Only the style and script of the page are allowed (content security policy).
 */
export function renderHtmlStatus(status: Status, links: PageLinks): string {
  const parts = [...buildStatusTables(status, links).map(renderStatusSection), renderStatusRequests(status, links)];
  const head = { title: 'Check-outs that are open', style: statusStyle, script };
  return renderHtmlPage(head, renderStatusHeading(status), parts);
}
