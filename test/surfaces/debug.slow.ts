import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serveGit } from '../git/http-remote.ts';
import { newAuthority, serveTls } from '../transport/certificates.ts';
import { leaks } from './leaks.ts';
import { pullRequestJob } from './pull-request.ts';
import { act, base, cli, gitToken, head, Place, repository, secrets, useRepository } from './secret-runs.ts';

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
      const ended = await run(place, `http://${server.host}`, env);
      expect(server.requests.some(({ line }) => line.includes('/remote.git/'))).toBe(true);
      expect(ended.stdout + ended.stderr).not.toContain('simple-git');
      const shown = ended.stdout.replace(`::add-mask::${gitToken}\n`, '') + ended.stderr;
      const basic = Buffer.from(`me:${password}`).toString('base64');
      expect(leaks([gitToken, password, basic], { shown })).toEqual([]);
    }
  } finally {
    repository.git('remote', 'set-url', 'origin', repository.remote);
  }
});

describe('a global configuration that has Git trace its settings', () => {
  /** Runs with it; gives what the traces hold. */
  async function traced(env: Readonly<Record<string, string>>): Promise<string> {
    await using server = await serveGit(repository.root, 'me:no');
    repository.git('remote', 'set-url', 'origin', `http://${server.host}/remote.git`);
    try {
      using place = new Place();
      const target = join(place.temp, 'trace');
      const config = join(place.temp, 'gitconfig');
      const targets = ['normal', 'event', 'perf'].map((kind) => `${kind}Target = ${target}\n`).join('');
      writeFileSync(config, `[trace2]\n${targets}configParams = *\nenvVars = GIT_CONFIG_PARAMETERS\n`);
      const given = { GIT_CONFIG_GLOBAL: config, GITHUB_SERVER_URL: `http://${server.host}`, ...env };
      for (const run of [cli, act]) await run(place, `http://${server.host}`, given);
      expect(server.requests.some(({ line }) => line.includes('/remote.git/'))).toBe(true);
      return existsSync(target) ? readFileSync(target, 'utf8') : '';
    } finally {
      repository.git('remote', 'set-url', 'origin', repository.remote);
    }
  }
  const basic = Buffer.from(`x-access-token:${gitToken}`).toString('base64');

  test('writes no token: our processes do not trace', async () => {
    expect(leaks([gitToken, basic], { trace: await traced({}) })).toEqual([]);
    expect(await traced({ GIT_TRACE2: '', GIT_TRACE2_PERF: '' })).toBe('');
  });

  test('the job itself may have them trace, and no settings, variables and credentials are in it', async () => {
    using place = new Place();
    const files = { GIT_TRACE2_EVENT: join(place.temp, 'event'), GIT_TRACE_CURL: join(place.temp, 'curl') };
    const settings = { GIT_TRACE2_CONFIG_PARAMS: '*', GIT_TRACE2_ENV_VARS: 'GIT_CONFIG_PARAMETERS' };
    await traced({ ...files, ...settings, GIT_TRACE_REDACT: '0' });
    const [event = '', curl = ''] = Object.values(files).map((file) => readFileSync(file, 'utf8'));
    expect(event).toContain('"event":"version"');
    expect(curl).toMatch(/authorization: basic <redacted>/i);
    expect(leaks([gitToken, basic], { event, curl })).toEqual([]);
  });
});

test('NODE_TLS_REJECT_UNAUTHORIZED=0 does not have the API of the Git host pass with any certificate', async () => {
  using authority = newAuthority();
  await using server = await serveTls(authority.sign('localhost'));
  using place = new Place();
  const pull = { target: 'main', base, head, apiUrl: `https://localhost:${server.port}` };
  const env = { ...pullRequestJob(place.runner, pull), NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  const ended = await act(place, 'http://127.0.0.1:9', env);
  expect(ended.stdout).toContain('the plan could not be written as a comment');
  expect(server.seen.handshakes).toBe(0);
  expect(server.arrived).toEqual([]);
  expect(leaks(secrets, { stderr: ended.stderr })).toEqual([]);
});
