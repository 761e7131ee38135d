import { describe, expect, test } from 'vitest';
import { type Attempt, decideRetry, deriveBackoffMs, parseRetryAfter } from '../../src/client/retry.ts';
import { messages, type Reply } from '../../src/interface/replies.ts';

const now = Date.parse('2026-11-21T10:00:00Z');

/** An attempt in short: its answer (`rtn`: the sev of a readable one), or why none came. */
interface End extends Partial<Pick<Attempt, 'method' | 'firstLost'>> {
  readonly lock?: '*YES' | '*NO';
  readonly attempt?: number;
  readonly phase?: 'sent' | 'notSent';
  readonly status?: number;
  /** Code of the failure, or of the one that cut the answer. */
  readonly error?: string;
  readonly rtn?: Reply['sev'];
  readonly msg?: string;
  readonly link?: string;
  readonly retryAfter?: string;
}

function decideOn(given: End, random = 0.5) {
  const { method = 'POST', lock = '*YES', attempt: number = 1, firstLost = null, ...end } = given;
  const { phase, status = 0, error: code, rtn: sev, retryAfter = null, link = null } = end;
  const failure = code === undefined ? null : { code, why: code };
  const answer = { status, retryAfter, link, cut: failure, location: null, allow: null, text: '', tooLong: false };
  const reply: Attempt['reply'] =
    sev === undefined ? null : { sev, msg: end.msg ?? '', existingObjectId: null, request: null };
  const ending = phase ? { phase, code: '', why: '', ...failure } : ({ phase: 'answered', ...answer } as const);
  const isHarmless = lock === '*YES';
  return decideRetry({ method, isHarmless, number, firstLost, ending, reply, unreadable: '' }, now, random);
}

/** A decision in one word: what it does, then how it would end or ends. */
function decide(end: End): string {
  const decision = decideOn(end);
  if (decision.do === 'stopped') return `stop ${decision.stop}`;
  if (decision.do !== 'retry') return decision.do;
  return decision.mayBeDone ? 'retry, may be done' : 'retry';
}

const rows: [string, End, string][] = [
  // The body decides.
  ['POST 200 rtn', { status: 200, rtn: 10 }, 'accept'],
  ['POST 429 rtn', { status: 429, rtn: 10, retryAfter: '1' }, 'accept'],
  ['PATCH 404 rtn', { method: 'PATCH', status: 404, rtn: 10 }, 'accept'],
  ['POST 401 rtn', { status: 401, rtn: 10 }, 'stop token'],
  // What stops a run.
  ['POST 300', { status: 300 }, 'stop redirect'],
  // Nothing was sent.
  ['POST refused, *NO', { phase: 'notSent', error: 'ECONNREFUSED', lock: '*NO' }, 'retry'],
  ['POST certificate', { phase: 'notSent', error: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'stop certificate'],
  ['POST proxy login, http', { phase: 'sent', error: 'PROXY_LOGIN' }, 'stop proxy'],
  // Sent, and no answer.
  ['POST cut, *NO', { phase: 'sent', error: 'UND_ERR_SOCKET', lock: '*NO' }, 'lost'],
  ['PATCH cut', { method: 'PATCH', phase: 'sent', error: 'ECONNRESET' }, 'retry, may be done'],
  ['PATCH cut, last', { method: 'PATCH', phase: 'sent', error: 'ECONNRESET', attempt: 5 }, 'lost'],
  ['POST answer cut', { status: 200, error: 'UND_ERR_SOCKET' }, 'retry, may be done'],
  ['POST answer cut, TLS', { status: 200, error: 'ERR_SSL_WRONG_VERSION_NUMBER' }, 'retry, may be done'],
  ['PATCH answer cut', { method: 'PATCH', status: 200, error: 'UND_ERR_SOCKET' }, 'retry, may be done'],
  // Answers that cannot be read.
  ['POST 429, *NO', { status: 429, lock: '*NO' }, 'retry'],
  ['POST 503, *NO', { status: 503, lock: '*NO' }, 'lost'],
  ['POST 500', { status: 500 }, 'retry, may be done'],
  ['POST 200 page, *NO', { status: 200, lock: '*NO' }, 'lost'],
  // Refused before anything was done: once, and nothing is lost; but what was lost before stays so.
  ['POST 413 page', { status: 413, lock: '*NO' }, 'refused'],
  ['POST 400 cut', { status: 400, error: 'UND_ERR_SOCKET' }, 'refused'],
  ['PATCH 400 page', { method: 'PATCH', status: 400 }, 'refused'],
  ['POST 408 page', { status: 408 }, 'retry, may be done'],
  ['POST 425 page', { status: 425 }, 'retry, may be done'],
  ['PATCH 408 page', { method: 'PATCH', status: 408 }, 'lost'],
  // Refused for now, with rtn: nothing was done, so also without a lock.
  ['POST 503 rtn 30, later', { status: 503, rtn: 30, retryAfter: '1', lock: '*NO' }, 'retry'],
  ['POST 503 rtn 30', { status: 503, rtn: 30 }, 'accept'],
  ['POST 422 rtn 30, later', { status: 422, rtn: 30, retryAfter: '1' }, 'accept'],
  ['POST 503 rtn 30, last', { status: 503, rtn: 30, retryAfter: '1', attempt: 5 }, 'accept'],
  ['POST 503 rtn 30, last, after a lost', { status: 503, rtn: 30, retryAfter: '1', attempt: 8, firstLost: 1 }, 'lost'],
  // Our own service at another path.
  ['POST 404 rtn, elsewhere', { status: 404, rtn: 10, link: '</x>; rel="service"' }, 'stop address'],
  ['POST 404 rtn, elsewhere too', { status: 404, rtn: 10, link: '</x>;rel=service , </y>' }, 'stop address'],
  ['POST 404 rtn, described', { status: 404, rtn: 10, link: '</x>; rel="service-desc"' }, 'accept'],
  ['POST 200 rtn with such a link', { status: 200, rtn: 10, link: '</x>; rel="service"' }, 'accept'],
  ['PATCH 500', { method: 'PATCH', status: 500 }, 'lost'],
  ['PATCH 502', { method: 'PATCH', status: 502 }, 'retry, may be done'],
  ['PATCH 504, last', { method: 'PATCH', status: 504, attempt: 5 }, 'lost'],
  // A record that another job holds.
  ['PATCH locked', { method: 'PATCH', status: 200, rtn: 30, msg: messages.recordLocked }, 'retry'],
  ['PATCH locked, last', { method: 'PATCH', status: 200, rtn: 30, msg: messages.recordLocked, attempt: 5 }, 'accept'],
  ['POST locked', { status: 200, rtn: 30, msg: messages.recordLocked }, 'accept'],
  // Once lost, lost until an answer tells.
  ['lost, then refused, last', { phase: 'notSent', error: 'ECONNREFUSED', attempt: 5, firstLost: 1 }, 'lost'],
  ['lost, then conflict', { status: 200, rtn: 10, attempt: 2, firstLost: 1 }, 'accept'],
  ['lost last: more attempts', { phase: 'sent', error: 'ECONNRESET', attempt: 5 }, 'retry, may be done'],
  ['lost at 4: 7 attempts', { phase: 'sent', error: 'ECONNRESET', attempt: 6, firstLost: 4 }, 'retry, may be done'],
  ['lost at 4: not 8', { phase: 'sent', error: 'ECONNRESET', attempt: 7, firstLost: 4 }, 'lost'],
];

describe('decideRetry', () => {
  test.each(rows)('%s', (_name, end, expected) => {
    expect(decide(end)).toBe(expected);
  });

  test.each<[End, string]>([
    [{ status: 503 }, 'HTTP 503'],
    [{ status: 200, error: 'UND_ERR_SOCKET' }, 'answer cut: UND_ERR_SOCKET'],
    [{ status: 200, rtn: 30, msg: messages.recordLocked }, 'the request record is locked by another job'],
    [{ phase: 'notSent', error: 'ECONNREFUSED' }, 'not sent: ECONNREFUSED'],
    [{ phase: 'sent', error: 'TIMEOUT' }, 'no answer: TIMEOUT'],
  ])('says why it tries again: %o', (end, why) => {
    expect(decideOn({ method: 'PATCH', ...end })).toMatchObject({ do: 'retry', why });
  });

  test('waits longer with every attempt, and as long as the service asks', () => {
    const delay = (end: End, random?: number) => {
      const decision = decideOn({ status: 429, ...end }, random);
      return decision.do === 'retry' ? decision.delayMs : null;
    };
    expect(delay({})).toBe(250);
    expect(delay({ attempt: 3 })).toBe(1000);
    expect(delay({ retryAfter: '7' })).toBe(7000);
    expect(delay({ retryAfter: '0', attempt: 2 })).toBe(500);
    expect(delay({ retryAfter: 'Sat, 21 Nov 2026 10:00:30 GMT' })).toBe(30_000);
    expect(delay({ method: 'PATCH', status: 200, rtn: 30, msg: messages.recordLocked }, 0)).toBe(1000);
  });
});

describe('waits', () => {
  test('backoff is fully jittered and capped at 30 s', () => {
    expect([1, 2, 3, 7, 50].map((attempt) => deriveBackoffMs(attempt, 1))).toEqual([500, 1000, 2000, 30_000, 30_000]);
    expect(deriveBackoffMs(5, 0)).toBe(0);
  });

  test.each([
    [null, null],
    [' 12 ', 12_000],
    ['3600', 120_000],
    ['Sat, 21 Nov 2026 10:00:05 GMT', 5_000],
    ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
    ['Sun, 22 Nov 2026 10:00:00 GMT', 120_000],
    ['soon GMT', null],
    ['2026-11-21T10:00:05Z', null],
    ['1.5', null],
  ])('Retry-After %s', (header, expected) => {
    expect(parseRetryAfter(header, now)).toBe(expected);
  });
});
