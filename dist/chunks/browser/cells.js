/** What a cell shows. Texts from the service are only ever set as text. */
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
  return link(`#request-${objectId}`, text);
}

/** A link to the details of an RFP. */
export function rfpLink(rfp) {
  return link(`#rfp-${rfp}`, String(rfp));
}

function requestList(numbers, rfp) {
  const links = numbers.slice(0, mostListed).flatMap((objectId) => [requestLink(objectId), ' ']);
  const left = numbers.length - mostListed;
  return left > 0 ? [...links, link(`#rfp-${rfp}`, `and ${grouped(left)} more`)] : links;
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
