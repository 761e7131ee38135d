import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttp } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { connect, createServer as createNet, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../src/client/create-client.ts';
import {
  type Arrived,
  clientOf,
  contentOf,
  created,
  cut,
  listen,
  optionsOf,
  type Step,
  scripted,
  startService,
  stop,
} from './support.ts';

const fields = { appl: 'ORD', lvl: 50, objn: 'ORD100' };
let folder = '';
let caFile = '';
let keyFile = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'client-tls-'));
  caFile = join(folder, 'cert.pem');
  keyFile = join(folder, 'key.pem');
  const subject = ['-subj', '/CN=service.example', '-addext', 'subjectAltName=DNS:localhost,DNS:service.example'];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...key, ...subject, '-keyout', keyFile, '-out', caFile], { stdio: 'pipe' });
});
afterAll(() => rmSync(folder, { recursive: true }));

async function startTls(...steps: Step[]) {
  const arrived: Arrived[] = [];
  const server = createHttps({ cert: readFileSync(caFile), key: readFileSync(keyFile) }, scripted(steps, arrived));
  const port = await listen(server);
  return { arrived, port, [Symbol.asyncDispose]: () => stop(server) };
}

/** A proxy that leads every CONNECT to one port, or refuses with a status. */
async function startProxy(target: number, status = 200) {
  const asked: { to: string | undefined; login: string | undefined }[] = [];
  const server = createHttp((request, response) => {
    asked.push({ to: request.url, login: request.headers['proxy-authorization'] });
    response.writeHead(status).end('a page of the proxy');
  });
  server.on('connect', (request, socket) => {
    asked.push({ to: request.url, login: request.headers['proxy-authorization'] });
    if (status !== 200) return socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
    const upstream = connect(target, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    return socket.on('error', () => upstream.destroy());
  });
  const port = await listen(server);
  return { asked, address: `127.0.0.1:${port}`, [Symbol.asyncDispose]: () => stop(server as Server) };
}

describe('https', () => {
  test('an unknown certificate stops at once, with the remedy, and nothing sent', async () => {
    await using service = await startTls(created);
    await using client = await clientOf(`https://localhost:${service.port}`);
    const result = await client.create(fields, null);
    expect(result).toMatchObject({ kind: 'stopped', code: 'certificate', attempts: 1 });
    expect(result).toMatchObject({ remedy: expect.stringContaining('--ca-file') });
    expect(service.arrived).toEqual([]);
  });

  test('with the CA file it is trusted', async () => {
    await using service = await startTls(created);
    await using client = await clientOf(`https://localhost:${service.port}`, { caFile });
    expect(await client.create(fields, contentOf('A.B', 'x'))).toMatchObject({ kind: 'answered', attempts: 1 });
  });

  test('another host name than the certificate has', async () => {
    await using service = await startTls(created);
    await using client = await clientOf(`https://127.0.0.1:${service.port}`, { caFile });
    expect(await client.create(fields, null)).toMatchObject({ kind: 'stopped', code: 'certificate', attempts: 1 });
  });

  test('a port that speaks plain http', async () => {
    await using service = await startService(created);
    await using client = await clientOf(service.url.replace('http:', 'https:'));
    const result = await client.create(fields, null);
    expect(result).toMatchObject({
      kind: 'stopped',
      code: 'address',
      why: expect.stringContaining('does not speak https'),
    });
  });

  test('a handshake that is cut has sent nothing, so even lock *NO is tried again', async () => {
    const server = createNet((socket) => socket.once('data', () => socket.destroy()));
    const port = await listen(server);
    await using client = await clientOf(`https://localhost:${port}`);
    const result = await client.create({ ...fields, lock: '*NO' }, null);
    expect(result).toMatchObject({ kind: 'stopped', code: 'unreachable', attempts: 5 });
    await stop(server);
  });

  test('a CA file that is none', async () => {
    const empty = join(folder, 'empty.pem');
    writeFileSync(empty, 'hello');
    const url = 'https://localhost:1';
    await expect(createClient({ ...optionsOf(url), caFile: empty })).rejects.toMatchObject({ code: 'usage' });
    await expect(createClient({ ...optionsOf(url), caFile: join(folder, 'none') })).rejects.toThrow('cannot be read');
  });
});

describe('a proxy', () => {
  test('https goes through a tunnel, with the login of the proxy', async () => {
    await using service = await startTls(created);
    await using proxy = await startProxy(service.port);
    const proxyEnv = { HTTPS_PROXY: `http://jane:pass@${proxy.address}` };
    await using client = await clientOf('https://service.example/api', { caFile, proxyEnv });
    expect(await client.create(fields, contentOf('A.B', 'x'))).toMatchObject({ kind: 'answered', attempts: 1 });
    expect(proxy.asked).toEqual([
      { to: 'service.example:443', login: `Basic ${Buffer.from('jane:pass').toString('base64')}` },
    ]);
    expect(service.arrived[0]?.headers['proxy-authorization']).toBeUndefined();
  });

  test('a cut inside the tunnel is a lost answer', async () => {
    await using service = await startTls(cut);
    await using proxy = await startProxy(service.port);
    await using client = await clientOf('https://service.example', {
      caFile,
      proxyEnv: { https_proxy: proxy.address },
    });
    expect(await client.create({ ...fields, lock: '*NO' }, null)).toMatchObject({ kind: 'lost', attempts: 1 });
  });

  test.each([
    [407, 1, 'demands a login'],
    [403, 1, 'HTTP 403'],
    [503, 5, 'HTTP 503'],
  ])('refuses the tunnel with %i', async (status, attempts, words) => {
    await using proxy = await startProxy(0, status);
    const proxyEnv = { https_proxy: `http://jane:hidden@${proxy.address}` };
    await using client = await clientOf('https://service.example', { proxyEnv });
    const result = await client.create({ ...fields, lock: '*NO' }, null);
    expect(result).toMatchObject({ kind: 'stopped', code: status === 503 ? 'unreachable' : 'proxy', attempts });
    expect(JSON.stringify(result)).toContain(words);
    expect(JSON.stringify(result)).not.toContain('hidden');
  });

  test('never answers: each attempt ends in time, nothing was sent, and close does not wait for it', async () => {
    const silent = createNet(() => {});
    const address = `127.0.0.1:${await listen(silent)}`;
    const more = { proxyEnv: { https_proxy: address }, timeoutSeconds: 0.05 };
    const client = await clientOf('https://service.example', more);
    const before = performance.now();
    const result = await client.create({ ...fields, lock: '*NO' }, null);
    expect(result).toMatchObject({ kind: 'stopped', code: 'unreachable', attempts: 5 });
    await client.close();
    expect(performance.now() - before).toBeLessThan(3000);
    silent.close();
  });

  test('plain http: 407 stops too; no_proxy goes past it', async () => {
    await using proxy = await startProxy(0, 407);
    const proxyEnv = { http_proxy: `http://${proxy.address}` };
    await using client = await clientOf('http://service.example', { allowHttp: true, proxyEnv });
    expect(await client.create(fields, null)).toMatchObject({ kind: 'stopped', code: 'proxy', attempts: 1 });
    expect(proxy.asked[0]?.to).toBe('http://service.example/object-request');
    const past = { ...proxyEnv, NO_PROXY: 'service.invalid' };
    await using direct = await clientOf('http://service.invalid', { allowHttp: true, proxyEnv: past });
    expect(await direct.create(fields, null)).toMatchObject({ kind: 'stopped', code: 'unreachable' });
    expect(proxy.asked).toHaveLength(1);
  });
});
