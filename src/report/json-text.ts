import { invisible } from '../log.ts';

/** Returns JSON with invisible characters, but not `\n`, and the bracket of `##[` and `##WORD[` (runner commands) as `\u` escapes. */
export function escapeInvisible(json: string): string {
  // Nearly all JSON is ASCII, which this test shows fastest; JSON escapes all invisible ASCII but DEL.
  const isPlain = Buffer.byteLength(json) === json.length && !json.includes('\u007f');
  const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  // The line ends between the values are the only ones that are not escaped already.
  const escapeChar = (char: string) => (char === '\n' ? char : char.replace(/./gs, escapeUnit));
  const seen = isPlain ? json : json.replace(invisible, escapeChar);
  return seen.includes('##') ? seen.replace(/##([a-z]*)\[/gi, '##$1\\u005b') : seen;
}

/** Number of elements of a list that make a piece. */
const atATime = 64;

/** A list of more elements than this is for programs: one element a line, which takes less time and space. */
const mostIndented = 500;

/** Yields a value as JSON, a list 64 elements at a time, each on one line if they are over 500. @param indent of all lines but the first */
function* formatValuePieces(value: unknown, indent: '' | '  '): Generator<string> {
  if (!Array.isArray(value) || value.length === 0) {
    yield escapeInvisible(JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`));
    return;
  }
  const space = value.length > mostIndented ? 0 : 2;
  const formatElement = (element: unknown) =>
    (JSON.stringify(element, null, space) ?? 'null').replaceAll('\n', `\n${indent}  `);
  for (let at = 0; at < value.length; at += atATime) {
    const lines = value.slice(at, at + atATime).map((element) => `${indent}  ${formatElement(element)}`);
    yield `${at === 0 ? '[' : ','}\n${escapeInvisible(lines.join(',\n'))}`;
  }
  yield `\n${indent}]`;
}

/**
 * Yields a record or list as indented JSON with a line end, in pieces, so that a large report is never whole in memory. Invisible
 * characters are escaped, which no parsed value shows. A list of over 500 elements, the value or that of a key, has one element a line.
 */
export function* formatJsonPieces(value: object): Generator<string> {
  const entries = Object.entries(value).filter(([, of]) => of !== undefined);
  if (Array.isArray(value) || entries.length === 0) yield* formatValuePieces(value, '');
  else {
    for (const [index, [key, of]] of entries.entries()) {
      yield `${index === 0 ? '{' : ','}\n  ${escapeInvisible(JSON.stringify(key))}: `;
      yield* formatValuePieces(of, '  ');
    }
    yield '\n}';
  }
  yield '\n';
}

/** Returns the JSON of `formatJsonPieces` as one text. */
export function formatJson(value: object): string {
  return [...formatJsonPieces(value)].join('');
}
