import { invisible } from '../log.ts';

/**
 * Writes the invisible characters of JSON, but not line ends, as `\u` escapes (one for each UTF-16 unit), and also the bracket of `##[` and
 * `##vso[` (commands of CI runners).
 */
export function escapeInvisible(json: string): string {
  // Nearly all JSON is ASCII, which this test shows fastest; JSON escapes all invisible ASCII but DEL.
  const isPlain = Buffer.byteLength(json) === json.length && !json.includes('\u007f');
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  // The line ends between the values are the only ones that are not escaped already.
  const visible = (char: string) => (char === '\n' ? char : char.replace(/./gs, escaped));
  const seen = isPlain ? json : json.replace(invisible, visible);
  return seen.includes('##') ? seen.replace(/##([a-z]*)\[/gi, '##$1\\u005b') : seen;
}

/** Returns a value as indented JSON without invisible characters; `indent` goes before each line but the first. */
function safeJson(value: unknown, indent: string): string {
  return escapeInvisible(JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`));
}

/** Number of elements of a list that make a piece. */
const atATime = 64;

/** A list of more elements than this is for programs: one element a line, which takes less time and space. */
const mostIndented = 500;

/** Yields the JSON of a list that is not empty, 64 elements at a time: each on one line if they are over 500, else indented. @param indent of the list */
function* listPieces(list: readonly unknown[], indent: '' | '  '): Generator<string> {
  const space = list.length > mostIndented ? 0 : 2;
  const jsonOf = (element: unknown) =>
    (JSON.stringify(element, null, space) ?? 'null').replaceAll('\n', `\n${indent}  `);
  yield '[\n';
  for (let at = 0; at < list.length; at += atATime) {
    const lines = list.slice(at, at + atATime).map((element) => `${indent}  ${jsonOf(element)}`);
    yield escapeInvisible(lines.join(',\n'));
    yield at + atATime < list.length ? ',\n' : '\n';
  }
  yield `${indent}]`;
}

/** Yields the JSON of a record, key by key, a list in it as `listPieces` does; keys with undefined are left out. */
function* recordPieces(record: object): Generator<string> {
  const entries = Object.entries(record).filter(([, value]) => value !== undefined);
  yield '{\n';
  for (const [index, [key, value]] of entries.entries()) {
    yield `  ${safeJson(key, '')}: `;
    if (Array.isArray(value) && value.length > 0) yield* listPieces(value, '  ');
    else yield safeJson(value, '  ');
    yield index < entries.length - 1 ? ',\n' : '\n';
  }
  yield '}';
}

/**
 * Yields a record or a list as JSON that ends with a line end, in pieces, so that a large report is never in memory as a
 * whole. Invisible characters are escaped, which makes it safe in a log and changes no parsed value. It is indented, but
 * each element of a list of more than 500 is on one line.
 */
export function* jsonPieces(value: object): Generator<string> {
  if (Array.isArray(value) && value.length > 0) yield* listPieces(value, '');
  else if (Array.isArray(value) || Object.keys(value).length === 0) yield safeJson(value, '');
  else yield* recordPieces(value);
  yield '\n';
}

/** Returns the JSON of `jsonPieces` as one text. */
export function jsonText(value: object): string {
  return [...jsonPieces(value)].join('');
}
