import type { LongEntries } from './long-lists.ts';
import type { FiledObject, LedgerRecord } from './record.ts';

/** A piece has at least so many characters, but for the last one. */
const pieceLength = 64 * 1024;

/**
 * A record, or a part of one, as it is kept: JSON in UTF-8, an entry a line, so that Git shows and stores what changed. In pieces, because
 * the text of thousands of requests would weigh more than the record itself; it ends with a line end.
 */
export function* recordPieces(record: LedgerRecord | readonly FiledObject[] | LongEntries): Generator<string> {
  let text = '';
  for (const part of partsOf(record)) {
    text += part;
    if (text.length < pieceLength) continue;
    yield text;
    text = '';
  }
  yield `${text}\n`;
}

/** Lists, and what holds lists, are taken apart; everything else stands on one line. */
function* partsOf(value: unknown): Generator<string> {
  if (Array.isArray(value) && value.length > 0) yield* entriesOf(value);
  else if (holdsList(value)) {
    let before = '{\n';
    for (const [name, part] of Object.entries(value)) {
      yield `${before}${JSON.stringify(name)}: `;
      yield* partsOf(part);
      before = ',\n';
    }
    yield '\n}';
  } else {
    yield JSON.stringify(value);
  }
}

/** Nearly every entry is a line, of which a long list has thousands: they are put together here. */
function* entriesOf(list: readonly unknown[]): Generator<string> {
  let text = '[\n';
  for (const entry of list) {
    if (text.length > pieceLength) {
      yield text;
      text = '';
    }
    if (Array.isArray(entry) || holdsList(entry)) {
      yield text;
      yield* partsOf(entry);
      text = ',\n';
    } else text += `${JSON.stringify(entry)},\n`;
  }
  yield `${text.slice(0, -2)}\n]`;
}

function holdsList(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  for (const name in value) if (Array.isArray(value[name as keyof typeof value])) return true;
  return false;
}
