/** How texts spell a secret: one table of escapes, and base64. Pure. */

/** A way to write a character otherwise than as itself. */
interface Escape {
  /** A regular expression, case ignored, that a match of another row does not begin. */
  readonly written: string;
  /** The character that a match means; empty for one that only marks the next. */
  readonly means: (match: string) => string;
}

/** Returns a pattern's source for an escaped byte (`%74`, `%2574`). @param lead source that matches its first hex digit */
const buildBytePattern = (lead: string) => `%(?:25)*${lead}[0-9a-f]`;
const next = buildBytePattern('[89ab]');
const ampersand = '&(?:amp;?)*';
const parseHexChar = (hex: string) => toChar(Number.parseInt(hex, 16));
/** Names of HTML that need no `;`, and the others of ASCII; case does not count here. */
const shortNames: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const otherNames = `apos ' sol / plus + equals = period . colon : lowbar _ commat @ excl ! num # dollar $ percnt % lpar ( rpar )
  ast * comma , semi ; quest ? lsqb [ lbrack [ bsol \\ rsqb ] rbrack ] hat ^ underbar _ grave \` midast * lcub { lbrace {
  verbar | vert | verticalline | rcub } rbrace } diacriticalgrave \``;
const named: Readonly<Record<string, string>> = {
  ...shortNames,
  ...Object.fromEntries([...otherNames.matchAll(/(\w+) (\S)/g)].map(([, name, char]) => [name, char])),
};
const longestName = Math.max(...Object.keys(named).map(({ length }) => length));

/** Returns the character with this number; `?` if there is none. */
function toChar(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '?';
}

/** The escapes that are read before a text is searched. SECURITY.md promises them, and a test has an example of each. */
export const escapes = {
  'in JSON by number': { written: String.raw`\\+u[0-9a-f]{4}`, means: (match) => parseHexChar(match.slice(-4)) },
  'in a script by number': {
    written: String.raw`\\+u\{0*[0-9a-f]{1,8}\}|\\+x[0-9a-f]{2}`,
    means: (match) => parseHexChar(match.replace(/^\\+[ux]|[{}]/gi, '')),
  },
  'in a script by octal number': {
    written: String.raw`\\+(?:[0-3][0-7]{2}|[0-7]{1,2})`,
    means: (match) => toChar(Number.parseInt(match.replace(/^\\+/, ''), 8)),
  },
  'behind a backslash': { written: String.raw`\\+`, means: () => '' },
  'in an address': {
    written: [
      buildBytePattern('[0-7]'),
      buildBytePattern('[cd]') + next,
      buildBytePattern('e') + next.repeat(2),
      buildBytePattern('f') + next.repeat(3),
    ].join('|'),
    means: (match) => Buffer.from(match.replace(/%(?:25)*(?=[0-9a-f]{2})/gi, ''), 'hex').toString('utf8'),
  },
  'in HTML by decimal number': {
    written: `${ampersand}#0*[0-9]{1,8};?`,
    means: (match) => toChar(Number(/[0-9]+/.exec(match)?.[0])),
  },
  'in HTML by hexadecimal number': {
    written: `${ampersand}#x0*[0-9a-f]{1,8};?`,
    means: (match) => parseHexChar(/#x([0-9a-f]+)/i.exec(match)?.[1] ?? ''),
  },
  'in HTML by name': {
    written: `${ampersand}(?:(?:${Object.keys(named).join('|')});|(?:${Object.keys(shortNames).join('|')}))`,
    means: (match) => named[/([a-z]+);?$/i.exec(match)?.[1]?.toLowerCase() ?? ''] ?? '',
  },
} satisfies Readonly<Record<string, Escape>>;

const rows: readonly Escape[] = Object.values(escapes);
const anyEscape = new RegExp(rows.map(({ written }) => `(${written})`).join('|'), 'gi');
const mayEscape = /[\\%&]/;
/** Escapes inside of others, of different kinds; within one kind a row takes any number at once. */
const mostRounds = 8;

/** A text with its escapes read, and where each of its UTF-16 units began; one place more, for its end. */
type Unescaped = { readonly text: string; readonly from: readonly number[] };

/** Returns the character that a match of `anyEscape` means; empty for a backslash, which only marks the next one. */
function decodeEscape(match: readonly (string | undefined)[]): string {
  const row = match.findIndex((part, n) => n > 0 && part !== undefined);
  return rows[row - 1]?.means(match[0] ?? '') ?? '';
}

/** Returns a text with all its escapes read, also those inside of others (at most 8 deep). */
export function unescapeText(text: string): string {
  let read = text;
  for (let round = 0; round < mostRounds && mayEscape.test(read); round += 1) {
    const before = read;
    read = read.replace(anyEscape, (...match) => decodeEscape(match.slice(0, rows.length + 1)));
    if (read === before) break;
  }
  return read;
}

/** Returns a text with its escapes read; `from`: where each UTF-16 unit began in the argument, last its end (or a `\` dropped there). */
export function unescapeWithPlaces(text: string): Unescaped {
  let read: Unescaped = { text, from: Array.from({ length: text.length + 1 }, (_, at) => at) };
  for (let round = 0; round < mostRounds; round += 1) {
    const after = unescapeOnce(read);
    if (after.text === read.text) break;
    read = after;
  }
  return read;
}

/** Reads one layer of escapes. A mark without a meaning (a backslash) is dropped, and the next character begins at its place. */
function unescapeOnce({ text, from }: Unescaped): Unescaped {
  const parts: string[] = [];
  const places: number[] = [];
  /** Place of a mark that belongs to the next character. */
  let mark: number | null = null;
  const addPart = (part: string, placeOf: (n: number) => number) => {
    for (let n = 0; n < part.length; n += 1) {
      places.push(n === 0 && mark !== null ? mark : placeOf(n));
      mark = null;
    }
    parts.push(part);
  };
  let done = 0;
  for (const match of text.matchAll(anyEscape)) {
    const begin = done;
    addPart(text.slice(begin, match.index), (n) => from[begin + n] ?? 0);
    const meaning = decodeEscape(match);
    const place = from[match.index] ?? 0;
    addPart(meaning, () => place);
    if (meaning === '') mark ??= place;
    done = match.index + match[0].length;
  }
  addPart(text.slice(done), (n) => from[done + n] ?? 0);
  return { text: parts.join(''), from: [...places, mark ?? from.at(-1) ?? 0] };
}

/** A shorter piece of base64 says nothing about a token. */
const shortestBase64 = 8;

/** Returns texts of 8 characters or more: any base64 (either alphabet) of a text that holds this one has one of them; [] if too short. */
function listBase64Pieces(text: string): string[] {
  const bytes = Buffer.from(text, 'utf8');
  const pieces = [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    return encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
  const inBoth = pieces.flatMap((piece) => [piece, piece.replaceAll('+', '-').replaceAll('/', '_')]);
  return [...new Set(inBoth)].filter((piece) => piece.length >= shortestBase64);
}

/** Returns the texts to search for a secret, not sorted: itself, as JSON, URL, HTML write it; pieces of base64 of these, once and twice. */
export function listSpellings(secret: string): string[] {
  const html = secret.replace(/[&<>"]/g, (char) => `&${Object.keys(named).find((name) => named[name] === char)};`);
  const written = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), html];
  const once = written.flatMap(listBase64Pieces);
  return [...new Set([...written, ...once, ...once.flatMap(listBase64Pieces)])];
}

/** Matches an escape that the end of a text cuts. */
export const cutEscape = new RegExp(
  String.raw`(?:\\+(?:u(?:\{0*)?[0-9a-f]{0,7}|x[0-9a-f]?|[0-7]{1,2})?|%(?:25)*[0-9a-f]?|${ampersand}(?:#x?[0-9a-f]*|[a-z]{0,${longestName}}))$`,
  'i',
);
