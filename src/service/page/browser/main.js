/** The page: tables, search, details, and the refresh that feeds them. */
import { rememberAlikeNames } from './alike.js';
import { openDetails, refreshDetails, watchDetails } from './details.js';
import { createFilterTest, offerValues, readFilters, watchFilters } from './filters.js';
import { Table } from './table.js';
import { addStates, formatCount } from './words.js';

const findById = (id) => document.getElementById(id);
const tables = [...document.querySelectorAll('table[data-rows]')].map((table) => new Table(table));
/** The data that are shown; null: none have come yet. */
let held = null;

/** Marks the row whose details the address asks for, in all tables. */
function markRows() {
  for (const table of tables) table.mark(location.hash);
}

/** Opens or closes the details as the address says; does nothing before the first data. */
function showDetails() {
  if (held === null) return;
  openDetails(location.hash, held);
  markRows();
}

/** Draws all tables, after other filters with `isFresh`; returns how many records match search and filters in all of them together. */
function drawTables(isFresh = false) {
  const matching = tables.map((table) => table.show(held[table.name], createFilterTest(table.name), isFresh));
  markRows();
  return matching.reduce((sum, count) => sum + count, 0);
}

/** Least time between two calls, in milliseconds; a slow answer makes it longer. */
const pause = 1500;
/** The ETag of the data that are shown: the answer is empty while nothing was written. */
let known = '';
let timer = 0;
let isPaused = false;
let isAsking = false;
let underWay = Promise.resolve();

/** Fetches, unless polling is paused, the page hidden, or a call under way. */
function ask() {
  clearTimeout(timer);
  if (!isPaused && !isAsking && !document.hidden) underWay = askOnce();
}

/** Fetches once, even while polling is paused, after a fetch under way; resolves when the data are shown, or the fetch has failed. */
function askNow() {
  // An answer that is under way may be older than the change.
  underWay = underWay.then(askOnce);
  return underWay;
}

/** Fetches the data, shows the state unless polling is paused, and schedules the next call. Never rejects. */
async function askOnce() {
  isAsking = true;
  const began = performance.now();
  const isLive = await fetchData().catch(() => false);
  isAsking = false;
  if (!isPaused) showState(isLive ? 'live' : 'lost');
  clearTimeout(timer);
  timer = setTimeout(ask, Math.max(pause, 4 * (performance.now() - began)));
}

/** Fetches the data, and shows them if they have changed. Returns false if the service answers with an error; rejects without an answer. */
async function fetchData() {
  const response = await fetch('inspect.json', { headers: { 'If-None-Match': known }, cache: 'no-store' });
  if (!response.ok) return response.status === 304;
  const inspection = await response.json();
  known = response.headers.get('ETag');
  showData(inspection);
  return true;
}

/** Shows new data everywhere; the first time also opens the details that the address asks for. */
function showData(inspection) {
  const isFirst = held === null;
  held = addStates(inspection);
  rememberAlikeNames(held.requests);
  offerValues(held.requests);
  // What is in sight stays there, as browsers anchor the scroll; a row that moves would lose the focus.
  const focused = document.activeElement;
  drawTables();
  if (!isFirst) refreshDetails(location.hash, held);
  if (focused !== document.activeElement && focused?.isConnected) focused.focus({ preventScroll: true });
  if (isFirst) showDetails();
  findById('seen').textContent = `as of ${new Date().toLocaleTimeString('en-GB')}`;
}

const states = { live: 'Live', paused: 'Refresh is paused', lost: 'The service does not answer; trying again' };

/** Shows whether polling is live, paused or lost; screen readers say it only when it changes. */
function showState(state) {
  const text = states[state];
  if (findById('state').textContent !== text) findById('state').textContent = text;
  document.body.dataset.state = state;
}

let typing = 0;

watchFilters(() => {
  if (held === null) return;
  const matching = drawTables(true);
  // Screen readers say the count when the typing has paused for half a second.
  clearTimeout(typing);
  typing = setTimeout(() => {
    findById('said').textContent = location.search === '' ? '' : `${formatCount(matching, 'record')} found`;
  }, 500);
});
watchDetails(() => {
  history.pushState(null, '', `${location.pathname}${location.search}`);
  showDetails();
}, askNow);
document.addEventListener('visibilitychange', ask);
findById('pause').addEventListener('click', () => {
  isPaused = !isPaused;
  findById('pause').setAttribute('aria-pressed', String(isPaused));
  if (isPaused) showState('paused');
  else ask();
});
window.addEventListener('hashchange', showDetails);
window.addEventListener('popstate', () => {
  readFilters();
  if (held !== null) drawTables(true);
});
// `/` goes to the search, as on many pages; not while somebody types.
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target === findById('search')) return;
  event.preventDefault();
  findById('search').focus();
});
ask();
