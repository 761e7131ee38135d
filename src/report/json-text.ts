import { invisible } from '../log.ts';

function unicodeEscapes(text: string): string {
  const units = text.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  return units.map((unit) => `\\u${unit}`).join('');
}

/** JSON in which unseen characters and the `##[` of a runner's command are written as escapes. */
function safeJson(value: unknown, indent: string): string {
  const json = JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`);
  // The line ends between the values are the only ones that are not escaped already.
  return json
    .replace(invisible, (char) => (char === '\n' ? char : unicodeEscapes(char)))
    .replaceAll('##[', '##\\u005b');
}

function* listPieces(list: readonly unknown[], indent: string): Generator<string> {
  yield '[\n';
  for (const [index, element] of list.entries()) {
    yield `${indent}  ${safeJson(element, `${indent}  `)}${index < list.length - 1 ? ',' : ''}\n`;
  }
  yield `${indent}]`;
}

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
 * A record or a list as indented JSON that may stand in a log: the strings are what they are once it is parsed. In
 * pieces, one for each element of a long list, as the whole of a large report need not stand in memory.
 */
export function* jsonPieces(value: object): Generator<string> {
  if (Array.isArray(value) && value.length > 0) yield* listPieces(value, '');
  else if (Array.isArray(value) || Object.keys(value).length === 0) yield safeJson(value, '');
  else yield* recordPieces(value);
  yield '\n';
}

/** The same as one text. */
export function jsonText(value: object): string {
  return [...jsonPieces(value)].join('');
}
