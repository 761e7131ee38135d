/** The one place that knows how a secret may be spelled, and keeps it out of every text. */
import { shorten } from './near.ts';

/** A shorter text is no secret, and would be found everywhere. */
const shortest = 4;
/** Less of a token than this, as base64 has it, says nothing. */
const shortestBase64 = 8;

/** Variables of a job that hold a credential. */
const secretVariables = [
  'FILE_CHECKOUTS_TOKEN',
  'FILE_CHECKOUTS_GIT_TOKEN',
  'FILE_CHECKOUTS_LEDGER_TOKEN',
  'FILE_CHECKOUTS_LEDGER_SECRET',
  'CI_JOB_TOKEN',
] as const;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A secret inside of base64, wherever it begins there: the characters that depend on it alone. */
function base64Pieces(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
}

/** As `RegExp.escape` does, which the older Node lacks that is told here that it is too old. */
function quoted(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** A hexadecimal number in either case, as a regular expression. */
function hexOf(code: number, digits = 0): string {
  const digit = (char: string) => (char >= 'a' ? `[${char}${char.toUpperCase()}]` : char);
  return [...code.toString(16).padStart(digits, '0')].map(digit).join('');
}

/** A character in all the ways in which texts hold it: escaped for JSON, HTML or an address, once or a few times. */
function anySpelling(char: string): string {
  if (/^[a-z0-9]$/i.test(char)) return char;
  const code = char.codePointAt(0) ?? 0;
  const entity = entities[char]?.slice(1);
  const named = [`#0*${code};`, `#[xX]0*${hexOf(code)};`, ...(entity === undefined ? [] : [entity])];
  const ways = [
    quoted(char),
    [...Buffer.from(char, 'utf8')].map((byte) => `%(?:25){0,8}${hexOf(byte, 2)}`).join(''),
    `&(?:amp;){0,8}(?:${named.join('|')})`,
    [...Array(char.length).keys()].map((n) => `\\\\{1,16}u${hexOf(char.charCodeAt(n), 4)}`).join(''),
  ];
  return `\\\\{0,16}(?:${ways.join('|')})`;
}

/** How an echo may spell a secret: as it is, in JSON, an address, HTML or a header of basic authentication. */
function spellingsOf(secret: string): string[] {
  const spelled = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    secret.replace(/[&<>"]/g, (char) => entities[char] ?? char),
  ];
  return [...spelled, ...base64Pieces(secret).filter((piece) => piece.length >= shortestBase64)];
}

function withoutBeginning(text: string, spelling: string): string {
  const least = Math.min(8, Math.ceil(spelling.length / 2));
  for (let length = Math.min(spelling.length - 1, text.length); length >= least; length -= 1) {
    if (text.endsWith(spelling.slice(0, length))) return `${text.slice(0, -length)}***`;
  }
  return text;
}

/** The secrets of a run, so that no text that leaves it holds one. */
export class Secrets {
  readonly #spellings = new Set<string>();
  readonly #secrets = new Set<string>();
  #pattern: RegExp | null = null;

  /** @param secrets those known from the beginning; undefined ones are passed over. */
  constructor(secrets: Iterable<string | undefined> = []) {
    for (const secret of secrets) this.add(secret);
  }

  /** Adds one that became known; a very short one is not hidden. */
  add(secret: string | undefined): void {
    if (secret === undefined || secret.length < shortest) return;
    for (const spelling of spellingsOf(secret)) this.#spellings.add(spelling);
    // Longest first: a secret may be a part of another.
    this.#secrets.add(secret);
    const longestFirst = (texts: Iterable<string>) => [...texts].sort((one, other) => other.length - one.length);
    const inAnyWay = longestFirst(this.#secrets).map((text) => [...text].map(anySpelling).join(''));
    this.#pattern = new RegExp([...inAnyWay, ...longestFirst(this.#spellings).map(quoted)].join('|'), 'g');
  }

  /** The text with every secret replaced by `***`. */
  hide(text: string): string {
    return this.#pattern === null ? text : text.replace(this.#pattern, '***');
  }

  /** The same for a text that was cut: from half of a secret on, or 8 characters, what it ends with is hidden too. */
  hideCut(text: string): string {
    return [...this.#spellings].reduce(withoutBeginning, this.hide(text));
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
