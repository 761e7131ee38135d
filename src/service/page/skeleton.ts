import { findCreateField } from '../../interface/fields.ts';
import type { Inspection } from '../store.ts';

/** A row for each table, in the order of the page: its records, title, short title, fields that tell records apart, columns, and a hint. */
type PageTable = readonly [keyof Inspection, title: string, short: string, key: string, columns: string, hint?: string];

/** The newest record comes first until somebody sorts: the first column is a number that counts up. */
const pageTables: readonly PageTable[] = [
  [
    'requests',
    'Object requests',
    'Requests',
    'objectId',
    // The first two stay when the table is moved sideways; the first six are in sight beside open details, too.
    'objectId objn status lock rfp rsn objt appl lvl attr file user branch vref createdAt changedAt',
    'A number leads to all of a request, and to buttons that move it on, complete it or delete it.',
  ],
  [
    'rfps',
    'RFPs with their requests',
    'RFPs',
    'rfp',
    'rfp rfpd state requests appl lvl user creq areq sreq',
    'A number leads to its requests in the order in which they compile.',
  ],
  ['attachments', 'Attached sources', 'Sources', 'objectId place', 'objectId filename place bytes sha256'],
  ['transactions', 'Transactions', 'Transactions', 'n', 'n at method sev objn objt msg objectId user vref'],
  ['notifications', 'Notifications of pipeline servers', 'Notifications', 'n', 'n at pipe tkey rfp objectId what'],
];

/** Columns that are no field of a create request (interface §2.1), or mean another thing here. */
const otherColumns: Readonly<Record<string, string>> = {
  objectId: 'Request number.',
  status: '00 is open, 01 assigned to an RFP, a higher one has moved on, 90 is completed.',
  lock: 'Whether the request holds the lock on its object.',
  file: 'Path and name of the file in the repository.',
  createdAt: 'When the request was created (UTC).',
  changedAt: 'When it was last updated, or moved on (UTC).',
  rfp: 'RFP number; empty: none.',
  rfpd: 'Description of the RFP.',
  user: 'User of the service.',
  requests: 'Requests of the RFP, in the order in which they compile.',
  state: 'Whether the RFP is open, or how many of its requests are complete.',
  filename: 'Name of the attached file.',
  place: 'Where the file went.',
  bytes: 'Length.',
  sha256: 'SHA-256 of the bytes as they came.',
  n: 'Number in the log.',
  at: 'Time (UTC).',
  method: 'POST creates, PATCH updates, LATER was played here.',
  sev: '10 success, 20 with a warning, 30 refused.',
  msg: 'What the service said.',
  what: 'What happened.',
};

/** Returns the HTML of a column's head: a sort button with its meaning, if known, as title. Index 0 is marked as sorted, descending. */
function renderColumnHead(column: string, index: number): string {
  const order = index === 0 ? ' aria-sort="descending"' : '';
  const about = otherColumns[column] ?? findCreateField(column)?.about ?? '';
  const escaped = about.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  const title = about === '' ? '' : ` title="${escaped}"`;
  return `<th scope="col" data-field="${column}"${order}><button type="button"${title}>${column}</button></th>`;
}

/** Returns the HTML of a table with its title and export buttons, without rows. */
function renderTableSection([rows, title, , key, columns, hint]: PageTable): string {
  const renderExportButton = (format: string) =>
    `<button type="button" data-export="${format.toLowerCase()}" aria-label="${format}: ${title}, those that are shown">${format}</button>`;
  return `<section id="${rows}" aria-labelledby="${rows}-title">
<h2 id="${rows}-title">${title}</h2>
${hint === undefined ? '' : `<p class="about">${hint}</p>`}
<div class="scroll" tabindex="0" role="group" aria-labelledby="${rows}-title">
<table data-rows="${rows}" data-key="${key}">
<caption>${title}: <span class="count"></span></caption>
<thead><tr>${columns.split(' ').map(renderColumnHead).join('\n')}</tr></thead>
<tbody></tbody>
</table>
</div>
<p class="none" hidden></p>
<p class="under"><button type="button" class="more" hidden></button>
<span class="export">${['CSV', 'JSON'].map(renderExportButton).join('\n')}</span></p>
</section>`;
}

const toggles = { open: 'Open only', locked: 'Locked only', refused: 'Refused only' };
const choices = { appl: 'Application', user: 'User', branch: 'Branch', rsn: 'Reason' };

/** Returns the HTML of the filters: toggles, selections with only `all` yet, a hidden clear button. browser/filters.js applies them. */
function renderFilterChips(): string {
  const checks = Object.entries(toggles).map(([name, text]) => {
    return `<input type="checkbox" name="${name}" value="1" form="filters"> ${text}`;
  });
  const chosen = Object.entries(choices).map(([name, text]) => {
    return `${text} <select name="${name}" form="filters"><option value="">all</option></select>`;
  });
  return `<div class="filters" role="group" aria-label="Filters">
${[...checks, ...chosen].map((chip) => `<label class="chip">${chip}</label>`).join('\n')}
<button type="button" id="clear" form="filters" hidden>Clear all</button>
</div>`;
}

/** Returns the page as HTML, with empty tables, which its scripts fill; all its links are relative. */
export function renderPageSkeleton(): string {
  const items = pageTables.map(([rows, , short]) => {
    return `<li><a href="#${rows}">${short} <span class="count" data-count="${rows}"></span></a></li>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Object requests</title>
<link rel="icon" href="page/icon.svg">
<link rel="stylesheet" href="page/page.css">
<script type="module" src="page/main.js"></script>
</head>
<body>
<a class="unseen" href="#requests">Skip to the object requests</a>
<header>
<h1>Object requests</h1>
<form id="filters" class="tools" role="search">
<label for="search">Search all fields</label>
<input type="search" id="search" name="q" autocomplete="off" spellcheck="false" aria-keyshortcuts="/">
<button type="button" id="pause" aria-pressed="false">Pause refresh</button>
<span><span id="state" role="status">Reading...</span> <span id="seen"></span></span>
<span id="said" class="unseen" role="status"></span>
</form>
<nav aria-label="Tables"><ul>${items.join('\n')}</ul></nav>
${renderFilterChips()}
<noscript><p>The tables need JavaScript. <a href="inspect.json">The same as JSON</a></p></noscript>
</header>
<div class="columns">
<main>
${pageTables.map(renderTableSection).join('\n')}
</main>
<aside id="details" aria-labelledby="details-title" hidden>
<div class="top"><h2 id="details-title" tabindex="-1"></h2><button type="button">Close</button></div>
<div class="later" role="group" aria-labelledby="later-title" hidden>
<p id="later-title" class="about">What happens to it later:</p>
<button type="button" data-play="move">Move on</button>
<button type="button" data-play="complete">Complete</button>
<button type="button" data-play="delete" aria-haspopup="dialog">Delete...</button>
</div>
<p class="came" role="status"></p>
<div class="body"></div>
</aside>
</div>
<dialog id="confirm" aria-labelledby="confirm-title" aria-describedby="confirm-about">
<h2 id="confirm-title"></h2>
<p id="confirm-about"></p>
<p class="alike"></p>
<p>Its lock and its attached files go with it, and its number is never used again.</p>
<form method="dialog" class="choices"><button value="keep" autofocus>Keep it</button>
<button value="delete">Delete it</button></form>
</dialog>
</body>
</html>
`;
}
