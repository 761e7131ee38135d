/** The page: tables, search, details, and the refresh that feeds them. */
import { compareNames } from './alike.js';
import { askedFor, Details } from './details.js';
import { Filters } from './filters.js';
import { Refresh } from './refresh.js';
import { Table, wordsOf } from './table.js';
import { counted, withStates } from './words.js';

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
  const words = wordsOf(part('search').value);
  const matching = tables.map((table) => table.show(held[table.name], words, filters.testOf(table.name)));
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
