import { expect, test, vi } from 'vitest';
import { probeService } from '../../src/client/probe-url.ts';
import { cut, optionsOf, plain, reply, type Step, startService } from './support.ts';

async function ask(step: Step) {
  await using service = await startService(step);
  const options = { ...optionsOf(service.url), sleep: async () => {} };
  return { result: await probeService(options), arrived: service.arrived };
}

test('all well: 400 "objectId is required" to an update of request 0', async () => {
  const { result, arrived } = await ask(reply({ sev: 30, msg: 'objectId is required' }, 400));
  const said = 'The service answers and accepts the token.';
  expect(result).toEqual({ ok: true, came: 'service', said, remedy: null });
  expect(arrived.map((call) => [call.method, call.body.toString()])).toEqual([['PATCH', '{"objectId":0}']]);
});

test.each(['objectId is required', '{"error":"objectId is required"}'])(
  'the words without an rtn: %s',
  async (body) => {
    expect((await ask(plain(400, body))).result).toMatchObject({ ok: true, came: 'service' });
    expect((await ask(plain(200, body))).result).toMatchObject({ ok: false, came: 'page' });
  },
);

test('a service of the earlier variant, which has no PATCH, answers; the token is not tried yet', async () => {
  const { result } = await ask(plain(405, '', { allow: 'POST' }));
  const said = expect.stringMatching(/earlier variant.*no PATCH.*first create will show/);
  expect(result).toEqual({ ok: true, came: 'service', said, remedy: null });
});

test.each([
  ['the token', plain(401, ''), 'token', 'does not accept the token'],
  ['no route', plain(404, 'Not Found'), 'address', 'No object-request service'],
  ['a page', plain(200, '<title>Sign in</title>'), 'page', 'Sign in'],
  ['a gateway without its service', plain(502, 'Bad Gateway'), 'page', 'Bad Gateway'],
  ['a redirect', plain(302, '', { location: 'https://login.example/' }), 'redirect', 'login.example'],
  ['other words', reply({ sev: 30, msg: 'User not authorized' }), 'otherAnswer', 'User not authorized'],
])('%s', async (_name, step, came, words) => {
  const { result } = await ask(step);
  expect(result).toMatchObject({ ok: false, came, said: expect.stringContaining(words) });
  expect(result.remedy).not.toBeNull();
});

test('nobody there', async () => {
  const options = { ...optionsOf('https://no-such-host.invalid'), sleep: async () => {} };
  expect(await probeService(options)).toMatchObject({ ok: false, came: 'unreachable' });
});

test.each([
  ['a lost connection', cut, 'page'],
  ['a busy service', plain(503, '', { 'retry-after': '60' }), 'page'],
  ['a gateway', plain(504, ''), 'page'],
  ['too many calls', plain(429, ''), 'unreachable'],
])('one question, no matter what comes of it: %s', async (_name, step, came) => {
  const { result, arrived } = await ask(step);
  expect([result.ok, result.came, arrived.length]).toEqual([false, came, 1]);
});

test('a service that never answers is waited for ten seconds at most, no matter what --timeout says', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await using service = await startService(() => vi.advanceTimersByTime(10_000));
    const result = await probeService({ ...optionsOf(service.url), timeoutSeconds: 300 });
    expect([result.ok, result.said]).toEqual([false, expect.stringContaining('no answer came within 10 s')]);
    expect(service.arrived).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});
