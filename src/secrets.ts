/** The one place that knows how a secret may be spelled, and keeps it out of every text. */
import { shorten } from './near.ts';
import { cutEscape, listSpellings, unescapeText, unescapeWithPlaces } from './secret-spellings.ts';

/** Characters of the shortest secret: a shorter text would be found everywhere. */
const shortest = 4;
const secretVariables = [
  'FILE_CHECKOUTS_TOKEN',
  'FILE_CHECKOUTS_GIT_TOKEN',
  'FILE_CHECKOUTS_LEDGER_TOKEN',
  'FILE_CHECKOUTS_LEDGER_SECRET',
  'FILE_CHECKOUTS_LEDGER_SECRET_PREVIOUS',
  'CI_JOB_TOKEN',
] as const;

/** Returns a global pattern that matches any of these texts, the longest first, as one may be a part of another. */
function buildPattern(texts: Iterable<string>): RegExp {
  const longestFirst = [...texts].sort((one, other) => other.length - one.length);
  return new RegExp(longestFirst.map((text) => RegExp.escape(text)).join('|'), 'g');
}

/** Returns how many characters at the end of `text` are the beginning of a spelling (not all of it); 0 if under 8 and under half of it. */
function measureOverlap(text: string, spelling: string): number {
  const least = Math.min(8, Math.ceil(spelling.length / 2));
  for (let length = Math.min(spelling.length - 1, text.length); length >= least; length -= 1) {
    if (text.endsWith(spelling.slice(0, length))) return length;
  }
  return 0;
}

/** Keeps the secrets of a run, and hides them in texts that leave it, also where an escape or base64 spells them. */
export class Secrets {
  readonly #spellings = new Set<string>();
  /** For a text as it is, and for one whose escapes are read; null: there is no secret. */
  #patterns: { readonly written: RegExp; readonly plain: RegExp } | null = null;

  constructor(secrets: Iterable<string | undefined> = []) {
    for (const secret of secrets) this.add(secret);
  }

  /** Adds a secret to hide from now on; ignores undefined, and one of less than 4 characters. */
  add(secret: string | undefined): void {
    if (secret === undefined || secret.length < shortest) return;
    for (const spelling of listSpellings(secret)) this.#spellings.add(spelling);
    const plain = [...this.#spellings].map(unescapeText).filter((text) => text.length >= shortest);
    this.#patterns = { written: buildPattern(this.#spellings), plain: buildPattern(plain) };
  }

  /** Returns the text with `***` for every secret, also as JSON, URL, HTML or base64 spell it, or with escapes; other escapes stay. */
  hide(text: string): string {
    if (this.#patterns === null) return text;
    const { written, plain } = this.#patterns;
    const hidden = text.replace(written, '***');
    const read = unescapeText(hidden);
    if (read === hidden || read.search(plain) === -1) return hidden;
    const placed = unescapeWithPlaces(hidden);
    const parts: string[] = [];
    let done = 0;
    for (const match of placed.text.matchAll(plain)) {
      parts.push(hidden.slice(done, placed.from[match.index]), '***');
      done = placed.from[match.index + match[0].length] ?? hidden.length;
    }
    return [...parts, hidden.slice(done)].join('');
  }

  /** Hides secrets, as `hide`, in a text that was cut: also the beginning of a secret at its end, if 8 characters or half are there. */
  hideCut(text: string): string {
    const hidden = this.hide(text);
    const first = Math.min(...[hidden, hidden.replace(cutEscape, '')].map((end) => this.#findCutSecret(end)));
    return first < hidden.length ? `${hidden.slice(0, first)}***` : hidden;
  }

  /** Returns the index where a cut secret, also one in escapes, begins at the end of the text; the text's length if none does. */
  #findCutSecret(text: string): number {
    const spellings = [...this.#spellings].map(unescapeText);
    // A character takes a few dozen at most, in escapes inside of each other.
    const longest = Math.max(0, ...spellings.map(({ length }) => length));
    const from = Math.max(0, text.length - 32 * longest);
    const plain = unescapeWithPlaces(text.slice(from));
    const begins = spellings.map((spelling) => plain.text.length - measureOverlap(plain.text, spelling));
    return from + (plain.from[Math.min(plain.text.length, ...begins)] ?? 0);
  }

  /** Returns plain data with secrets hidden in all strings and keys; objects and lists without any are returned as they are, not copied. */
  hideIn<T>(value: T): T {
    const hideInValue = (value: unknown): unknown => {
      if (typeof value === 'string') return this.hide(value);
      if (typeof value !== 'object' || value === null) return value;
      const entries = Object.entries(value);
      const isList = Array.isArray(value);
      const hidden = entries.map(([key, item]) => [isList ? key : this.hide(key), hideInValue(item)] as const);
      if (hidden.every(([key, item], n) => key === entries[n]?.[0] && item === entries[n]?.[1])) return value;
      return isList ? hidden.map(([, item]) => item) : Object.fromEntries(hidden);
    };
    return this.#patterns === null ? value : (hideInValue(value) as T);
  }
}

/** Returns this program's secrets and CI_JOB_TOKEN, trimmed, and passwords in `http_proxy`, `https_proxy`, `all_proxy`; undefined: none. */
export function listSecrets(env: Readonly<Record<string, string | undefined>>): (string | undefined)[] {
  const proxies = Object.entries(env).filter(([name]) => /^(https?|all)_proxy$/i.test(name));
  const passwords = proxies.map(([, value]) => /^(?:[a-z0-9+.-]+:\/\/)?[^/@:]*:([^/@]*)@/i.exec(value ?? '')?.[1]);
  return [...secretVariables.map((name) => env[name]?.trim()), ...passwords];
}

/** Returns a text on one line, blanks and control characters merged, at most `limit` (200) long, `***` for the token. */
export type SafeText = (text: string, limit?: number) => string;

/** Returns a function that hides the token (also one cut at the end), puts the text on one line, and cuts it to `limit` with `...`. */
export function createSafeText(token: string): SafeText {
  const secrets = new Secrets([token]);
  return (text, limit = 200) => {
    const line = secrets.hideCut(text).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ');
    return shorten(line.trim(), limit);
  };
}
