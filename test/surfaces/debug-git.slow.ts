import { expect, test } from 'vitest';
import { serveGit } from '../git/http-remote.ts';
import { leaks } from './leaks.ts';
import { act, cli, gitToken, Place, repository, useRepository } from './secret-runs.ts';

useRepository();

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
