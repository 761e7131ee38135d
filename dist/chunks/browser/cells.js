/** Draws cells. Texts from the service never become markup. */
import { alikeText } from './alike.js';
import { fieldValue, grouped, shown, wordOf } from './words.js';

/** Returns a new element with these properties (not attributes) and contents: nodes, and strings, which become text and never markup. */
export function make(name, properties, ...contents) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...contents);
  return made;
}

/** Returns a link to the details of a record. @param kind `request` or `rfp` */
export function linkTo(kind, number, text = String(number)) {
  return make('a', { href: `#${kind}-${number}` }, text);
}

/** Returns links to the first four requests of an RFP and, if it has more, to the RFP. @param numbers of its requests @param rfp its own */
function requestList(numbers, rfp) {
  const links = numbers.slice(0, 4).flatMap((objectId) => [linkTo('request', objectId), ' ']);
  return numbers.length > 4 ? [...links, linkTo('rfp', rfp, `and ${grouped(numbers.length - 4)} more`)] : links;
}

/** Returns the object name of a request, followed by a mark and a text for screen readers if other names look like it. */
function nameContents(request) {
  const alike = alikeText(request);
  const name = shown(request.objn);
  if (alike === '') return [name];
  const mark = make('span', { className: 'alike', title: shown(alike) }, '\u2248');
  return [name, ' ', mark, make('span', { className: 'unseen' }, shown(alike))];
}

/** Returns a code of the interface and, if there is one, its word beside it: nodes and strings. */
export function codeContents(field, code) {
  const word = wordOf(field, code);
  return word === '' ? [shown(code)] : [shown(code), ' ', make('span', { className: 'word' }, word)];
}

/** Shows a time as `11-23 14:43`, in UTC, with the whole time as title; any other text as it is. */
function timeContents(iso) {
  const [, day, time] = /^\d{4}-(\d\d-\d\d)T(\d\d:\d\d)/.exec(iso) ?? [];
  if (day === undefined) return [shown(iso)];
  return [make('time', { dateTime: iso, title: iso }, `${day} ${time}`)];
}

/** Returns a text that changes whenever the contents of this cell change. */
export function cellState(field, row) {
  const alike = field === 'objn' ? alikeText(row) : '';
  return JSON.stringify(fieldValue(row, field) ?? null) + alike;
}

/** By field, functions that return the contents of its cell; other fields show the code with its word. */
const contents = {
  objectId: (value) => (value === null ? [] : [linkTo('request', value)]),
  objn: (_, row) => nameContents(row),
  createdAt: timeContents,
  changedAt: timeContents,
  at: timeContents,
  // Commit IDs are cut to ten digits.
  rfpd: (value) => [shown(value).replace(/\b([0-9a-f]{10})[0-9a-f]{30}(?:[0-9a-f]{24})?\b/g, '$1')],
  rfp: (value) => (value ? [linkTo('rfp', value)] : []),
  requests: (value, { rfp }) => requestList(value, rfp),
  filename: (value, { objectId }) => [linkTo('request', objectId, shown(value) || '(no name)')],
  bytes: (value) => [grouped(value)],
};

/** Returns the contents of the cell of a record in a column: a list of nodes and strings. */
export function cellContents(field, row) {
  const value = fieldValue(row, field);
  return contents[field]?.(value, row) ?? codeContents(field, value);
}
