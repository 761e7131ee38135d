import { toMessage } from '../errors.ts';
import { toRecord } from '../host/event.ts';
import { createSafeText } from '../secrets.ts';
import { NoCommentAnswer } from './api.ts';

/** Why the comment is missing or out of date: the token may not write it, or anything else (`passing`: a second try may help). */
export type CommentRefusal =
  | { readonly outcome: 'notAllowed'; readonly why: string; readonly remedy: string }
  | { readonly outcome: 'failed'; readonly why: string; readonly passing: boolean };

const remedy =
  'Give the job the permission "pull-requests: write"; a pull request from a fork never has it, and keeps the job summary.';

/** Returns status, headers and message ('' if none) of the host's answer that an error of the library holds; null if it holds none. */
function readHostAnswer(error: unknown) {
  const { status, response } = toRecord(error);
  if (typeof status !== 'number' || response === undefined) return null;
  const { headers, data } = toRecord(response);
  const { message } = toRecord(data);
  return { status, headers: toRecord(headers), message: typeof message === 'string' ? message : '' };
}

/** True if an answer says that the rate limit is used up: status 429, or 403 with headers or a message that say so. */
function isRateLimit({ status, headers, message }: NonNullable<ReturnType<typeof readHostAnswer>>): boolean {
  if (status === 429) return true;
  const none = String(headers['x-ratelimit-remaining'] ?? '') === '0' || headers['retry-after'] !== undefined;
  return status === 403 && (none || /rate limit/i.test(message));
}

/**
 * Explains an error of the API: `notAllowed` for status 403 (but not a used up rate limit) and 404; else `failed`, `passing` for 5xx and a
 * call without an answer. @param token is hidden in what the host said @param signal if aborted, `failed` says timeout or cancelled
 */
export function explainRefusal(error: unknown, token: string, signal: AbortSignal): CommentRefusal {
  const safe = createSafeText(token);
  const toFailure = (why: string, passing = false): CommentRefusal => ({ outcome: 'failed', why, passing });
  if (signal.aborted) {
    const late = signal.reason instanceof Error && signal.reason.name === 'TimeoutError';
    return toFailure(late ? 'GitHub did not answer in time' : 'the run was cancelled');
  }
  const answer = readHostAnswer(error);
  if (answer === null) {
    const message = safe(toMessage(error));
    if (error instanceof NoCommentAnswer) return toFailure(`the answer of GitHub cannot be read: ${message}`);
    const sent = error instanceof Error && 'request' in error;
    if (sent && 'errors' in error) return toFailure(`GitHub does not say whose token it is: ${message}`);
    return sent ? toFailure(`GitHub could not be reached: ${message}`, true) : toFailure(message);
  }
  const said = answer.message === '' ? '' : `: ${safe(answer.message)}`;
  if (isRateLimit(answer)) return toFailure(`the rate limit of GitHub is used up (${answer.status})${said}`);
  if (answer.status === 403 || answer.status === 404) {
    return { outcome: 'notAllowed', why: `the token may not write it (${answer.status})${said}`, remedy };
  }
  if (answer.status === 401) return toFailure(`GitHub does not accept the token (401)${said}`);
  return toFailure(`GitHub answered ${answer.status}${said}`, answer.status >= 500);
}
