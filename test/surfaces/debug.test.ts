/** Variables by which libraries and Node show or weaken what they do: none of them reaches a token. */
import { writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { serveGit } from '../git/http-remote.ts';
import { newAuthority, serveTls } from '../transport/certificates.ts';
import { leaks } from './leaks.ts';
import { act, base, cli, gitToken, head, Place, repository, secrets } from './secret-runs.ts';

afterAll(() => repository[Symbol.dispose]());

const password = 'pass-of-the-address-0815';

test('DEBUG=* shows neither the Git token nor the password of an address', async () => {
  await using server = await serveGit(repository.root, `me:${password}`);
  const url = `http://me:${password}@${server.host}/remote.git`;
  repository.git('remote', 'set-url', 'origin', url);
  try {
    for (const run of [cli, act]) {
      using place = new Place();
      const env = { DEBUG: '*', DEBUG_DEPTH: '9', GITHUB_SERVER_URL: `http://${server.host}` };
      const ended = await run(place, 'http://127.0.0.1:9', env);
      expect(server.requests.length).toBeGreaterThan(0);
      expect(ended.stdout + ended.stderr).not.toContain('simple-git');
      const shown = ended.stdout.replace(`::add-mask::${gitToken}\n`, '') + ended.stderr;
      const basic = Buffer.from(`me:${password}`).toString('base64');
      expect(leaks([gitToken, password, basic], { shown })).toEqual([]);
    }
  } finally {
    repository.git('remote', 'set-url', 'origin', repository.remote);
  }
});

test('NODE_TLS_REJECT_UNAUTHORIZED=0 does not have the API of the Git host pass with any certificate', async () => {
  using authority = newAuthority();
  await using server = await serveTls(authority.sign('localhost'));
  using place = new Place();
  const event = place.runner.file('pull-request.json');
  const pull_request = { base: { sha: base, ref: 'main' }, head: { sha: head } };
  writeFileSync(event, JSON.stringify({ number: 7, pull_request, repository: { default_branch: 'main' } }));
  const ended = await act(place, 'http://127.0.0.1:9', {
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_EVENT_PATH: event,
    GITHUB_API_URL: `https://localhost:${server.port}`,
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
  });
  expect(ended.stdout).toContain('the plan could not be written as a comment');
  expect(server.seen.handshakes).toBe(0);
  expect(server.arrived).toEqual([]);
  expect(leaks(secrets, { stderr: ended.stderr })).toEqual([]);
});
