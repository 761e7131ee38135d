import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { listen, stop } from '../client/support.ts';
import { startGitHub } from './github.ts';

/** A proxy that opens every tunnel to the stand-in, whatever host is asked for. */
async function startProxy(port: number) {
  const asked: string[] = [];
  const proxy = createServer();
  proxy.on('connect', (request, client, head) => {
    asked.push(request.url ?? '');
    const server = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      server.write(head);
      server.pipe(client).pipe(server);
    });
    for (const socket of [client, server]) socket.on('error', () => {});
  });
  const url = `http://127.0.0.1:${await listen(proxy)}`;
  return { url, asked, [Symbol.asyncDispose]: () => stop(proxy) };
}

async function inChild(env: Readonly<Record<string, string>>): Promise<unknown> {
  const { PATH = '' } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, ['test/comment/child.ts'], { env: { PATH, ...env } });
  return JSON.parse(stdout);
}

test('goes through the proxy of the environment, and loads the library only when a comment is written', async () => {
  await using github = await startGitHub([], { base: '/api/v3' });
  await using proxy = await startProxy(Number(new URL(github.apiUrl).port));
  const env = { GITHUB_API_URL: 'http://github.example/api/v3', http_proxy: proxy.url };
  expect(await inChild(env)).toEqual({
    before: [],
    after: ['@actions/github'],
    result: { outcome: 'created', url: expect.stringContaining('#issuecomment-101') },
  });
  expect(new Set(proxy.asked)).toEqual(new Set(['github.example:80']));
  expect(github.comments).toHaveLength(1);
});
