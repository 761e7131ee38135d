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
  if (Array.isArray(value) && value.length > 0) {
    for (const [n, entry] of value.entries()) {
      yield n === 0 ? '[\n' : ',\n';
      yield* partsOf(entry);
    }
    yield '\n]';
  } else if (holdsList(value)) {
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

function holdsList(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.values(value).some(Array.isArray);
}
