/** The files of the page by name. Made from browser/ by scripts/generate.ts; do not edit. */
export const pageFiles: ReadonlyMap<string, string> = new Map([
  [
    'cells.js',
    `/** What a cell shows. Texts from the service are only ever set as text. */
import { grouped, shown } from './text.js';

/** More requests of an RFP than this are counted in its row; its details list them. */
const mostListed = 8;

function link(href, text) {
  const made = document.createElement('a');
  made.href = href;
  made.textContent = text;
  return made;
}

/** A link to the details of a request. */
export function requestLink(objectId, text = String(objectId)) {
  return link(\`#request-\${objectId}\`, text);
}

/** A link to the details of an RFP. */
export function rfpLink(rfp) {
  return link(\`#rfp-\${rfp}\`, String(rfp));
}

function requestList(numbers, rfp) {
  const links = numbers.slice(0, mostListed).flatMap((objectId) => [requestLink(objectId), ' ']);
  const left = numbers.length - mostListed;
  return left > 0 ? [...links, link(\`#rfp-\${rfp}\`, \`and \${grouped(left)} more\`)] : links;
}

/** The contents of a cell: an array of nodes and texts. */
export function contentsOf(field, row) {
  const value = row[field];
  switch (field) {
    case 'objectId':
      return value === null ? [] : [requestLink(value)];
    case 'rfp':
      return value ? [rfpLink(value)] : [];
    case 'requests':
      return requestList(value, row.rfp);
    case 'filename':
      return [requestLink(row.objectId, shown(value) || '(no name)')];
    case 'bytes':
      return [grouped(value)];
    default:
      return [shown(value)];
  }
}
`,
  ],
  [
    'details.js',
    `/** All that is known of one request or RFP; which one stands in the address (\`#request-10001\`, \`#rfp-101\`). */
import { contentsOf, requestLink } from './cells.js';
import { sourceOf } from './source.js';
import { counted, shown } from './text.js';

/** More requests of an RFP than this are counted. */
const mostListed = 500;

/** Fields that have a meaning beside their value. */
const meanings = { status: { '00': 'open', '01': 'assigned to an RFP' } };

function make(name, ...contents) {
  const made = document.createElement(name);
  made.append(...contents);
  return made;
}

function fieldList(record) {
  const list = document.createElement('dl');
  for (const field of Object.keys(record).filter((name) => name !== 'requests')) {
    const contents = contentsOf(field, record);
    if (contents.every((content) => content === '')) continue;
    const meaning = meanings[field]?.[record[field]];
    list.append(make('dt', field), make('dd', ...contents, meaning ? \` (\${meaning})\` : ''));
  }
  return list;
}

function summaryOf({ rsn, appl, lvl, objn, objt, attr }) {
  const summary = make('p', shown(\`\${rsn} \${appl}/\${lvl} \${objn} \${objt} \${attr}\`));
  summary.className = 'about';
  return summary;
}

function requestItems(requests) {
  const items = requests
    .slice(0, mostListed)
    .map(({ objectId, rsn, objn, objt, gpath, gfile }) =>
      make('li', requestLink(objectId), \` \${shown(\`\${rsn} \${objn} \${objt} \${gpath ? \`\${gpath}/\` : ''}\${gfile}\`)}\`),
    );
  const left = requests.length - mostListed;
  if (left > 0) items.push(make('li', \`and \${counted(left, 'more', 'more')}\`));
  return make('ul', ...items);
}

function transactionItems(transactions) {
  const items = transactions.map(({ at, method, vref, user, sev, msg }) => {
    const item = make('li', shown(\`\${at} \${method} \${vref ?? ''} \${user}: \${sev} \${msg}\`));
    item.dataset.sev = sev;
    return item;
  });
  return make('ol', ...items);
}

function ofRequest(objectId, { requests, attachments, transactions }) {
  const request = requests.find((one) => one.objectId === objectId);
  const files = attachments.filter((one) => one.objectId === objectId);
  const calls = transactions.filter((one) => one.objectId === objectId);
  const parts = [request ? summaryOf(request) : make('p', 'There is no such request (any more).')];
  if (files.length > 0) parts.push(make('h3', 'Attached'), ...files.map(sourceOf));
  if (calls.length > 0) parts.push(make('h3', 'Transactions'), transactionItems(calls));
  if (request) parts.push(make('h3', 'Fields'), fieldList(request));
  return { state: [request, files, calls], draw: parts };
}

function ofRfp(number, { rfps, requests }) {
  const rfp = rfps.find((one) => one.rfp === number);
  const inside = requests.filter((one) => one.rfp === number);
  if (!rfp) return { state: [], draw: [make('p', 'There is no such RFP.')] };
  return {
    state: [rfp, inside],
    draw: [fieldList(rfp), make('h3', counted(inside.length, 'request')), requestItems(inside)],
  };
}

/** What an address asks for: the kind and the number; null when it asks for no details. */
export function askedFor(hash) {
  const [, kind, number] = /^#(request|rfp)-(\\d{1,15})$/.exec(hash) ?? [];
  return kind === undefined ? null : { kind, number: Number(number) };
}

export class Details {
  #panel;
  #heading;
  #body;
  #state = '';
  /** What had the focus when the panel was opened. */
  #opener = null;

  constructor(panel, onClose) {
    this.#panel = panel;
    this.#heading = panel.querySelector('h2');
    this.#body = panel.querySelector('.body');
    panel.querySelector('button').addEventListener('click', onClose);
    panel.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') onClose();
    });
  }

  /** Shows what the address asks for, and moves the focus there; closes when it asks for nothing. */
  open(hash, inspection) {
    const asked = askedFor(hash);
    const isOpen = !this.#panel.hidden;
    if (asked === null) {
      this.#panel.hidden = true;
      if (isOpen) (this.#opener?.isConnected ? this.#opener : document.getElementById('search')).focus();
      return;
    }
    if (!isOpen) this.#opener = document.activeElement;
    this.#panel.hidden = false;
    this.#heading.textContent = \`\${asked.kind === 'rfp' ? 'RFP' : 'Request'} \${asked.number}\`;
    this.#state = '';
    this.refresh(hash, inspection);
    this.#panel.scrollTop = 0;
    this.#heading.focus();
  }

  /** Brings an open panel up to date; nothing is redrawn when nothing of it has changed. */
  refresh(hash, inspection) {
    const asked = askedFor(hash);
    if (asked === null) return;
    const of = asked.kind === 'rfp' ? ofRfp : ofRequest;
    const { state, draw } = of(asked.number, inspection);
    const text = JSON.stringify(state);
    if (text === this.#state && this.#body.childElementCount > 0) return;
    this.#state = text;
    const focused = this.#body.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null;
    this.#body.replaceChildren(...draw);
    if (focused !== null) (this.#body.querySelector(\`a[href="\${CSS.escape(focused)}"]\`) ?? this.#heading).focus();
  }
}
`,
  ],
  [
    'icon.svg',
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><title>Object requests</title><rect width="16" height="16" rx="3" fill="#0550ae"/><path d="M4 8l3 3 5-6" fill="none" stroke="#fff" stroke-width="2"/></svg>
`,
  ],
  [
    'in-place.js',
    `/** Redrawing under the hands of somebody who reads: what has the focus keeps it, what is in sight stays where it is. */

/** The line, or else the section, that is at the top of what can be seen; null at the very top of the page. */
function inSight() {
  if (window.scrollY === 0) return null;
  for (let y = 4; y < window.innerHeight; y += 12) {
    const line = document.elementFromPoint(40, y)?.closest('tbody tr, aside, caption, h2');
    if (line) return line;
  }
  return null;
}

/** Does the work, then gives the focus back and scrolls by as much as the work has moved what was in sight. */
export function inPlace(work) {
  const focused = document.activeElement;
  const seen = inSight();
  const top = seen?.getBoundingClientRect().top;
  work();
  if (seen?.isConnected) window.scrollBy(0, seen.getBoundingClientRect().top - top);
  if (focused !== document.activeElement && focused?.isConnected) focused.focus({ preventScroll: true });
}
`,
  ],
  [
    'main.js',
    `/** The page: tables, search, details, and the refresh that feeds them. */
import { askedFor, Details } from './details.js';
import { inPlace } from './in-place.js';
import { Refresh } from './refresh.js';
import { wordsOf } from './rows.js';
import { Table } from './table.js';
import { counted } from './text.js';

const part = (id) => document.getElementById(id);
const tables = [...document.querySelectorAll('table[data-rows]')].map((table) => new Table(table));
let held = null;

function closeDetails() {
  history.pushState(null, '', location.pathname);
  showDetails();
}
const details = new Details(part('details'), closeDetails);

function markRows() {
  for (const table of tables) table.mark(askedFor(location.hash) ? location.hash : '');
}

function showDetails() {
  if (held === null) return;
  details.open(location.hash, held);
  markRows();
}

/** Draws all tables; returns how many records match the search. */
function drawTables() {
  const words = wordsOf(part('search').value);
  const matching = tables.map((table) => table.show(held[table.name], words));
  markRows();
  return matching.reduce((sum, count) => sum + count, 0);
}

function onData(inspection) {
  const isFirst = held === null;
  held = inspection;
  inPlace(() => {
    drawTables();
    if (!isFirst) details.refresh(location.hash, held);
  });
  if (isFirst && askedFor(location.hash)) showDetails();
  part('seen').textContent = \`as of \${new Date().toLocaleTimeString('en-GB')}\`;
}

const states = {
  live: 'Live',
  paused: 'Refresh is paused',
  lost: 'The service does not answer; trying again',
};

/** Said aloud only when it changes. */
function onState(state) {
  const text = states[state];
  if (part('state').textContent !== text) part('state').textContent = text;
  document.body.dataset.state = state;
}

const refresh = new Refresh(onData, onState);
let typing = 0;

/** Each key redraws; only when the typing rests is the count said aloud. */
function onSearch() {
  if (held === null) return;
  const matching = drawTables();
  clearTimeout(typing);
  typing = setTimeout(() => {
    part('said').textContent = part('search').value === '' ? '' : \`\${counted(matching, 'record')} found\`;
  }, 500);
}

function onPause() {
  const isPaused = part('pause').getAttribute('aria-pressed') !== 'true';
  part('pause').setAttribute('aria-pressed', String(isPaused));
  refresh.setPaused(isPaused);
}

/** \`/\` goes to the search, as on many pages; not while somebody types. */
function onKey(event) {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  part('search').focus();
}

part('search').addEventListener('input', onSearch);
part('search').form.addEventListener('submit', (event) => event.preventDefault());
part('pause').addEventListener('click', onPause);
window.addEventListener('hashchange', showDetails);
document.addEventListener('keydown', onKey);
refresh.start();
`,
  ],
  [
    'page.css',
    `:root {
  color-scheme: light dark;
  --ground: #ffffff;
  --raised: #f4f6f8;
  --text: #1b1f24;
  --quiet: #57606a;
  --line: #d0d7de;
  --link: #0550ae;
  --marked: #ddf4ff;
  --warning: #7d4e00;
  --bad: #a40e26;
}

@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0d1117;
    --raised: #161b22;
    --text: #e6edf3;
    --quiet: #9da7b1;
    --line: #3d444d;
    --link: #79c0ff;
    --marked: #12304d;
    --warning: #e3b341;
    --bad: #ff9492;
  }
}

* {
  box-sizing: border-box;
}

body {
  margin: 0;
  background: var(--ground);
  color: var(--text);
  font:
    0.9375rem / 1.5 system-ui,
    sans-serif;
}

a {
  color: var(--link);
}

:focus-visible {
  outline: 3px solid var(--link);
  outline-offset: 2px;
}

[hidden] {
  display: none;
}

.skip:not(:focus) {
  position: absolute;
  left: -100rem;
}

.unseen {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
}

header,
main,
aside {
  padding: 1rem;
}

header {
  border-bottom: 1px solid var(--line);
  background: var(--raised);
}

h1 {
  margin: 0;
  font-size: 1.4rem;
}

h2 {
  font-size: 1.15rem;
}

h3,
h4 {
  margin: 1.2rem 0 0.4rem;
  font-size: 1rem;
}

input,
button {
  min-height: 2rem;
  padding: 0.2rem 0.7rem;
  border: 1px solid var(--quiet);
  border-radius: 4px;
  background: var(--ground);
  color: var(--text);
  font: inherit;
}

.tools,
nav ul {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.6rem 1rem;
  margin: 0.7rem 0 0;
  padding: 0;
  list-style: none;
}

.tools input {
  flex: 1 1 14rem;
  max-width: 30rem;
}

button {
  cursor: pointer;
}

button[aria-pressed="true"] {
  background: var(--marked);
}

body[data-state="lost"] #state {
  color: var(--bad);
  font-weight: 600;
}

#seen,
.about,
.none {
  color: var(--quiet);
}

.count {
  font-weight: normal;
  color: var(--quiet);
}

.scroll {
  overflow-x: auto;
  border: 1px solid var(--line);
  border-radius: 4px;
}

table {
  width: 100%;
  border-collapse: collapse;
}

caption {
  padding: 0.4rem 0.6rem;
  text-align: left;
  font-weight: 600;
}

th,
td {
  padding: 0.25rem 0.6rem;
  border-top: 1px solid var(--line);
  text-align: left;
  vertical-align: top;
  font-weight: normal;
}

/* Free text may break anywhere, so it needs a width of its own; what else is long makes the table scroll. */
td:is(.objn, .vref, .tkey) {
  min-width: 8rem;
  overflow-wrap: anywhere;
}

td:is(.gpath, .gfile, .branch, .filename, .place, .rfpd, .requests, .msg, .what) {
  min-width: 13rem;
  overflow-wrap: anywhere;
}

td.at {
  white-space: nowrap;
}

td.sha256,
pre {
  font-family: ui-monospace, monospace;
  font-size: 0.85rem;
}

td.sha256 {
  min-width: 18rem;
  overflow-wrap: anywhere;
}

thead th {
  padding: 0;
  background: var(--raised);
}

thead button {
  width: 100%;
  border: 0;
  background: none;
  text-align: left;
  font-weight: 600;
  white-space: nowrap;
}

thead button:focus-visible {
  outline-offset: -3px;
}

th[aria-sort="ascending"] button::after {
  content: " \\25B2";
}

th[aria-sort="descending"] button::after {
  content: " \\25BC";
}

tbody tr:hover {
  background: var(--raised);
}

tbody tr:has(a[aria-current]) {
  background: var(--marked);
}

tr[data-sev="20"] :is(.sev, .msg),
li[data-sev="20"] {
  color: var(--warning);
}

tr[data-sev="30"] :is(.sev, .msg),
li[data-sev="30"] {
  color: var(--bad);
}

.more {
  margin-top: 0.6rem;
}

aside h2 {
  margin: 0;
}

.top {
  display: flex;
  justify-content: space-between;
  align-items: center;
  gap: 1rem;
}

dl {
  display: grid;
  grid-template-columns: minmax(4rem, max-content) 1fr;
  gap: 0.1rem 1rem;
}

dt {
  color: var(--quiet);
}

dd {
  margin: 0;
  overflow-wrap: anywhere;
}

aside :is(ul, ol, .about) {
  padding-left: 1.2rem;
  overflow-wrap: anywhere;
}

aside .about {
  padding-left: 0;
}

pre {
  margin: 0;
  padding: 0.6rem;
  max-height: 30rem;
  overflow: auto;
  border: 1px solid var(--line);
  background: var(--raised);
}

@media (min-width: 70rem) {
  .columns {
    display: flex;
  }

  main {
    flex: 1;
    min-width: 0;
  }

  aside {
    flex: 0 0 34rem;
    position: sticky;
    top: 0;
    max-height: 100vh;
    overflow: auto;
    border-left: 1px solid var(--line);
  }
}

@media print {
  .tools,
  nav,
  .more,
  aside button {
    display: none;
  }

  .scroll {
    overflow: visible;
  }
}
`,
  ],
  [
    'refresh.js',
    `/** Asks the service for what it holds, again and again; it answers with nothing while nothing was written. */

/** Time between two questions in milliseconds; a slow answer makes it longer. */
const pause = 1500;

export class Refresh {
  #onData;
  #onState;
  #known = null;
  #timer = 0;
  #isPaused = false;
  #isAsking = false;

  /** \`onData\` gets each new inspection, \`onState\` one of live, paused, lost. */
  constructor(onData, onState) {
    this.#onData = onData;
    this.#onState = onState;
    document.addEventListener('visibilitychange', () => this.#ask());
  }

  start() {
    this.#ask();
  }

  /** Stops asking, or goes on. */
  setPaused(isPaused) {
    this.#isPaused = isPaused;
    if (isPaused) this.#onState('paused');
    else this.#ask();
  }

  async #ask() {
    clearTimeout(this.#timer);
    if (this.#isPaused || this.#isAsking || document.hidden) return;
    this.#isAsking = true;
    const began = performance.now();
    const state = await this.#fetch().catch(() => 'lost');
    this.#isAsking = false;
    if (!this.#isPaused) this.#onState(state);
    const took = performance.now() - began;
    this.#timer = setTimeout(() => this.#ask(), Math.max(pause, 4 * took));
  }

  async #fetch() {
    const headers = this.#known === null ? {} : { 'If-None-Match': this.#known };
    const response = await fetch('inspect.json', { headers, cache: 'no-store' });
    if (response.status === 304) return 'live';
    if (!response.ok) return 'lost';
    const inspection = await response.json();
    this.#known = response.headers.get('ETag');
    this.#onData(inspection);
    return 'live';
  }
}
`,
  ],
  [
    'rows.js',
    `/** Searching and sorting of plain records. */

const collator = new Intl.Collator('en', { numeric: true });

/** The text of a record that a search looks in, made once. */
const texts = new WeakMap();

function textOf(row) {
  const text = texts.get(row) ?? Object.values(row).join('\\n').toLowerCase();
  texts.set(row, text);
  return text;
}

/** The words of a search, in lower case. */
export function wordsOf(query) {
  return query
    .toLowerCase()
    .split(/\\s+/)
    .filter((word) => word !== '');
}

/** The rows in which each word occurs, in whichever field. */
export function found(rows, words) {
  if (words.length === 0) return rows;
  return rows.filter((row) => words.every((word) => textOf(row).includes(word)));
}

/** What is sorted by: a field as it is shown, so RFP 0 (none) is nothing. */
function shownValue(row, field) {
  const value = row[field];
  const isNothing = value === '' || value === undefined || (field === 'rfp' && value === 0);
  return isNothing ? null : value;
}

/** Numbers by size, lists by length, texts as people sort them (9 before 10). */
function compare(one, other) {
  if (Array.isArray(one)) return one.length - other.length;
  if (typeof one === 'number') return one - other;
  return collator.compare(String(one), String(other));
}

/** The rows in the order of a field; equal ones stay as they are, and those without a value come last either way. */
export function sorted(rows, field, direction) {
  const sign = direction === 'descending' ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [shownValue(one, field), shownValue(other, field)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * compare(a, b);
  });
}
`,
  ],
  [
    'source.js',
    `/** The text of an attached file, read when somebody looks at it. */
import { grouped, shown, shownSource } from './text.js';

/** Characters shown; the link leads to the rest. */
const mostShown = 200_000;

/** Files by request and SHA-256, so that a refresh neither asks again nor redraws them. */
const drawn = new Map();

function addressOf({ objectId, sha256 }) {
  return \`inspect/requests/\${objectId}/attachments/\${sha256}\`;
}

function make(name, text, className = '') {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
}

async function fill(box, note, attachment) {
  const response = await fetch(addressOf(attachment));
  if (!response.ok) throw new Error('not there any more');
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.includes(0)) {
    note.textContent = 'Not text: it holds zero bytes.';
    return;
  }
  const text = new TextDecoder('utf-8').decode(bytes);
  const notes = [];
  if (text.includes('\\uFFFD')) notes.push('Not all of it is UTF-8.');
  if (text.length > mostShown) notes.push(\`The first \${grouped(mostShown)} characters.\`);
  note.textContent = notes.join(' ');
  box.textContent = shownSource(text.slice(0, mostShown));
  box.hidden = false;
}

function newSource(attachment) {
  const { filename, place, bytes, sha256 } = attachment;
  const part = document.createElement('section');
  part.className = 'source';
  const heading = make('h4', shown(filename) || '(no name)');
  const whole = make('a', 'as plain text');
  whole.href = addressOf(attachment);
  const about = make('p', \`\${shown(place)}, \${grouped(bytes)} bytes, SHA-256 \${sha256} \`, 'about');
  about.append(whole);
  const note = make('p', 'Reading...');
  const box = make('pre', '');
  box.hidden = true;
  box.tabIndex = 0;
  box.setAttribute('role', 'region');
  box.setAttribute('aria-label', \`Text of \${heading.textContent}\`);
  part.append(heading, about, note, box);
  fill(box, note, attachment).catch((error) => {
    note.textContent = \`It cannot be read: \${error.message}.\`;
    drawn.delete(addressOf(attachment));
  });
  return part;
}

/** The part of the page that shows an attached file. */
export function sourceOf(attachment) {
  const key = addressOf(attachment);
  const part = drawn.get(key) ?? newSource(attachment);
  drawn.set(key, part);
  return part;
}
`,
  ],
  [
    'table.js',
    `/** One table: its rows in order, as many as fit a page, each kept as it is while its record stays the same. */
import { contentsOf } from './cells.js';
import { found, sorted } from './rows.js';
import { grouped } from './text.js';

/** Rows drawn at first, and more each time somebody asks for more. */
const pageOfRows = 100;

export class Table {
  #table;
  #fields;
  #key;
  #sort;
  #limit = pageOfRows;
  #rows = [];
  #words = [];
  /** The drawn rows by their key. */
  #drawn = new Map();

  constructor(table) {
    this.#table = table;
    this.name = table.dataset.rows;
    this.#key = table.dataset.key.split(' ');
    this.#fields = [...table.querySelectorAll('thead th')].map((head) => head.dataset.field);
    const first = table.querySelector('th[aria-sort]');
    this.#sort = { field: first.dataset.field, direction: first.getAttribute('aria-sort') };
    table.tHead.addEventListener('click', (event) => this.#sortBy(event.target.closest('button')));
    this.#part('.more').addEventListener('click', () => this.#showMore());
  }

  /** Draws these records, those that match the words. Returns how many match. */
  show(rows, words) {
    if (words.join(' ') !== this.#words.join(' ')) this.#limit = pageOfRows;
    this.#rows = rows;
    this.#words = words;
    return this.#draw();
  }

  /** Marks the row of a request or RFP whose details are open. */
  mark(hash) {
    for (const link of this.#table.querySelectorAll('a[aria-current]')) link.removeAttribute('aria-current');
    const first = hash && this.#table.querySelector(\`tbody th a[href="\${CSS.escape(hash)}"]\`);
    if (first) first.setAttribute('aria-current', 'true');
  }

  #part(selector) {
    return this.#table.closest('section').querySelector(selector);
  }

  #sortBy(button) {
    if (!button) return;
    const head = button.closest('th');
    const direction = head.getAttribute('aria-sort') === 'ascending' ? 'descending' : 'ascending';
    for (const other of this.#table.querySelectorAll('th[aria-sort]')) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', direction);
    this.#sort = { field: head.dataset.field, direction };
    this.#draw();
  }

  /** The keyboard goes on at the first of the new rows. */
  #showMore() {
    const before = this.#limit;
    this.#limit += 5 * pageOfRows;
    this.#draw();
    (this.#table.tBodies[0].rows[before]?.querySelector('a') ?? this.#part('.scroll')).focus();
  }

  #draw() {
    const matching = found(this.#rows, this.#words);
    const rows = sorted(matching, this.#sort.field, this.#sort.direction).slice(0, this.#limit);
    const lines = rows.map((row) => this.#lineOf(row));
    placeLines(this.#table.tBodies[0], lines);
    this.#drawn = new Map(lines.map((line) => [line.dataset.key, line]));
    this.#say(rows.length, matching.length);
    return matching.length;
  }

  /** The line of a record: the one that is drawn already, with its cells brought up to date. */
  #lineOf(row) {
    const key = this.#key.map((field) => row[field]).join(' ');
    const line = this.#drawn.get(key) ?? newLine(key, this.#fields);
    for (const [n, field] of this.#fields.entries()) {
      const cell = line.cells[n];
      const value = JSON.stringify(row[field] ?? null);
      if (cell.dataset.value === value) continue;
      cell.dataset.value = value;
      cell.replaceChildren(...contentsOf(field, row));
    }
    if (row.sev !== undefined) line.dataset.sev = row.sev;
    return line;
  }

  #say(drawn, matching) {
    const all = this.#rows.length;
    const isAll = drawn === all;
    const count = isAll ? grouped(all) : \`\${grouped(drawn)} shown of \${grouped(matching)}\`;
    const of = matching === all ? '' : \` that match, \${grouped(all)} in all\`;
    this.#table.caption.querySelector('.count').textContent = \`\${count}\${of}\`;
    this.#part('.none').hidden = matching > 0;
    this.#part('.scroll').hidden = matching === 0;
    this.#part('.none').textContent = all === 0 ? 'None yet.' : \`None of \${grouped(all)} matches the search.\`;
    const more = this.#part('.more');
    more.hidden = drawn >= matching;
    more.textContent = \`Show more of \${grouped(matching)}\`;
    for (const place of document.querySelectorAll(\`[data-count="\${this.name}"]\`)) place.textContent = grouped(all);
  }
}

function newLine(key, fields) {
  const line = document.createElement('tr');
  line.dataset.key = key;
  for (const [n, field] of fields.entries()) {
    const cell = document.createElement(n === 0 ? 'th' : 'td');
    if (n === 0) cell.scope = 'row';
    cell.className = field;
    line.append(cell);
  }
  return line;
}

/** Puts the lines into this order; one that stands right is not touched, so that it keeps focus and selection. */
function placeLines(body, lines) {
  const wanted = new Set(lines);
  for (const line of [...body.rows]) if (!wanted.has(line)) line.remove();
  let next = body.firstElementChild;
  for (const line of lines) {
    if (line === next) next = next.nextElementSibling;
    else body.insertBefore(line, next);
  }
}
`,
  ],
  [
    'text.js',
    `/** How values are shown: as text only, with nothing invisible in it. */

const invisible = /[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]/gu;
const invisibleInSource = /(?![\\t\\r\\n])[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]/gu;

function asCode(character) {
  return \`\\\\u{\${character.codePointAt(0).toString(16)}}\`;
}

/** A value as one line of text: control, bidi and zero-width characters as codes, null as nothing. */
export function shown(value) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value).replace(invisible, asCode);
}

/** A source as text of several lines. */
export function shownSource(text) {
  return text.replace(invisibleInSource, asCode);
}

const number = new Intl.NumberFormat('en');

/** A count, as in \`1 request\` and \`10,000 requests\`. */
export function counted(count, one, many = \`\${one}s\`) {
  return \`\${number.format(count)} \${count === 1 ? one : many}\`;
}

/** A number with its thousands apart. */
export function grouped(count) {
  return number.format(count);
}
`,
  ],
]);
