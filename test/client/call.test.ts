import { describe, expect, test } from 'vitest';
import { type CallSetting, makeCall } from '../../src/client/call.ts';
import { buildBody } from '../../src/client/multipart.ts';
import type { AttemptEnding, HttpAnswer } from '../../src/client/transport.ts';
import { Problem } from '../../src/errors.ts';
import { createSafeText } from '../../src/secrets.ts';
import { token } from './support.ts';

/** What a call says of attempts that end like this, one after the other; nothing is sent. */

const url = 'https://host.example/object-request';
const noHeaders = { retryAfter: null, location: null, allow: null, link: null };
const answer = (status: number, text = '', more: Partial<HttpAnswer> = {}): AttemptEnding => {
  return { phase: 'answered', status, text, ...noHeaders, cut: null, tooLong: false, ...more };
};
const says = (sev: number, msg: unknown, request?: object) => JSON.stringify({ rtn: { sev, msg }, request });
const unsent = (code: string): AttemptEnding => ({ phase: 'notSent', code, why: 'some reason' });
const noAnswer: AttemptEnding = { phase: 'sent', code: 'TIMEOUT', why: 'no answer came within 5 s' };
const busy = answer(503, says(30, 'Held'), { retryAfter: '1' });

/** Makes a call (PATCH: of request 7) whose last ending repeats. */
async function call(endings: AttemptEnding[], more: Partial<CallSetting> & { method?: 'PATCH' | 'POST' } = {}) {
  const { method = 'POST', ...terms } = more;
  const lines: string[] = [];
  const sent: string[] = [];
  const send = async () => endings[Math.min(sent.push(method), endings.length) - 1] as AttemptEnding;
  const setting: CallSetting = {
    ...{ url, safe: createSafeText(token), seen: { noUpdates: false }, transport: { send, close: async () => {} } },
    ...{ sleep: async () => {}, random: () => 0.5, signal: undefined, once: false, findStop: async () => null },
    ...{ log: (line) => lines.push(line), ...terms },
  };
  const about = method === 'PATCH' ? { objectId: 7 } : {};
  const how = { method, body: buildBody({}, null), isHarmless: true, label: 'a call', ...about };
  const result = await makeCall(setting, how);
  return { result, lines, sent: sent.length };
}

describe('what stops the run is said, with the remedy', () => {
  test.each<[AttemptEnding, string, string, RegExp]>([
    [answer(401, 'No'), 'token', 'The service does not accept the token (HTTP 401).', /FILE_CHECKOUTS_TOKEN/],
    [answer(403, `<p>${token}`), 'token', `The call to ${url} is forbidden (HTTP 403); it says: ***.`, /owner of the/],
    [answer(404), 'address', `No object-request service answers at ${url} (HTTP 404).`, /^Check `--url`/],
    [answer(405, 'No'), 'address', `No object-request service answers at ${url} (HTTP 405); it says: No.`, /PATCH/],
    [unsent('ERR_SSL_HTTP_REQUEST'), 'address', `${url} does not speak https: some reason.`, /reached by http/],
    [answer(407, 'No'), 'proxy', 'The proxy does not let the call through: HTTP 407.', /password into https_proxy\./],
    [unsent('PROXY_LOGIN'), 'proxy', 'The proxy does not let the call through: some reason.', /no_proxy/],
    [answer(429), 'unreachable', 'The service accepts no calls at the moment (HTTP 429).', /--concurrency/],
    [unsent('ENOTFOUND'), 'unreachable', `The service at ${url} cannot be reached: some reason.`, /, https_proxy\)/],
    [unsent('INVALID_CA'), 'certificate', `The certificate of ${url} is not trusted: some reason.`, /--ca-file/],
    [answer(302), 'redirect', `${url} redirects elsewhere (HTTP 302).`, /final address/],
    [answer(307, '', { location: '/a' }), 'redirect', `${url} redirects elsewhere (HTTP 307), to /a.`, /token/],
  ])('%o: %s', async (ending, code, why, remedy) => {
    const { result, sent } = await call([ending]);
    const stop = { code, message: why, remedy: expect.stringMatching(remedy) };
    const status = ending.phase === 'answered' ? ending.status : null;
    expect(result).toMatchObject({ kind: 'stopped', stop, why, remedy: stop.remedy, status, mayBeDone: false });
    expect(sent).toBe(code === 'unreachable' ? 5 : 1);
  });
});

describe('the outcome of what was perhaps done', () => {
  const unread = 'The answer (HTTP 500) cannot be read';
  const cut = { cut: { code: 'X', why: 'the connection was cut' } };
  test.each<[AttemptEnding[], string, (string | null)?]>([
    [[noAnswer], 'No answer came: no answer came within 5 s.'],
    [[answer(500)], `${unread}: the body is empty.`],
    [[answer(500, '<p>Oops')], `${unread}: the body is not JSON. It says: Oops`],
    [[answer(500, '[1]')], `${unread}: the body has no rtn object. It says: [1]`],
    [[answer(500, says(40, 'Odd'))], `${unread}: rtn.sev is 40. It says: {"rtn":{"sev":40,"msg":"Odd"}}`],
    [[answer(500, '{', cut)], `${unread}: the answer was cut: the connection was cut. It says: {`],
    [[answer(500, '{', { tooLong: true })], `${unread}: the answer is longer than 8 MiB. It says: {`],
    [[noAnswer, busy], 'An attempt got no answer, and a later one was refused for now (HTTP 503). It says: Held'],
    [[noAnswer, answer(413)], 'The answer (HTTP 413) cannot be read: the body is empty.'],
    [[noAnswer, answer(401)], 'The answer (HTTP 401) cannot be read: the body is empty.', 'token'],
  ])('%o: %s', async (endings, why, code = null) => {
    const { result } = await call(endings);
    const stop = code === null ? null : expect.objectContaining({ code });
    const lost = { kind: 'lost', mayBeDone: true, remedy: 'The next run tries again.', reply: null, by: null };
    expect(result).toEqual({ ...lost, why, stop, status: result.status, attempts: result.attempts });
  });

  test('a reply after a lost answer counts, and may be about what the lost one did', async () => {
    const { result, lines } = await call([noAnswer, answer(200, says(30, 'Target already locked'))]);
    expect(lines).toEqual(['a call: no answer: TIMEOUT; trying again in 0.3 s (attempt 2)']);
    expect(result).toMatchObject({ kind: 'locked', mayBeDone: true, why: 'Target already locked', attempts: 2 });
  });
});

describe('what was not done', () => {
  const outside = 'without an answer of this interface';
  const blank = 'the service refused it (sev 30) without a message';
  test.each<[AttemptEnding, string, string, RegExp | null]>([
    [answer(400), 'refused', `The call was refused with HTTP 400, ${outside}.`, /^Ask the administrator/],
    [answer(413, '<p>No'), 'refused', `The call was refused with HTTP 413, ${outside}. It says: No`, /too large/],
    [answer(200, says(30, 'x'.repeat(2000))), 'refused', `${'x'.repeat(997)}...`, null],
    [answer(503, says(30, `no\n${token}`)), 'refused', 'no ***', null],
    [answer(200, says(30, ' ')), 'refused', blank, null],
    [answer(422, says(30, 7)), 'refused', blank, null],
    [answer(404, says(30, 'Request not found')), 'gone', 'Request not found', null],
    [answer(200, says(30, 'Request not in open or assigned status')), 'gone', expect.any(String), null],
  ])('%o: %s', async (ending, kind, why, remedy) => {
    for (const method of ['POST', 'PATCH'] as const) {
      const { result, sent } = await call([ending], { method });
      const said = remedy && expect.stringMatching(remedy);
      expect([result, sent]).toMatchObject([{ kind, why, remedy: said, mayBeDone: false, stop: null }, 1]);
    }
  });

  test.each([
    [{ objectId: '8' }, 'it is about request 8, and not about 7'],
    [{ objectId: '7' }, null],
    [{ objectId: 0 }, null],
    [undefined, null],
  ])('an answer about another request is no success: %j', async (request, problem) => {
    const { result } = await call([answer(200, says(10, '', request))], { method: 'PATCH' });
    const lost = { kind: 'lost', why: expect.stringContaining(`cannot be read: ${problem}.`), reply: null };
    expect(result).toMatchObject(problem ? lost : { kind: 'done', reply: { msg: '' } });
    const created = await call([answer(200, says(10, '', request))]);
    expect(created.result.kind).toBe('done');
  });
});

describe('a run that ends', () => {
  test('before a call: nothing is sent', async () => {
    const { result, sent } = await call([noAnswer], { signal: AbortSignal.abort() });
    expect([result, sent]).toMatchObject([{ kind: 'stopped', stop: null, attempts: 0 }, 0]);
  });

  const cancelled = 'the run was cancelled';
  const page = 'The answer (HTTP 503) cannot be read: the body is empty.';
  test.each<[string, AttemptEnding[], object]>([
    ['not sent', [unsent('ECONNREFUSED')], { kind: 'stopped', why: cancelled, stop: null, mayBeDone: false }],
    ['not accepted', [answer(429)], { kind: 'stopped', why: cancelled, stop: null }],
    ['lost', [answer(503)], { kind: 'lost', why: `${cancelled}: ${page}`, mayBeDone: true }],
    [
      'lost, then not sent',
      [noAnswer, unsent('X')],
      { kind: 'lost', why: expect.stringMatching(/^the run .*: No answer/) },
    ],
    ['held', [busy], { kind: 'refused', why: 'Held', mayBeDone: false }],
  ])('by a cancel, during an attempt or a wait: %s', async (_, endings, expected) => {
    for (const place of ['attempt', 'wait']) {
      const run = new AbortController();
      let left = endings.length;
      const count = () => {
        left -= 1;
        if (left === 0) run.abort();
        return 0.5;
      };
      const terms = place === 'attempt' ? { random: count } : { sleep: async () => void count() };
      const { result, lines } = await call(endings, { signal: run.signal, ...terms });
      expect(result).toMatchObject(expected);
      expect([place, lines.length]).toEqual([place, endings.length - (place === 'attempt' ? 1 : 0)]);
    }
  });

  test.each([
    [answer(429), { kind: 'stopped', mayBeDone: false }],
    [noAnswer, { kind: 'lost', mayBeDone: true }],
  ])('by a stop of another call: %o', async (ending, expected) => {
    const stop = new Problem('token', 'enough', 'wait');
    let asked = 0;
    const findStop = async () => (asked++ === 0 ? null : stop);
    const { result, sent } = await call([ending], { findStop });
    expect(result).toMatchObject({ ...expected, why: 'enough', remedy: 'wait', stop, attempts: 1, status: null });
    expect(sent).toBe(1);
  });

  test('with one attempt, where no more are wanted', async () => {
    const { result, lines } = await call([busy], { once: true });
    expect([result.kind, result.attempts, lines]).toEqual(['refused', 1, []]);
  });
});

describe('§9 a service of the earlier variant, which has no PATCH', () => {
  test.each<['PATCH' | 'POST', number, string | null, string]>([
    ['PATCH', 405, 'POST,GET', 'refused'],
    ['PATCH', 405, 'get , post', 'refused'],
    ['PATCH', 405, null, 'stopped'],
    ['PATCH', 405, 'GET, HEAD', 'stopped'],
    ['PATCH', 405, 'POST, PATCH', 'stopped'],
    ['PATCH', 404, 'POST', 'stopped'],
    ['POST', 405, 'POST', 'stopped'],
  ])('%s answered with HTTP %i and Allow: %s: %s', async (method, status, allow, kind) => {
    const seen = { noUpdates: false };
    const ask = () => call([answer(status, '', { allow })], { method, seen });
    const [first, next] = [await ask(), await ask()];
    const isRefused = kind === 'refused';
    expect([first.result.kind, first.sent, first.lines.length]).toEqual([kind, 1, isRefused ? 1 : 0]);
    expect([next.result, next.lines]).toEqual([first.result, []]);
    const code = isRefused ? { code: 'noUpdates', msg: expect.stringMatching(/earlier variant .* no PATCH$/) } : null;
    expect(first.result.reply).toEqual(code && expect.objectContaining(code));
    if (isRefused) expect(first.lines).toEqual([`${first.result.reply?.msg}.`]);
  });
});
