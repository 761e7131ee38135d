/** The page: tables, search, details, and the refresh that feeds them. */
import { rememberAlikeNames } from './alike.js';
import { askedFor, Details } from './details.js';
import { Filters } from './filters.js';
import { Table } from './table.js';
import { counted, withStates } from './words.js';

/** Least time between two calls, in milliseconds; a slow answer makes it longer. */
const pause = 1500;

/** Polls the service for its data; its answer is empty while nothing was written. */
class Refresh {
  #onData;
  #onState;
  #known = '';
  #timer = 0;
  #isPaused = false;
  #isAsking = false;
  #underWay = Promise.resolve();

  /** Begins to poll at once. Calls `onData` with all data each time they have changed, and `onState` with live, paused or lost. */
  constructor(onData, onState) {
    this.#onData = onData;
    this.#onState = onState;
    document.addEventListener('visibilitychange', () => this.#ask());
    this.#ask();
  }

  /** Stops polling, or resumes it. */
  setPaused(isPaused) {
    this.#isPaused = isPaused;
    if (isPaused) this.#onState('paused');
    else this.#ask();
  }

  /** Fetches once, even while polling is paused; resolves when the data are shown. */
  now() {
    // An answer that is under way may be older than the change.
    this.#underWay = this.#underWay.then(() => this.#askOnce());
    return this.#underWay;
  }

  /** Fetches, unless polling is paused, the page hidden, or a call under way. */
  #ask() {
    clearTimeout(this.#timer);
    if (!this.#isPaused && !this.#isAsking && !document.hidden) this.#underWay = this.#askOnce();
  }

  /** Fetches the data, reports the state, and schedules the next call. Never rejects. */
  async #askOnce() {
    this.#isAsking = true;
    const began = performance.now();
    const isLive = await this.#fetch().catch(() => false);
    this.#isAsking = false;
    if (!this.#isPaused) this.#onState(isLive ? 'live' : 'lost');
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), Math.max(pause, 4 * (performance.now() - began)));
  }

  /** Fetches the data, and gives them to `onData` if they have changed. Returns false if the service answers with an error; rejects if it does not answer. */
  async #fetch() {
    const response = await fetch('inspect.json', { headers: { 'If-None-Match': this.#known }, cache: 'no-store' });
    if (!response.ok) return response.status === 304;
    const inspection = await response.json();
    this.#known = response.headers.get('ETag');
    this.#onData(inspection);
    return true;
  }
}

const byId = (id) => document.getElementById(id);
const tables = [...document.querySelectorAll('table[data-rows]')].map((table) => new Table(table));
let held = null;

const details = new Details(byId('details'), byId('confirm'), {
  onClose: () => {
    history.pushState(null, '', `${location.pathname}${location.search}`);
    showDetails();
  },
  onPlayed: () => refresh.now(),
});

/** Marks the row whose details the address asks for, in all tables. */
function markRows() {
  for (const table of tables) table.mark(askedFor(location.hash) ? location.hash : '');
}

/** Opens or closes the details as the address says; does nothing before the first data. */
function showDetails() {
  if (held === null) return;
  details.open(location.hash, held);
  markRows();
}

/** Draws all tables; returns how many records match search and filters in all of them together. */
function drawTables() {
  const matching = tables.map((table) => table.show(held[table.name], filters.testOf(table.name)));
  markRows();
  return matching.reduce((sum, count) => sum + count, 0);
}

/** Shows new data everywhere; the first time also opens the details that the address asks for. */
function onData(inspection) {
  const isFirst = held === null;
  held = withStates(inspection);
  rememberAlikeNames(held.requests);
  filters.offerValues(held.requests);
  // What is in sight stays there, as browsers anchor the scroll; a row that moves would lose the focus.
  const focused = document.activeElement;
  drawTables();
  if (!isFirst) details.refresh(location.hash, held);
  if (focused !== document.activeElement && focused?.isConnected) focused.focus({ preventScroll: true });
  if (isFirst && askedFor(location.hash)) showDetails();
  byId('seen').textContent = `as of ${new Date().toLocaleTimeString('en-GB')}`;
}

const states = { live: 'Live', paused: 'Refresh is paused', lost: 'The service does not answer; trying again' };

/** Shows whether polling is live, paused or lost; screen readers say it only when it changes. */
function onState(state) {
  const text = states[state];
  if (byId('state').textContent !== text) byId('state').textContent = text;
  document.body.dataset.state = state;
}

let typing = 0;

/** Draws the tables for the new filters; screen readers say the count when the typing has paused for half a second. */
function onFilter() {
  if (held === null) return;
  const matching = drawTables();
  clearTimeout(typing);
  typing = setTimeout(() => {
    byId('said').textContent = location.search === '' ? '' : `${counted(matching, 'record')} found`;
  }, 500);
}

const filters = new Filters(byId('search').form, onFilter);
const refresh = new Refresh(onData, onState);

byId('pause').addEventListener('click', () => {
  const isPaused = byId('pause').getAttribute('aria-pressed') !== 'true';
  byId('pause').setAttribute('aria-pressed', String(isPaused));
  refresh.setPaused(isPaused);
});
window.addEventListener('hashchange', showDetails);
window.addEventListener('popstate', () => {
  filters.read();
  if (held !== null) drawTables();
});
// `/` goes to the search, as on many pages; not while somebody types.
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target === byId('search')) return;
  event.preventDefault();
  byId('search').focus();
});
