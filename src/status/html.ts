import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { timeText } from '../counted.ts';
import { within } from '../report/fitting.ts';
import { htmlLink, htmlText } from '../report/html/escape.ts';
import { commitUrl, type Links } from '../report/links.ts';
import { outcomeWord } from '../report/plan-words.ts';
import { dataText, type PageData, type PageRow, pageData } from './page-data.ts';
import { type Status, waiting } from './status.ts';
import {
  asFarAs,
  askedText,
  callNote,
  callText,
  countsText,
  labelsOf,
  nothingText,
  objectText,
  openTexts,
  runText,
  sharedText,
  warningsOf,
  worstRecords,
} from './status-words.ts';

/** Bytes of each table that the script does not draw; the rest is counted. */
const mostBytes = 250_000;
/** So many requests stand there without the script, too. */
const mostRows = 200;

/** Beside this file, or beside the chunk that it is part of: the build puts them there (rolldown.config.ts). */
const pageFile = (name: string) => readFileSync(new URL(`./status-page/${name}`, import.meta.url), 'utf8');
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** A table in a frame that scrolls sideways where it has no room. Cells are HTML already; the first heads its row. */
function table(title: string, heads: readonly string[], rows: readonly string[], look = 'cards'): string {
  const id = title.toLowerCase().replaceAll(' ', '-');
  if (rows.length === 0) return '';
  const left = (more: number) => [`<tr><td colspan=${heads.length}>and ${more} more: see --format json`];
  return `<section aria-labelledby="${id}"><h2 id="${id}">${title} (${rows.length})</h2>
<div class="scroll" tabindex="0" role="group" aria-labelledby="${id}"><table class="${look}">
<thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>
${within(mostBytes, rows, left).join('\n')}
</tbody></table></div></section>`;
}

/** A row; end tags that HTML lets one leave out are left out. */
function rowOf([first = '', ...cells]: readonly (string | number)[], wide: readonly number[] = []): string {
  const more = cells.map((cell, n) => `<td${wide.includes(n + 1) ? ' class=wide' : ''}>${cell}`).join('');
  return `<tr><th scope=row>${first}${more}`;
}

function commitLink(links: Links, commit: string): string {
  return htmlLink(commitUrl(links, commit), htmlText(commit.slice(0, 12)));
}

function troubles(status: Status, labels: readonly string[], links: Links): string[] {
  const labelOf = ({ record }: { readonly record: number }) => htmlText(labels[record] ?? '');
  const calls = status.unanswered.map((call) => {
    const object = htmlText(objectText(call));
    const cells = [callText(call), htmlText(call.reason), object, labelOf(call), htmlText(call.path)];
    return rowOf([...cells, htmlText(callNote(call))], [3, 4]);
  });
  const said = openTexts(status);
  const open = status.open.map((change, n) => {
    const { since = '', why = '' } = said[n] ?? {};
    const object = htmlText(objectText(change));
    const cells = [
      htmlText(outcomeWord(change.outcome)),
      htmlText(change.reason),
      object,
      labelOf(change),
      htmlText(change.path),
    ];
    return rowOf([...cells, htmlText(since), htmlText(why)], [3, 4, 5, 6]);
  });
  const runs = status.runs.map((run) => {
    return rowOf([htmlText(run.run), labelOf(run), commitLink(links, run.commit), htmlText(runText(run))], [1, 3]);
  });
  const heads = ['reason', 'object', 'branch', 'file'];
  return [
    table('Without an answer', ['call', ...heads, 'note'], calls),
    table('Still open', ['outcome', ...heads, 'since', 'why'], open),
    table('Runs', ['run', 'branch', 'commit', 'state'], runs),
  ];
}

function branches(status: Status, labels: readonly string[]): string {
  if (status.records.length < 2) return '';
  const rows = worstRecords(status).map((n) => {
    const { requests = 0, open = 0, unanswered = 0, runs = 0 } = status.records[n]?.counts ?? {};
    return rowOf([htmlText(labels[n] ?? ''), requests, open, unanswered, runs]);
  });
  const heads = ['branch', 'requests', 'open', 'no answer', 'runs'];
  return table('Branches', heads, rows, 'counts');
}

/** A row as the script draws it, too. */
function requestRow(row: PageRow, { branches, reasons, filings }: PageData, links: Links): string {
  const [number, reason, object, rfp, branch, path, filing, remark = ''] = row;
  const [who = '', when = '', commit = ''] = filings[filing] ?? [];
  const texts = [reasons[reason] ?? '', object, rfp === 0 ? '' : String(rfp), branches[branch] ?? '', path, who, when];
  return rowOf([number ?? '?', ...texts.map(htmlText), commitLink(links, commit), htmlText(remark)]);
}

function requests(status: Status, links: Links): string {
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
export function htmlStatus(status: Status, links: Links): string {
  const [style, script] = [pageFile('status.css'), pageFile('status.js')];
  const policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; base-uri 'none'; form-action 'none'`;
  const labels = labelsOf(status);
  const parts = [...troubles(status, labels, links), branches(status, labels), requests(status, links)];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Check-outs that are open</title>
<style>${style}</style>
</head>
<body>
${heading(status)}
<main>
${parts.filter((text) => text !== '').join('\n')}
</main>
</body>
</html>
`;
}
