/** Draws cells. Texts from the service never become markup. */
import { formatAlike } from './alike.js';
import { describeCode, formatValue, grouped, readField } from './words.js';

/** Returns a new element with these properties (not attributes) and contents: nodes, and strings, which become text and never markup. */
export function make(name, properties, ...contents) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...contents);
  return made;
}

/** Returns a link to the details of a record. @param kind `request` or `rfp` */
export function createLink(kind, number, text = String(number)) {
  return make('a', { href: `#${kind}-${number}` }, text);
}

/** Returns links to the first four requests of an RFP and, if it has more, to the RFP. @param numbers those of the requests */
function renderRequestLinks(numbers, rfp) {
  const links = numbers.slice(0, 4).flatMap((objectId) => [createLink('request', objectId), ' ']);
  return numbers.length > 4 ? [...links, createLink('rfp', rfp, `and ${grouped(numbers.length - 4)} more`)] : links;
}

/** Returns the object name of a request, followed by a mark and a text for screen readers if other names look like it. */
function renderName(request) {
  const alike = formatAlike(request);
  const name = formatValue(request.objn);
  if (alike === '') return [name];
  const mark = make('span', { className: 'alike', title: formatValue(alike) }, '\u2248');
  return [name, ' ', mark, make('span', { className: 'unseen' }, formatValue(alike))];
}

/** Returns a code of the interface and, if there is one, its word beside it: nodes and strings. */
export function renderCode(field, code) {
  const word = describeCode(field, code);
  return word === '' ? [formatValue(code)] : [formatValue(code), ' ', make('span', { className: 'word' }, word)];
}

/** Shows a time as `11-23 14:43`, in UTC, with the whole time as title; any other text as it is. */
function renderTime(iso) {
  const [, day, time] = /^\d{4}-(\d\d-\d\d)T(\d\d:\d\d)/.exec(iso) ?? [];
  if (day === undefined) return [formatValue(iso)];
  return [make('time', { dateTime: iso, title: iso }, `${day} ${time}`)];
}

/** Returns a text that changes whenever the contents of this cell change. */
export function findCellState(field, row) {
  const alike = field === 'objn' ? formatAlike(row) : '';
  return JSON.stringify(readField(row, field) ?? null) + alike;
}

/** By field, functions that return the contents of its cell; other fields show the code with its word. */
const contents = {
  objectId: (value) => (value === null ? [] : [createLink('request', value)]),
  objn: (_, row) => renderName(row),
  createdAt: renderTime,
  changedAt: renderTime,
  at: renderTime,
  // Commit IDs are cut to ten digits.
  rfpd: (value) => [formatValue(value).replace(/\b([0-9a-f]{10})[0-9a-f]{30}(?:[0-9a-f]{24})?\b/g, '$1')],
  rfp: (value) => (value ? [createLink('rfp', value)] : []),
  requests: (value, { rfp }) => renderRequestLinks(value, rfp),
  filename: (value, { objectId }) => [createLink('request', objectId, formatValue(value) || '(no name)')],
  bytes: (value) => [grouped(value)],
};

/** Returns the contents of the cell of a record in a column: a list of nodes and strings. */
export function renderCell(field, row) {
  const value = readField(row, field);
  return contents[field]?.(value, row) ?? renderCode(field, value);
}
