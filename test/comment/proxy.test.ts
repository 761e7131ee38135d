import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { listen, stop } from '../client/support.ts';
import { keptInMemory } from '../kept-in-memory.ts';
import { type Certificate, newAuthority } from '../transport/certificates.ts';
import { startGitHub } from './github.ts';
import { comment } from './support.ts';

/** A proxy that opens every tunnel to the stand-in, no matter which host is asked for, and speaks TLS in its place. */
async function startProxy(port: number, certificate: Certificate) {
  const asked: string[] = [];
  const proxy = createServer();
  proxy.on('connect', (request, client, head) => {
    asked.push(request.url ?? '');
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    client.unshift(head);
    const open = new TLSSocket(client as Socket, { isServer: true, ...certificate });
    const server = connect(port, '127.0.0.1');
    server.pipe(open).pipe(server);
    for (const socket of [client, open, server]) socket.on('error', () => {});
  });
  const url = `http://127.0.0.1:${await listen(proxy)}`;
  return { url, asked, [Symbol.asyncDispose]: () => stop(proxy) };
}

async function inChild(env: Readonly<Record<string, string>>): Promise<unknown> {
  const { PATH = '' } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, ['test/comment/child.ts'], {
    env: { PATH, ...keptInMemory(), ...env },
  });
  return JSON.parse(stdout);
}

test('goes through the proxy of the environment, and loads the library only when a comment is written', async () => {
  await using github = await startGitHub([], { base: '/api/v3' });
  using authority = newAuthority();
  await using proxy = await startProxy(Number(new URL(github.apiUrl).port), authority.sign('github.example'));
  const env = {
    GITHUB_API_URL: 'https://github.example/api/v3',
    https_proxy: proxy.url,
    NODE_EXTRA_CA_CERTS: authority.caFile,
  };
  expect(await inChild(env)).toEqual({
    before: [],
    after: ['@actions/github'],
    result: { outcome: 'created', url: expect.stringContaining('#issuecomment-101') },
  });
  expect(new Set(proxy.asked)).toEqual(new Set(['github.example:443']));
  expect(github.comments).toHaveLength(1);
});

test.each(['http://github.example/api/v3', 'ftp://github.example', 'nonsense'])(
  'the token is not sent to %s',
  async (apiUrl) => {
    const { result } = await comment({ apiUrl });
    expect(result).toMatchObject({ outcome: 'failed', why: expect.stringContaining('the token is not sent to ') });
  },
);
