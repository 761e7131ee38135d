/** The text of an attached file, read when somebody looks at it. */
import { make } from './cells.js';
import { grouped, shown, shownSource } from './text.js';

/** Characters shown; the link leads to the rest. */
const mostShown = 200_000;

/** Files by request and SHA-256, so that a refresh neither asks again nor redraws them. */
const drawn = new Map();

function addressOf({ objectId, sha256 }) {
  return `inspect/requests/${objectId}/attachments/${sha256}`;
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
  if (text.includes('\uFFFD')) notes.push('Not all of it is UTF-8.');
  if (text.length > mostShown) notes.push(`The first ${grouped(mostShown)} characters.`);
  note.textContent = notes.join(' ');
  box.textContent = shownSource(text.slice(0, mostShown));
  box.hidden = false;
}

function newSource(attachment) {
  const { filename, place, bytes, sha256 } = attachment;
  const name = shown(filename) || '(no name)';
  const whole = make('a', { href: addressOf(attachment) }, 'as plain text');
  const about = `${shown(place)}, ${grouped(bytes)} bytes, SHA-256 ${sha256} `;
  const note = make('p', {}, 'Reading...');
  const box = make('pre', { hidden: true, tabIndex: 0, role: 'group', ariaLabel: `Text of ${name}` });
  fill(box, note, attachment).catch((error) => {
    note.textContent = `It cannot be read: ${error.message}.`;
    drawn.delete(addressOf(attachment));
  });
  return make('section', {}, make('h4', {}, name), make('p', { className: 'about' }, about, whole), note, box);
}

export function sourceOf(attachment) {
  const key = addressOf(attachment);
  const part = drawn.get(key) ?? newSource(attachment);
  drawn.set(key, part);
  return part;
}
