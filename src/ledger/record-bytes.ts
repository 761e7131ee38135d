import type { LedgerRecord } from './record.ts';

/** So many characters are turned into bytes at a time. */
const pieceLength = 64 * 1024;

/**
 * A record as it is kept: JSON in UTF-8, an entry a line, so that Git shows and stores what changed. Made in pieces,
 * because the text of thousands of requests as one string would weigh more than the record itself.
 */
export function recordBytes(record: LedgerRecord): Buffer {
  const pieces: Buffer[] = [];
  let text = '';
  for (const part of partsOf(record)) {
    text += part;
    if (text.length < pieceLength) continue;
    pieces.push(Buffer.from(text));
    text = '';
  }
  return Buffer.concat([...pieces, Buffer.from(`${text}\n`)]);
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
