/** What a cell shows. Texts from the service are only ever set as text. */
import { alikeText } from './alike.js';
import { grouped, shown } from './text.js';

/** More requests of an RFP than this are counted in its row; its details list them. */
const mostListed = 8;

/** An element with these properties and contents: nodes, and texts that stay text. */
export function make(name, properties, ...contents) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...contents);
  return made;
}

export function requestLink(objectId, text = String(objectId)) {
  return make('a', { href: `#request-${objectId}` }, text);
}

function rfpLink(rfp, text = String(rfp)) {
  return make('a', { href: `#rfp-${rfp}` }, text);
}

function requestList(numbers, rfp) {
  const links = numbers.slice(0, mostListed).flatMap((objectId) => [requestLink(objectId), ' ']);
  const left = numbers.length - mostListed;
  return left > 0 ? [...links, rfpLink(rfp, `and ${grouped(left)} more`)] : links;
}

/** The name of an object, with the names that one could take it for. */
function nameContents(request) {
  const alike = alikeText(request);
  const name = shown(request.objn);
  return alike === '' ? [name] : [name, ' ', make('span', { className: 'alike' }, shown(alike))];
}

/** All that a cell is drawn from, as a text. */
export function stateOf(field, row) {
  const alike = field === 'objn' ? alikeText(row) : '';
  return JSON.stringify(row[field] ?? null) + alike;
}

export function contentsOf(field, row) {
  const value = row[field];
  switch (field) {
    case 'objectId':
      return value === null ? [] : [requestLink(value)];
    case 'objn':
      return nameContents(row);
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
