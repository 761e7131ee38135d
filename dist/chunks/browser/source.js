/** Shows attached files, each fetched when its details are first opened. */
import { make } from './cells.js';
import { grouped, shown, shownSource } from './text.js';

/** Most characters shown; the link leads to all. */
const mostShown = 200_000;

/** Parts by address, so that a refresh neither fetches nor draws a file again. */
const drawn = new Map();

function addressOf({ objectId, sha256 }) {
  return `inspect/requests/${objectId}/attachments/${sha256}`;
}

/** Fetches a file and shows its text, with remarks; of a file with zero bytes only a remark. @throws Error if it is gone */
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

/** Makes the part of a file, which fills itself; after a failure the next call of sourceOf makes it again. */
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

/** Returns the part of a file, made once. */
export function sourceOf(attachment) {
  const key = addressOf(attachment);
  const part = drawn.get(key) ?? newSource(attachment);
  drawn.set(key, part);
  return part;
}
