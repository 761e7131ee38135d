/** Formats values as text without invisible characters. */

const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const invisibleInSource = /(?![\t\r\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

function asCode(character) {
  return `\\u{${character.codePointAt(0).toString(16)}}`;
}

/** Formats a value as one line: control, bidi and zero-width characters as codes, null as nothing. */
export function shown(value) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value).replace(invisible, asCode);
}

/** Shortens each commit in a text to its first ten digits. */
export function withShortCommits(text) {
  return text.replace(/\b([0-9a-f]{10})[0-9a-f]{30}(?:[0-9a-f]{24})?\b/g, '$1');
}

/** Returns a file's text with invisible characters as codes; tabs and line ends stay. */
export function shownSource(text) {
  return text.replace(invisibleInSource, asCode);
}

const number = new Intl.NumberFormat('en');

/** Formats a count, as in `1 request` and `10,000 requests`. */
export function counted(count, one) {
  return `${grouped(count)} ${count === 1 ? one : `${one}s`}`;
}

export function grouped(count) {
  return number.format(count);
}
