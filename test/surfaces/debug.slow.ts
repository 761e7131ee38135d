/** A variable by which Node weakens what it does does not reach the API of the Git host. */
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newAuthority, serveTls } from '../transport/certificates.ts';
import { leaks } from './leaks.ts';
import { act, base, head, Place, secrets, useRepository } from './secret-runs.ts';

useRepository();

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
