/** The one place that knows how a secret may be spelled, and keeps it out of every text. */
import { shorten } from './near.ts';
import { cutEscape, spellingsOf, unescaped, unescapedWithPlaces } from './secret-spellings.ts';

/** A shorter text is no secret, and would be found everywhere. */
const shortest = 4;
/** Variables of a job that hold a credential. */
const secretVariables = [
  'FILE_CHECKOUTS_TOKEN',
  'FILE_CHECKOUTS_GIT_TOKEN',
  'FILE_CHECKOUTS_LEDGER_TOKEN',
  'FILE_CHECKOUTS_LEDGER_SECRET',
  'FILE_CHECKOUTS_LEDGER_SECRET_PREVIOUS',
  'CI_JOB_TOKEN',
] as const;

/** As `RegExp.escape` does, which the older Node lacks that is told here that it is too old. */
function quoted(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Any of these texts; the longest first, as a secret may be a part of another. */
function anyOf(texts: Iterable<string>): RegExp {
  const longestFirst = [...texts].sort((one, other) => other.length - one.length);
  return new RegExp(longestFirst.map(quoted).join('|'), 'g');
}

/** How much of a spelling's beginning a text ends with: half of it or 8 characters at the least, else nothing. */
function shared(text: string, spelling: string): number {
  const least = Math.min(8, Math.ceil(spelling.length / 2));
  for (let length = Math.min(spelling.length - 1, text.length); length >= least; length -= 1) {
    if (text.endsWith(spelling.slice(0, length))) return length;
  }
  return 0;
}

/** The secrets of a run, so that no text that leaves it holds one. */
export class Secrets {
  readonly #spellings = new Set<string>();
  #pattern: RegExp | null = null;
  /** The same for texts whose escapes are read. */
  #plainPattern: RegExp | null = null;

  /** @param secrets those known from the beginning; undefined ones are passed over. */
  constructor(secrets: Iterable<string | undefined> = []) {
    for (const secret of secrets) this.add(secret);
  }

  /** Adds one that became known; a very short one is not hidden. */
  add(secret: string | undefined): void {
    if (secret === undefined || secret.length < shortest) return;
    for (const spelling of spellingsOf(secret)) this.#spellings.add(spelling);
    this.#pattern = anyOf(this.#spellings);
    this.#plainPattern = anyOf([...this.#spellings].map(unescaped).filter((text) => text.length >= shortest));
  }

  /** The text with every secret replaced by `***`. */
  hide(text: string): string {
    if (this.#pattern === null) return text;
    const hidden = text.replace(this.#pattern, '***');
    const plain = unescaped(hidden);
    return plain !== hidden && this.#isIn(plain) ? this.#hideEscaped(hidden) : hidden;
  }

  /** The same for a text that was cut: from half of a secret on, or 8 characters, what it ends with is hidden too. */
  hideCut(text: string): string {
    const hidden = this.hide(text);
    const first = Math.min(...[hidden, hidden.replace(cutEscape, '')].map((end) => this.#beginningAtEndOf(end)));
    return first < hidden.length ? `${hidden.slice(0, first)}***` : hidden;
  }

  /** Where the beginning of a spelling stands with which a text ends; without one the length of the text. */
  #beginningAtEndOf(text: string): number {
    const spellings = [...this.#spellings].map(unescaped);
    // A character takes a few dozen at most, in escapes inside of each other.
    const longest = Math.max(0, ...spellings.map(({ length }) => length));
    const from = Math.max(0, text.length - 32 * longest);
    const plain = unescapedWithPlaces(text.slice(from));
    const begins = spellings.map((spelling) => plain.text.length - shared(plain.text, spelling));
    return from + (plain.from[Math.min(plain.text.length, ...begins)] ?? 0);
  }

  #isIn(plain: string): boolean {
    return this.#plainPattern !== null && plain.search(this.#plainPattern) !== -1;
  }

  #hideEscaped(text: string): string {
    const plain = unescapedWithPlaces(text);
    const parts: string[] = [];
    let done = 0;
    for (const match of plain.text.matchAll(this.#plainPattern ?? /$^/g)) {
      const end = match.index + match[0].length;
      parts.push(text.slice(done, plain.from[match.index]), '***');
      done = plain.from[end] ?? text.length;
    }
    return [...parts, text.slice(done)].join('');
  }

  /** The same for every string of a plain record, at any depth. */
  hideIn<T>(value: T): T {
    return this.#pattern === null ? value : (this.#hidden(value) as T);
  }

  /** What holds no secret comes back as it is: a report of thousands of requests is not copied for nothing. */
  #hidden(value: unknown): unknown {
    if (typeof value === 'string') return this.hide(value);
    if (typeof value !== 'object' || value === null || !this.#holds(value)) return value;
    if (Array.isArray(value)) return value.map((item) => this.#hidden(item));
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [this.hide(key), this.#hidden(item)]));
  }

  #holds(value: unknown): boolean {
    if (typeof value === 'string') return this.hide(value) !== value;
    if (typeof value !== 'object' || value === null) return false;
    if (Array.isArray(value)) return value.some((item) => this.#holds(item));
    for (const key in value) {
      if (this.hide(key) !== key || this.#holds(value[key as keyof typeof value])) return true;
    }
    return false;
  }
}

/** The secrets that the environment of a job holds: tokens, and the passwords of proxies. */
export function secretsOf(env: Readonly<Record<string, string | undefined>>): (string | undefined)[] {
  const proxies = Object.entries(env).filter(([name]) => /^(https?|all)_proxy$/i.test(name));
  const passwords = proxies.map(([, value]) => /^(?:[a-z0-9+.-]+:\/\/)?[^/@:]*:([^/@]*)@/i.exec(value ?? '')?.[1]);
  return [...secretVariables.map((name) => env[name]?.trim()), ...passwords];
}

/** Takes any text and gives it back on one line, at most `limit` characters long, with the token replaced by `***`. */
export type SafeText = (text: string, limit?: number) => string;

/** Makes the function that every text from outside passes before it is shown, also one that was cut. */
export function safeTextFor(token: string): SafeText {
  const secrets = new Secrets([token]);
  return (text, limit = 200) =>
    shorten(
      secrets
        .hideCut(text)
        .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ')
        .trim(),
      limit,
    );
}
