import { invisible } from '../log.ts';

/** Writes invisible characters but line ends, and the bracket of a runner's command (`##[`, `##vso[`), as escapes, for text in double quotes. */
export function escapeInvisible(json: string): string {
  // Nearly all JSON is ASCII, which this test shows fastest; JSON escapes all invisible ASCII but DEL.
  const isPlain = Buffer.byteLength(json) === json.length && !json.includes('\u007f');
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  // The line ends between the values are the only ones that are not escaped already.
  const visible = (char: string) => (char === '\n' ? char : char.replace(/./gs, escaped));
  const seen = isPlain ? json : json.replace(invisible, visible);
  return seen.includes('##') ? seen.replace(/##([a-z]*)\[/gi, '##$1\\u005b') : seen;
}

/** Writes a value as indented JSON that is safe in a log; `indent` goes before each line but the first. */
function safeJson(value: unknown, indent: string): string {
  return escapeInvisible(JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`));
}

/** Number of elements of a list that make a piece. */
const atATime = 64;

/** A list of more elements than this is for programs: one element a line, which takes less time and space. */
const mostIndented = 500;

/** Yields a list that is not empty; over 500 elements each is one line, else indented. @param depth 1: it is the value of a key */
function* listPieces(list: readonly unknown[], depth: 0 | 1): Generator<string> {
  const elementsOf = list.length > mostIndented ? elementLines : indentedElements;
  yield '[\n';
  for (let at = 0; at < list.length; at += atATime) {
    yield escapeInvisible(elementsOf(list.slice(at, at + atATime), depth));
    yield at + atATime < list.length ? ',\n' : '\n';
  }
  yield `${depth === 0 ? '' : '  '}]`;
}

/** Writes elements over several lines, indented for their depth. */
function indentedElements(part: readonly unknown[], depth: 0 | 1): string {
  const json = JSON.stringify(depth === 0 ? part : { part }, null, 2);
  return json.slice(json.indexOf('[\n') + 2, json.lastIndexOf('\n', json.lastIndexOf(']')));
}

/** Writes each element on a line of its own. */
function elementLines(part: readonly unknown[], depth: 0 | 1): string {
  return part.map((element) => `${depth === 0 ? '  ' : '    '}${JSON.stringify(element) ?? 'null'}`).join(',\n');
}

/** Yields a record, a list in it element by element; keys with undefined are left out. */
function* recordPieces(record: object): Generator<string> {
  const entries = Object.entries(record).filter(([, value]) => value !== undefined);
  yield '{\n';
  for (const [index, [key, value]] of entries.entries()) {
    yield `  ${safeJson(key, '')}: `;
    if (Array.isArray(value) && value.length > 0) yield* listPieces(value, 1);
    else yield safeJson(value, '  ');
    yield index < entries.length - 1 ? ',\n' : '\n';
  }
  yield '}';
}

/**
 * Yields a record or a list as JSON that is safe in a log, with a line end; parsed, the strings are the same. It is
 * indented, but for lists of more than 500 elements. It comes in pieces, so that a large report is never in memory
 * as a whole.
 */
export function* jsonPieces(value: object): Generator<string> {
  if (Array.isArray(value) && value.length > 0) yield* listPieces(value, 0);
  else if (Array.isArray(value) || Object.keys(value).length === 0) yield safeJson(value, '');
  else yield* recordPieces(value);
  yield '\n';
}

/** Returns the same JSON as one text. */
export function jsonText(value: object): string {
  return [...jsonPieces(value)].join('');
}
