import { invisible } from '../log.ts';

function unicodeEscapes(text: string): string {
  const units = text.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  return units.map((unit) => `\\u${unit}`).join('');
}

/**
 * True for JSON of characters that are all seen, as nearly every one is, which is told much faster than what the others
 * are: a byte each, of which JSON escapes all that are not seen but one.
 */
function isPlain(json: string): boolean {
  return Buffer.byteLength(json) === json.length && !json.includes('\u007f');
}

/** JSON with unseen characters and the bracket of a runner's command (`##[`, `##vso[`) written as escapes. */
function safe(json: string): string {
  // The line ends between the values are the only ones that are not escaped already.
  const seen = isPlain(json) ? json : json.replace(invisible, (char) => (char === '\n' ? char : unicodeEscapes(char)));
  return seen.includes('##') ? seen.replace(/##([a-z]*)\[/gi, '##$1\\u005b') : seen;
}

function safeJson(value: unknown, indent: string): string {
  return safe(JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`));
}

/** So many elements of a list make a piece. */
const atATime = 64;

/** A list of more elements than this is for programs: an element a line, which takes less time and space. */
const mostIndented = 500;

function* listPieces(list: readonly unknown[], depth: 0 | 1): Generator<string> {
  const elementsOf = list.length > mostIndented ? elementLines : indentedElements;
  yield '[\n';
  for (let at = 0; at < list.length; at += atATime) {
    yield safe(elementsOf(list.slice(at, at + atATime), depth));
    yield at + atATime < list.length ? ',\n' : '\n';
  }
  yield `${depth === 0 ? '' : '  '}]`;
}

/** At the depth at which they stand, so that each line is indented once. */
function indentedElements(part: readonly unknown[], depth: 0 | 1): string {
  const json = JSON.stringify(depth === 0 ? part : { part }, null, 2);
  return json.slice(json.indexOf('[\n') + 2, json.lastIndexOf('\n', json.lastIndexOf(']')));
}

function elementLines(part: readonly unknown[], depth: 0 | 1): string {
  const indent = depth === 0 ? '  ' : '    ';
  const json = JSON.stringify(part).slice(1, -1);
  // All at once is much quicker than one by one. In a text a quote is escaped, so what begins like the first element is
  // one, or stands in one.
  const begin = /^\{"\w+":/.exec(json)?.[0] ?? '';
  const lines = begin === '' ? [] : json.split(`},${begin}`);
  if (lines.length === part.length) return indent + lines.join(`},\n${indent}${begin}`);
  return part.map((element) => `${indent}${JSON.stringify(element) ?? 'null'}`).join(',\n');
}

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
 * A record or a list as JSON that may stand in a log: the strings are what they are once it is parsed. Indented, but for
 * long lists. In pieces, a few elements of a long list each, as the whole of a large report need not stand in memory.
 */
export function* jsonPieces(value: object): Generator<string> {
  if (Array.isArray(value) && value.length > 0) yield* listPieces(value, 0);
  else if (Array.isArray(value) || Object.keys(value).length === 0) yield safeJson(value, '');
  else yield* recordPieces(value);
  yield '\n';
}

export function jsonText(value: object): string {
  return [...jsonPieces(value)].join('');
}
