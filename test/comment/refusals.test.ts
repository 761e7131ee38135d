import { expect, test } from 'vitest';
import { answer, type Interfere, startGitHub } from './github.ts';
import { withoutProxy } from './no-proxy.ts';
import { comment, marker } from './support.ts';

withoutProxy();

/** A host that says this to every call. */
const saying =
  (status: number, message: string, headers: Record<string, string> = {}): Interfere =>
  (_, response) =>
    answer(response, status, { message }, headers);

test('a token that may only read: left alone, with the permission to give', async () => {
  await using github = await startGitHub();
  const { result, lines, pauses } = await comment(github, { token: 'fork-token' });
  expect(result).toMatchObject({
    outcome: 'notAllowed',
    why: 'the token may not write it (403): Resource not accessible by integration',
    remedy: expect.stringContaining('pull-requests: write'),
  });
  expect(lines).toEqual([expect.stringContaining('pull-requests: write')]);
  expect(github.comments).toEqual([]);
  expect(pauses).toEqual([]);
});

test('a pull request that the token does not see: left alone', async () => {
  await using github = await startGitHub();
  const { result } = await comment(github, { repository: 'octo/secret' });
  expect(result).toMatchObject({ outcome: 'notAllowed', why: 'the token may not write it (404): Not Found' });
});

test.each<[string, string, Interfere]>([
  ['used up', 'rate limit', saying(403, 'no', { 'x-ratelimit-remaining': '0' })],
  ['secondary', 'rate limit', saying(403, 'You have exceeded a secondary rate limit')],
  ['too many', 'rate limit', saying(429, 'slow down', { 'retry-after': '60' })],
  ['locked', '422: Validation', saying(422, 'Validation Failed')],
  ['wrong token', 'does not accept the token (401)', saying(401, 'Bad credentials')],
  ['a page of a proxy', 'cannot be read', saying(200, '<h1>Welcome</h1>', { 'content-type': 'text/html' })],
])('%s: a sentence, and no second try', async (_, why, interfere) => {
  await using github = await startGitHub([], { interfere });
  const { result, pauses } = await comment(github);
  expect(result).toMatchObject({ outcome: 'failed', why: expect.stringContaining(why) });
  expect(pauses).toEqual([]);
  expect(github.calls).toHaveLength(1);
});

test('a 502 is tried once more, and no more', async () => {
  await using github = await startGitHub([], { interfere: saying(502, 'Bad Gateway') });
  const { result, pauses } = await comment(github);
  expect(result).toMatchObject({ outcome: 'failed', why: 'GitHub answered 502: Bad Gateway' });
  expect(github.calls).toHaveLength(2);
  expect(pauses).toEqual([1000]);
});

test('a create whose answer is lost is found by the second try, not repeated', async () => {
  await using github = await startGitHub([], {
    interfere: ({ method }, response) => {
      if (method !== 'POST' || github.comments.length > 0) return false;
      github.comments.push({ id: 9, login: 'github-actions[bot]', body: `${marker}\nThe plan\n` });
      response.socket?.destroy();
      return true;
    },
  });
  expect((await comment(github)).result).toMatchObject({ outcome: 'unchanged' });
  expect(github.comments).toHaveLength(1);
});

test('nobody there: a sentence', async () => {
  const gone = await startGitHub();
  await gone[Symbol.asyncDispose]();
  const { result } = await comment(gone);
  expect(result).toMatchObject({ outcome: 'failed', why: expect.stringMatching(/^GitHub could not be reached: /) });
});

test('an answer that does not come: the time is limited, and it is not tried again', async () => {
  await using github = await startGitHub([], { interfere: () => true });
  const began = performance.now();
  const { result } = await comment(github, { timeoutMs: 200 });
  expect(result).toMatchObject({ outcome: 'failed', why: 'GitHub did not answer in time' });
  expect(performance.now() - began).toBeLessThan(3000);
  expect(github.calls).toHaveLength(1);
});

test('a second page that does not come counts to the same time', async () => {
  const many = Array.from({ length: 101 }, (_, n) => ({ id: n + 1, login: 'jane-doe', body: '' }));
  await using github = await startGitHub(many, { interfere: ({ path }) => path.includes('&page=2') });
  expect((await comment(github, { timeoutMs: 300 })).result).toMatchObject({ why: 'GitHub did not answer in time' });
});

test('a cancelled run writes none', async () => {
  await using github = await startGitHub([], { interfere: () => true });
  const { result } = await comment(github, { signal: AbortSignal.abort() });
  expect(result).toMatchObject({ outcome: 'failed', why: 'the run was cancelled' });
});

test('what the host says reaches the log on one line, short, without the token and without a command in it', async () => {
  const message = `::error::job-token ##[x] \u202e${'long '.repeat(200)}\n::stop-commands::t`;
  await using github = await startGitHub([], { interfere: saying(403, message) });
  const { result, lines } = await comment(github);
  expect(lines).toHaveLength(1);
  const line = lines[0] ?? '';
  expect(line.length).toBeLessThan(600);
  expect(line).not.toMatch(/job-token|[\n\r\u202e]|##\[|^\s*::/);
  expect(JSON.stringify(result)).not.toContain('job-token');
});
