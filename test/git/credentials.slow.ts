import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listen, stop } from '../client/support.ts';
import { filesOf, runIn } from '../events/support.ts';
import { pushOf } from '../host/support.ts';
import { makeClone } from './clones.ts';
import { serveGit } from './http-remote.ts';
import { folder, git, hashTree, remote, runEnv } from './support.ts';
import { watchGit } from './watched-git.ts';

const secret = 's3cr%40t';
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** How a checkout authenticates, and what the server then wants. */
const ways: [name: string, password: string, setUp: (dir: string, host: string) => void, gitToken?: string][] = [
  [
    'in the address, as GitLab does',
    'gitlab-ci-token:s3cr@t',
    (dir, host) => git(dir, 'config', 'remote.origin.url', `http://gitlab-ci-token:${secret}@${host}/remote.git`),
  ],
  [
    'as a header in the configuration, as actions/checkout does',
    `x-access-token:${secret}`,
    (dir, host) => {
      git(dir, 'config', 'remote.origin.url', `http://${host}/remote.git`);
      const header = `AUTHORIZATION: basic ${base64(`x-access-token:${secret}`)}`;
      git(dir, 'config', `http.http://${host}/.extraheader`, header);
    },
  ],
  [
    'by an address that is put in for another',
    'me:s3cr@t',
    (dir, host) => {
      git(dir, 'config', 'remote.origin.url', 'https://host.example/remote.git');
      git(dir, 'config', `url.http://me:${secret}@${host}/.insteadOf`, 'https://host.example/');
    },
  ],
  [
    'by the token of the run, over a credential that is not good any more',
    'x-access-token:fresh',
    (dir, host) => {
      git(dir, 'config', 'remote.origin.url', `http://old:${secret}@${host}/remote.git`);
      git(dir, 'config', `http.http://${host}/.extraheader`, `AUTHORIZATION: basic ${base64('x-access-token:stale')}`);
    },
    'fresh',
  ],
];

function pushInDepth1() {
  const origin = remote();
  const base = origin.commit({ 'A.RPGLE': 'one\n' });
  const head = origin.commit({ 'A.RPGLE': 'two\n' });
  origin.push(head, 'main');
  const dir = makeClone('depth1', origin, { ref: 'main', head });
  const told = pushOf(base, head);
  return { origin, dir, told, [Symbol.dispose]: () => origin[Symbol.dispose]() };
}

describe('credentials travel by environment only', () => {
  test.each(ways)('%s', async (_, password, setUp, gitToken) => {
    using at = pushInDepth1();
    const { origin, dir, told } = at;
    await using server = await serveGit(origin.root, password);
    using watched = folder();
    const watch = watchGit(watched.path);
    setUp(dir, server.host);
    const before = hashTree(dir);
    const env = { ...watch.env, GITHUB_SERVER_URL: `http://${server.host}` };
    const report = await runIn(dir, told, {}, { env, ...(gitToken === undefined ? {} : { gitToken }) });
    expect(filesOf(report)).toEqual(['+A.RPGLE']);
    expect(server.requests.length).toBeGreaterThan(0);
    const seen = watch.arguments();
    expect(seen).toMatch(/remote-http/);
    for (const [user, word] of [password.split(':'), ['x-access-token', 'stale'], ['old', secret]]) {
      for (const part of [String(word), encodeURIComponent(String(word)), base64(`${user}:${word}`)]) {
        expect(seen).not.toContain(part);
      }
    }
    expect(JSON.stringify(report)).not.toContain(secret);
    expect(hashTree(dir)).toBe(before);
  });

  test('without credentials the changes are unknown: exit 3 with a remedy, and nobody is asked for a password', async () => {
    using at = pushInDepth1();
    const { origin, dir, told } = at;
    await using server = await serveGit(origin.root, 'me:secret');
    git(dir, 'config', 'remote.origin.url', `http://${server.host}/remote.git`);
    const report = await runIn(dir, told);
    const message = expect.stringMatching(/could not be fetched/);
    const error = { message, remedy: expect.stringMatching(/fetch-depth|--base/) };
    expect(report).toMatchObject({ exitCode: 3, requests: [], error });
  });

  test('the service token never reaches Git', async () => {
    using at = pushInDepth1();
    const { dir, told } = at;
    using watched = folder();
    const watch = watchGit(watched.path);
    await runIn(dir, told, {}, { env: watch.env, token: 'service-token' });
    expect(watch.commands().length).toBeGreaterThan(2);
    expect(watch.arguments()).not.toContain('service-token');
  });
});

describe('the Git token goes to the host that CI names, and to no other', () => {
  const token = 'ghs_TheGitToken';
  const header = `basic ${base64(`x-access-token:${token}`)}`;

  /** A run with the token whose checkout has `url` as its remote; `named` is what CI names. */
  async function runWith(url: string, named: string, setUp: (dir: string) => void = () => {}) {
    using at = pushInDepth1();
    const { dir, told } = at;
    git(dir, 'config', 'remote.origin.url', url);
    setUp(dir);
    return await runIn(dir, told, {}, { env: { ...runEnv, GITHUB_SERVER_URL: named }, gitToken: token });
  }

  test('not to the remote of a checkout that is elsewhere, which the report says', async () => {
    await using evil = await serveGit('/nonexistent', 'nobody:knows');
    for (const named of ['https://github.com', '', `http://localhost:${evil.host.split(':')[1]}`]) {
      const report = await runWith(`http://${evil.host}/remote.git`, named);
      const message = expect.stringContaining('Git token is not sent');
      expect(report).toMatchObject({ exitCode: 3, error: { message } });
    }
    expect(evil.requests.length).toBeGreaterThan(0);
    expect(evil.requests.map(({ authorization }) => authorization)).not.toContain(header);
  });

  test('not where the configuration of the repository leads its address', async () => {
    await using evil = await serveGit('/nonexistent', 'nobody:knows');
    await runWith('https://github.com/acme/orders', 'https://github.com', (dir) => {
      git(dir, 'config', `url.http://${evil.host}/.insteadOf`, 'https://github.com/');
    });
    expect(evil.requests.length).toBeGreaterThan(0);
    expect(evil.requests.map(({ authorization }) => authorization)).not.toContain(header);
  });

  const withHeader = (dir: string, host: string) =>
    git(dir, 'config', `http.http://${host}/.extraheader`, `AUTHORIZATION: ${header}`);
  test.each([
    ['the token of the run', token, () => {}],
    ['the header of the checkout', undefined, withHeader],
  ])('not along a redirect, which is told in words: %s', async (_, gitToken, setUp) => {
    using at = pushInDepth1();
    const { origin, dir, told } = at;
    await using other = await serveGit(origin.root);
    await using host = await redirecting(`http://${other.host}`);
    git(dir, 'config', 'remote.origin.url', `http://${host.host}/remote.git`);
    git(dir, 'config', 'http.followRedirects', 'true');
    setUp(dir, host.host);
    const env = { ...runEnv, GITHUB_SERVER_URL: `http://${host.host}` };
    const report = await runIn(dir, told, {}, { env, ...(gitToken === undefined ? {} : { gitToken }) });
    const message = expect.stringContaining('no redirect is followed');
    expect(report).toMatchObject({ exitCode: 3, error: { message } });
    expect(host.seen).toContain(header);
    expect(other.requests).toEqual([]);
  });
});

/** A host that has moved: every request is sent on to `target`. */
async function redirecting(target: string) {
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(301, { location: target + request.url }).end();
  });
  const port = await listen(server);
  return { host: `127.0.0.1:${port}`, seen, [Symbol.asyncDispose]: () => stop(server) };
}

test('the configuration that the environment carries reaches Git too', async () => {
  using at = pushInDepth1();
  const { origin, dir, told } = at;
  git(dir, 'config', 'remote.origin.url', 'https://host.example/remote.git');
  const env = {
    ...{ PATH: process.env.PATH, HOME: '/nonexistent' },
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `url.file://${join(origin.root)}/.insteadOf`,
    GIT_CONFIG_VALUE_0: 'https://host.example/',
    GIT_DIR: '/nowhere',
    GIT_WORK_TREE: '/nowhere',
    GIT_INDEX_FILE: '/nowhere',
  };
  expect(filesOf(await runIn(dir, told, {}, { env }))).toEqual(['+A.RPGLE']);
});
