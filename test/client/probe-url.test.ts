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
  [plain(401, ''), 'token', 'does not accept the token', 'FILE_CHECKOUTS_TOKEN'],
  [plain(404, 'Not Found'), 'address', 'No object-request service', 'base address'],
  [plain(200, '<title>Sign in</title>'), 'page', 'Sign in', 'Check `--url`; a proxy'],
  [plain(502, 'Bad Gateway'), 'page', 'Bad Gateway', 'Check `--url`; a proxy'],
  [plain(400, 'No'), 'page', 'refused with HTTP 400', 'Ask the administrator'],
  [plain(422, 'objectId is required'), 'page', 'refused with HTTP 422', 'Ask the administrator'],
  [plain(302, '', { location: 'https://login.example/' }), 'redirect', 'login.example', 'final address'],
  [reply({ sev: 30, msg: 'User not authorized' }), 'otherAnswer', 'User not authorized', 'about authority'],
])('what else comes of it is said, with the remedy: %# %s %s', async (step, came, words, remedy) => {
  const [said, right] = [words, remedy].map((piece) => expect.stringContaining(piece));
  expect((await ask(step)).result).toMatchObject({ ok: false, came, said, remedy: right });
});

test('a patient question is asked again, as any call, and has a name in the log', async () => {
  await using service = await startService(plain(503, ''), reply({ sev: 30, msg: 'objectId is required' }, 400));
  const lines: string[] = [];
  const options = { ...optionsOf(service.url), sleep: async () => {}, log: (line: string) => lines.push(line) };
  expect(await probeService(options, { isPatient: true })).toMatchObject({ ok: true });
  expect(lines).toEqual([expect.stringMatching(/^the question: HTTP 503; trying again/)]);
  const cancelled = await probeService({ ...options, signal: AbortSignal.abort() });
  const said = 'Cancelled before the call was made.';
  expect(cancelled).toEqual({ ok: false, came: 'cancelled', said, remedy: 'Run it again.' });
});

test.each([
  ['a lost connection', cut, 'page'],
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
