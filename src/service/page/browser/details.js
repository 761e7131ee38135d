/** Shows all fields of the request or RFP in the address (`#request-10001`, `#rfp-101`). */
import { describeAlike } from './alike.js';
import { createLink, make, renderCell, renderCode } from './cells.js';
import { showButtons, showMessage, watchButtons } from './later.js';
import { formatCount, formatValue, grouped, sortByCompileOrder } from './words.js';

/** Fields whose values are names, in which each character counts. */
const names = ['objn', 'srcn', 'rpth', 'gpath', 'gfile', 'target', 'folb', 'fslb', 'fsfl'];

/** Returns a <dl> with all fields of a record that are not empty, but for `requests` and `open` of an RFP, which are shown elsewhere. */
function renderFields(record) {
  const list = make('dl');
  for (const field of Object.keys(record).filter((name) => !['requests', 'open'].includes(name))) {
    const contents = renderCell(field, record);
    if (contents.every((content) => content === '')) continue;
    const className = names.includes(field) ? 'name' : '';
    list.append(make('dt', {}, field), make('dd', { className }, ...contents));
  }
  return list;
}

/** Returns a list item with link, object and codes of a request. */
function renderRequestItem({ objectId, rsn, objn, objt, status }) {
  const codes = [...renderCode('status', status), ', ', ...renderCode('rsn', rsn)];
  const name = ` ${formatValue(`${objn} ${objt}`)} `;
  return make('li', {}, createLink('request', objectId), name, make('span', { className: 'codes' }, ...codes));
}

/** Returns a numbered list of the first 500 requests, and how many more there are. */
function renderRequestItems(requests) {
  const rest = requests.length > 500 ? [make('li', {}, `and ${grouped(requests.length - 500)} more`)] : [];
  return make('ol', {}, ...requests.slice(0, 500).map(renderRequestItem), ...rest);
}

/** Returns a list item with a line of the transaction log. */
function renderTransaction({ at, method, vref, user, sev, msg }) {
  const who = [at, method, vref, user].filter((part) => part).join(' ');
  const item = make('li', {}, formatValue(`${who}: ${sev} ${msg}`));
  item.dataset.sev = sev;
  return item;
}

/** Returns the elements for a request, its files and its calls (`parts`), the records behind them (`state`), and the request in a list. */
function renderRequest(objectId, { requests, attachments, transactions }) {
  const request = requests.find((one) => one.objectId === objectId);
  const files = attachments.filter((one) => one.objectId === objectId);
  const calls = transactions.filter((one) => one.objectId === objectId);
  const { rsn, appl, lvl, objn, objt, attr } = request ?? {};
  const parts = request
    ? [make('p', { className: 'about' }, formatValue(`${rsn} ${appl}/${lvl} ${objn} ${objt} ${attr}`))]
    : [make('p', {}, 'There is no such request (any more).')];
  const alike = request ? describeAlike(request) : '';
  if (alike !== '') parts.push(make('p', { className: 'alike' }, formatValue(alike)));
  if (files.length > 0) parts.push(make('h3', {}, 'Attached'), ...files.map(renderAttachment));
  if (calls.length > 0) parts.push(make('h3', {}, 'Transactions'), make('ol', {}, ...calls.map(renderTransaction)));
  if (request) parts.push(make('h3', {}, 'Fields'), renderFields(request));
  return { state: [request, alike, files, calls], parts, requests: request ? [request] : [] };
}

/** Returns the elements for an RFP, a sentence if unknown (`parts`), the records behind them (`state`), its requests and number. */
function renderRfp(number, { rfps, requests }) {
  const rfp = rfps.find((one) => one.rfp === number);
  if (!rfp) return { state: [], parts: [make('p', {}, 'There is no such RFP.')], requests: [] };
  const inside = sortByCompileOrder(requests.filter((one) => one.rfp === number));
  const about = make('p', { className: 'about' }, rfp.state);
  const title = make('h3', {}, `${formatCount(inside.length, 'request')}, in compile order`);
  const parts = [about, title, renderRequestItems(inside), renderFields(rfp)];
  return { state: [rfp, inside], parts, requests: inside, rfp: number };
}

/** Returns kind (`request` or `rfp`) and number in the fragment of an address; null if it asks for no details. */
function parseHash(hash) {
  const [, kind, number] = /^#(request|rfp)-(\d{1,15})$/.exec(hash) ?? [];
  return kind === undefined ? null : { kind, number: Number(number) };
}

const panel = document.getElementById('details');
const heading = panel.querySelector('h2');
const body = panel.querySelector('.body');
/** The records behind what is drawn. */
let drawnState = '';
/** The element that had the focus when the panel was opened. */
let opener = null;

/** Calls `onClose` when somebody presses the close button or Escape, and `onPlayed` after each action of the others, also a failed one. */
export function watchDetails(onClose, onPlayed) {
  watchButtons(onPlayed);
  panel.querySelector('button').addEventListener('click', onClose);
  panel.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') onClose();
  });
}

/** Opens the panel for the request or RFP in this fragment, and focuses it; for any other fragment closes it, and moves the focus back. */
export function openDetails(hash, inspection) {
  const asked = parseHash(hash);
  const wasOpen = !panel.hidden;
  panel.hidden = asked === null;
  if (asked === null) {
    if (wasOpen) (opener?.isConnected ? opener : document.getElementById('search')).focus();
    return;
  }
  if (!wasOpen) opener = document.activeElement;
  heading.textContent = `${asked.kind === 'rfp' ? 'RFP' : 'Request'} ${asked.number}`;
  drawnState = '';
  showMessage('');
  refreshDetails(hash, inspection);
  panel.scrollTop = 0;
  heading.focus();
}

/** Updates the buttons, draws the rest again if its records have changed, and keeps the focus; does nothing if no details are asked for. */
export function refreshDetails(hash, inspection) {
  const asked = parseHash(hash);
  if (asked === null) return;
  const viewOf = asked.kind === 'rfp' ? renderRfp : renderRequest;
  const { state, parts, requests, rfp } = viewOf(asked.number, inspection);
  const isPressed = document.activeElement.closest('.later') !== null;
  showButtons(requests, rfp);
  // Without requests the buttons are hidden.
  if (isPressed && requests.length === 0) heading.focus();
  const text = JSON.stringify(state);
  if (text === drawnState) return;
  drawnState = text;
  const focused = body.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null;
  body.replaceChildren(...parts);
  if (focused !== null) (body.querySelector(`a[href="${CSS.escape(focused)}"]`) ?? heading).focus();
}

/** Most characters shown; the link leads to all. */
const mostShown = 200_000;

/** Parts by address, so that a refresh neither fetches nor draws a file again. */
const drawn = new Map();

/** Fetches an attached file; shows its text in `box` (not if it has NUL bytes), and remarks in `note`. Rejects if it cannot be fetched. */
async function showFile(box, note, address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error('not there any more');
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.includes(0)) {
    note.textContent = 'Not text: it holds zero bytes.';
    return;
  }
  const text = new TextDecoder('utf-8').decode(bytes);
  const ofCharacters = text.includes('\uFFFD') ? ['Not all of it is UTF-8.'] : [];
  const ofLength = text.length > mostShown ? [`The first ${grouped(mostShown)} characters.`] : [];
  note.textContent = [...ofCharacters, ...ofLength].join(' ');
  // Tabs and line ends stay.
  box.textContent = text.slice(0, mostShown).replace(/[^\t\r\n]+/g, (piece) => formatValue(piece));
  box.hidden = false;
}

/** Returns the section of an attached file, and starts to fetch its text; for the same file the same section, unless the fetch failed. */
function renderAttachment({ objectId, filename, place, bytes, sha256 }) {
  const address = `inspect/requests/${objectId}/attachments/${sha256}`;
  if (drawn.has(address)) return drawn.get(address);
  const name = formatValue(filename) || '(no name)';
  const whole = make('a', { href: address }, 'as plain text');
  const about = `${formatValue(place)}, ${grouped(bytes)} bytes, SHA-256 ${sha256} `;
  const note = make('p', {}, 'Reading...');
  const box = make('pre', { hidden: true, tabIndex: 0, role: 'group', ariaLabel: `Text of ${name}` });
  showFile(box, note, address).catch((error) => {
    note.textContent = `It cannot be read: ${error.message}.`;
    drawn.delete(address);
  });
  const aboutPart = make('p', { className: 'about' }, about, whole);
  drawn.set(address, make('section', {}, make('h4', {}, name), aboutPart, note, box));
  return drawn.get(address);
}
