import { escapeText, type Log } from '../log.ts';
import { type Comment, type CommentApi, type CommentApiOptions, openCommentApi } from './api.ts';
import { type CommentRefusal, explainRefusal } from './refusal.ts';

export interface CommentInput extends CommentApiOptions {
  /** First line of our comment, see `buildCommentMarker`. */
  readonly marker: string;
  /** Markdown, of any length. */
  readonly body: string;
  /** Limit of all calls together. */
  readonly timeoutMs?: number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly log: Log;
}

/** What was done to the comment; `url` is its page, if known. */
export type CommentResult =
  | { readonly outcome: 'created' | 'updated' | 'unchanged'; readonly url: string | null }
  | CommentRefusal;

/** Longest comment that the host accepts. */
const mostCharacters = 65_536;

/**
 * Writes `body` into the oldest comment of the token's account under the marker, a pointer to it into others, or creates one (design §9).
 * Tries once more, a second later, if a failure may pass; ends after `timeoutMs` (default 30 s). Logs one line. Errors are results.
 */
export async function keepComment(input: CommentInput): Promise<CommentResult> {
  const signal = AbortSignal.any([input.signal, AbortSignal.timeout(input.timeoutMs ?? 30_000)]);
  const tryOnce = (): Promise<CommentResult> =>
    openCommentApi({ ...input, signal })
      .then((api) => writeComment(api, input))
      .catch((error) => explainRefusal(error, input.token, signal));
  let result = await tryOnce();
  if (result.outcome === 'failed' && result.passing) {
    await input.sleep(1_000, signal);
    // Starts over with the search, which finds a comment whose answer was lost.
    result = await tryOnce();
  }
  input.log.notice(escapeText(describeCommentResult(result)));
  return result;
}

/** Says what was done (`created`, `updated`, `up to date`; with the address if known), or why nothing, with a remedy if not allowed. */
function describeCommentResult(result: CommentResult): string {
  if (result.outcome === 'notAllowed') return `the plan is not written as a comment: ${result.why}. ${result.remedy}`;
  if (result.outcome === 'failed') return `the plan could not be written as a comment: ${result.why}`;
  const { outcome, url } = result;
  const state = outcome === 'unchanged' ? 'up to date' : outcome;
  return `the comment with the plan is ${state}${url === null ? '' : `: ${url}`}`;
}

/**
 * Writes marker and body, cut if too long, into our first comment under the marker, and a pointer to it into others; without any, creates
 * one: `created`, also if another run did so at the same time; then the later one gets a pointer to the older one, if that can be written.
 */
async function writeComment(api: CommentApi, { marker, body }: CommentInput): Promise<CommentResult> {
  const text = shortenMarkdown(`${marker}\n${body}`, mostCharacters);
  const known = await findOwnComments(api, marker);
  if (known.length > 0) return updateComments(api, known, marker, text);
  const made = await api.create(text);
  const now = await findOwnComments(api, marker).catch(() => []);
  if (now.length > 1) await updateComments(api, now, marker, text).catch(() => {});
  return { outcome: 'created', url: now[0]?.url ?? made.url };
}

/**
 * Finds our comments, oldest first: their first line is the marker (elsewhere it is a quote), and number or login of their author are those
 * of the token's account (anybody may paste a marker), or of `github-actions[bot]`, if the host does not tell the account.
 */
async function findOwnComments(api: CommentApi, marker: string): Promise<Comment[]> {
  const marked = (await api.list()).filter(({ body }) => body.split(/\r?\n/, 1)[0]?.trim() === marker);
  if (marked.length === 0) return [];
  const me = (await api.account()) ?? jobAccount;
  const isOurs = (one: string | number | null, ours: string | number | null) => one !== null && one === ours;
  return marked.filter(({ author: { id, login } }) => isOurs(id, me.id) || isOurs(login, me.login));
}

/** The account of the token that GitHub gives to a job; only GraphQL tells the account of another token. */
const jobAccount = { id: null, login: 'github-actions[bot]' };

/** Writes the text into the first comment, and a link to it into the others, each unless it has that; `updated` if the first changed. */
async function updateComments(api: CommentApi, known: Comment[], marker: string, text: string): Promise<CommentResult> {
  const [first, ...others] = known;
  const url = first?.url ?? null;
  const changed = first !== undefined && (await updateIfChanged(api, first, text));
  const place = plainAddress.test(url ?? '') ? `[an earlier comment](${url})` : 'an earlier comment';
  const pointer = `${marker}\nThe plan is kept up to date in ${place}.\n`;
  for (const other of others) await updateIfChanged(api, other, pointer);
  return { outcome: changed ? 'updated' : 'unchanged', url };
}

/** Updates a comment unless it has this text (line ends, and blanks at its end, do not count). Returns true if it was updated. */
async function updateIfChanged(api: CommentApi, comment: Comment, text: string): Promise<boolean> {
  const normalizeBody = (body: string) => body.replaceAll('\r\n', '\n').trimEnd();
  if (normalizeBody(comment.body) === normalizeBody(text)) return false;
  await api.update(comment.id, text);
  return true;
}

/** Matches an address that needs no escaping in a Markdown link. */
export const plainAddress = /^https?:\/\/[^\s"'<>()\\]+$/;

/** Characters kept for the sentence on what is missing, and for closing tags. */
const reserve = 300;

/** Returns one empty line, and below it a `</details>` for each `<details>` that is still open; [] if none is. */
function listClosingTags(lines: readonly string[]): string[] {
  const count = (tag: RegExp) => lines.filter((line) => tag.test(line)).length;
  const open = count(/<details( open)?>/) - count(/<\/details>/);
  return open > 0 ? ['', ...Array.from({ length: open }, () => '</details>')] : [];
}

/** Returns a text, cut to `most` UTF-16 units if longer: whole lines and code blocks, closing tags, and how many lines were cut. */
export function shortenMarkdown(text: string, most: number): string {
  const trimmed = text.trimEnd();
  if (trimmed.length <= most) return text.slice(0, most);
  const lines = trimmed.split('\n');
  let length = 0;
  const firstPast = lines.findIndex((line) => {
    length += line.length + 1;
    return length > most - reserve;
  });
  const whole = lines.slice(0, Math.max(firstPast, 0));
  const fences = whole.flatMap((line, index) => (line.startsWith('```') ? index : []));
  // Half a diagram would show as an error.
  const kept = fences.length % 2 === 0 ? whole : whole.slice(0, fences.at(-1));
  const pointer = `*Shortened: ${lines.length - kept.length} more lines are in the job summary of the run.*`;
  return [...kept, ...listClosingTags(kept), '', pointer, ''].join('\n');
}
