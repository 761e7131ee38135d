/** The page: tables, search, details, and the refresh that feeds them. */
import { compareNames } from './alike.js';
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

  /** Begins at once. `onData` gets each new inspection, `onState` one of live, paused, lost. */
  constructor(onData, onState) {
    this.#onData = onData;
    this.#onState = onState;
    document.addEventListener('visibilitychange', () => this.#ask());
    this.#ask();
  }

  /** Stops asking, or goes on. */
  setPaused(isPaused) {
    this.#isPaused = isPaused;
    if (isPaused) this.#onState('paused');
    else this.#ask();
  }

  /** Asks at once, even while the page is paused, and resolves when the answer is shown. */
  now() {
    // An answer that is under way may be older than the change.
    this.#underWay = this.#underWay.then(() => this.#askOnce());
    return this.#underWay;
  }

  /** Asks unless the page is paused, hidden or asking already. */
  #ask() {
    clearTimeout(this.#timer);
    if (!this.#isPaused && !this.#isAsking && !document.hidden) this.#underWay = this.#askOnce();
  }

  /** Asks, tells the state, and plans the next call. */
  async #askOnce() {
    this.#isAsking = true;
    const began = performance.now();
    const isLive = await this.#fetch().catch(() => false);
    this.#isAsking = false;
    if (!this.#isPaused) this.#onState(isLive ? 'live' : 'lost');
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), Math.max(pause, 4 * (performance.now() - began)));
  }

  /** Fetches the data; hands on new ones. Returns false for an error of the service. */
  async #fetch() {
    const response = await fetch('inspect.json', { headers: { 'If-None-Match': this.#known }, cache: 'no-store' });
    if (!response.ok) return response.status === 304;
    const inspection = await response.json();
    this.#known = response.headers.get('ETag');
    this.#onData(inspection);
    return true;
  }
}

const part = (id) => document.getElementById(id);
const tables = [...document.querySelectorAll('table[data-rows]')].map((table) => new Table(table));
let held = null;

const details = new Details(part('details'), part('confirm'), {
  onClose: () => {
    history.pushState(null, '', `${location.pathname}${location.search}`);
    showDetails();
  },
  onPlayed: () => refresh.now(),
});

function markRows() {
  for (const table of tables) table.mark(askedFor(location.hash) ? location.hash : '');
}

function showDetails() {
  if (held === null) return;
  details.open(location.hash, held);
  markRows();
}

/** Draws all tables; returns how many records match search and filters. */
function drawTables() {
  const matching = tables.map((table) => table.show(held[table.name], filters.testOf(table.name)));
  markRows();
  return matching.reduce((sum, count) => sum + count, 0);
}

/** Shows a new inspection; the first also opens the details that the address asks for. */
function onData(inspection) {
  const isFirst = held === null;
  held = withStates(inspection);
  compareNames(held.requests);
  filters.offer(held.requests);
  // What is in sight stays there, as browsers anchor the scroll; a row that moves would lose the focus.
  const focused = document.activeElement;
  drawTables();
  if (!isFirst) details.refresh(location.hash, held);
  if (focused !== document.activeElement && focused?.isConnected) focused.focus({ preventScroll: true });
  if (isFirst && askedFor(location.hash)) showDetails();
  part('seen').textContent = `as of ${new Date().toLocaleTimeString('en-GB')}`;
}

const states = { live: 'Live', paused: 'Refresh is paused', lost: 'The service does not answer; trying again' };

/** Shows the state of the refresh; screen readers say it only when it changes. */
function onState(state) {
  const text = states[state];
  if (part('state').textContent !== text) part('state').textContent = text;
  document.body.dataset.state = state;
}

let typing = 0;

/** Draws at each key and chip; screen readers say the count when the typing has paused for half a second. */
function onFilter() {
  if (held === null) return;
  const matching = drawTables();
  clearTimeout(typing);
  typing = setTimeout(() => {
    part('said').textContent = location.search === '' ? '' : `${counted(matching, 'record')} found`;
  }, 500);
}

const filters = new Filters(part('search').form, onFilter);
const refresh = new Refresh(onData, onState);

part('pause').addEventListener('click', () => {
  const isPaused = part('pause').getAttribute('aria-pressed') !== 'true';
  part('pause').setAttribute('aria-pressed', String(isPaused));
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
  if (event.target === part('search')) return;
  event.preventDefault();
  part('search').focus();
});
