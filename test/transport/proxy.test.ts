import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf, contentOf, created, cut, listen, startService, token } from '../client/support.ts';
import { type Authority, newAuthority, serveTls } from './certificates.ts';
import { startProxy } from './proxies.ts';

const fields = { appl: 'ORD', lvl: 50, objn: 'ORD100' };
const page = (status: number) => {
  const body = '<html><title>Proxy</title><body>Ask the help desk</body></html>';
  return `HTTP/1.1 ${status} No\r\nContent-Type: text/html\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
};
let authority: Authority;

beforeAll(() => {
  authority = newAuthority();
});
afterAll(() => authority[Symbol.dispose]());

describe('https through a proxy', () => {
  test('every connection is a tunnel: the proxy sees host and login, and neither token nor content', async () => {
    await using service = await serveTls(authority.sign('service.example'), created);
    await using proxy = await startProxy({ target: service.port, login: 'jane:p@ss' });
    const proxyEnv = { https_proxy: `http://jane:p%40ss@${proxy.address}` };
    const { caFile } = authority;
    await using client = await clientOf('https://service.example/api', { caFile, proxyEnv, concurrency: 2 });
    const content = contentOf('ORD100.RPGLE', 'secret source');
    const results = await Promise.all(Array.from({ length: 10 }, () => client.create(fields, content)));
    expect(results.filter(({ kind }) => kind === 'done')).toHaveLength(10);
    expect(new Set(proxy.asked)).toEqual(new Set(['CONNECT service.example:443']));
    expect(proxy.asked.length).toBeLessThanOrEqual(2);
    expect(proxy.headers.join('\n')).toMatch(/proxy-authorization: Basic/);
    expect(proxy.headers.join('\n')).not.toMatch(new RegExp(`^authorization|${token}`, 'm'));
    expect(service.arrived[0]?.headers).toMatchObject({ authorization: `Bearer ${token}`, host: 'service.example' });
    expect(service.arrived[0]?.headers['proxy-authorization']).toBeUndefined();
  });

  test('the certificate is that of the service, not of the proxy: a wrong one is refused inside of the tunnel', async () => {
    await using service = await serveTls(authority.sign('other.example'), created);
    await using proxy = await startProxy({ target: service.port });
    const given = { caFile: authority.caFile, proxyEnv: { HTTPS_PROXY: proxy.address } };
    await using client = await clientOf('https://service.example', given);
    const result = await client.create(fields, null);
    expect(result).toMatchObject({ kind: 'stopped', stop: { code: 'certificate' }, attempts: 1 });
    expect(service.arrived).toEqual([]);
  });

  test.each([
    ['407, as the login is wrong', undefined, 'proxy', 'demands a login'],
    ['407 with a page', page(407), 'proxy', 'demands a login'],
    ['403 with a page', page(403), 'proxy', 'HTTP 403'],
    ['502 with a page', page(502), 'unreachable', 'HTTP 502'],
  ])('it answers %s: said, with the remedy; nothing was sent', async (_name, refusal, code, words) => {
    await using service = await serveTls(authority.sign('service.example'), created);
    const manner = refusal === undefined ? { login: 'jane:right' } : { refusal };
    await using proxy = await startProxy({ target: service.port, ...manner });
    const proxyEnv = { https_proxy: `http://jane:wr0ng@${proxy.address}` };
    await using client = await clientOf('https://service.example', { caFile: authority.caFile, proxyEnv });
    const result = await client.create({ ...fields, lock: '*NO' }, null);
    expect(result).toMatchObject({ kind: 'stopped', stop: { code }, remedy: expect.stringContaining('https_proxy') });
    expect(JSON.stringify(result)).toContain(words);
    expect(JSON.stringify([result, client.lines])).not.toContain('wr0ng');
    expect(proxy.headers.join('\n')).not.toContain(token);
    expect(service.arrived).toEqual([]);
  });

  test('a cut inside the tunnel is a lost answer', async () => {
    await using service = await serveTls(authority.sign('service.example'), cut);
    await using proxy = await startProxy({ target: service.port });
    const given = { caFile: authority.caFile, proxyEnv: { https_proxy: proxy.address } };
    await using client = await clientOf('https://service.example', given);
    expect(await client.create({ ...fields, lock: '*NO' }, null)).toMatchObject({ kind: 'lost', attempts: 1 });
  });

  test('never answers: each attempt ends in time, nothing was sent, and close does not wait for it', async () => {
    const silent = createServer(() => {});
    const address = `127.0.0.1:${await listen(silent)}`;
    const more = { proxyEnv: { https_proxy: address }, timeoutSeconds: 0.05 };
    const client = await clientOf('https://service.example', more);
    const before = performance.now();
    const result = await client.create({ ...fields, lock: '*NO' }, null);
    expect(result).toMatchObject({ kind: 'stopped', stop: { code: 'unreachable' }, attempts: 5 });
    await client.close();
    expect(performance.now() - before).toBeLessThan(3000);
    silent.close();
  });
});

describe('plain http through a proxy', () => {
  test('the call goes to the proxy with its whole address, its login and its content', async () => {
    await using service = await startService(created);
    await using proxy = await startProxy({ target: Number(new URL(service.url).port), login: 'jane:pass' });
    const proxyEnv = { http_proxy: `jane:pass@${proxy.address}` };
    await using client = await clientOf('http://service.example:8080/api', { allowHttp: true, proxyEnv });
    expect(await client.create(fields, contentOf('A.B', 'x'))).toMatchObject({ kind: 'done', attempts: 1 });
    expect(proxy.asked).toEqual(['POST http://service.example:8080/api/object-request']);
    expect(service.arrived[0]?.body.toString()).toContain('ORD100');
  });

  test('it answers 407: the remedy names the variable that counts for http', async () => {
    await using proxy = await startProxy({ target: 1, login: 'jane:right' });
    const more = { allowHttp: true, proxyEnv: { http_proxy: proxy.address } };
    await using client = await clientOf('http://service.example', more);
    const remedy = expect.stringContaining('into http_proxy');
    const result = await client.create(fields, null);
    expect(result).toMatchObject({ kind: 'stopped', stop: { code: 'proxy' }, attempts: 1, remedy });
  });

  test('a page of the proxy instead of an answer is no answer of the service', async () => {
    await using proxy = await startProxy({ target: 1, refusal: page(200) });
    const more = { allowHttp: true, proxyEnv: { http_proxy: proxy.address } };
    await using client = await clientOf('http://service.example', more);
    const result = await client.update({ objectId: 1 }, null);
    expect(result).toMatchObject({ kind: 'lost', why: expect.stringContaining('Ask the help desk') });
  });
});

describe('no_proxy', () => {
  /** Whether a call to this address asks the proxy; past it, nobody knows the host. */
  async function asksProxy(url: string, noProxy: Readonly<Record<string, string>>): Promise<boolean> {
    await using proxy = await startProxy({ target: 1, refusal: page(403) });
    // One attempt is enough, and past the proxy nobody need answer for it, nor any name server in good time.
    const enough = new AbortController();
    await using client = await clientOf(url, {
      allowHttp: true,
      proxyEnv: { http_proxy: proxy.address, ...noProxy },
      timeoutSeconds: 0.3,
      signal: enough.signal,
      log: () => enough.abort(),
    });
    await client.create(fields, null);
    return proxy.asked.length > 0;
  }

  const past = (value: string) => [value, false] as const;
  const through = (value: string) => [value, true] as const;
  test.each([
    ...['service.invalid', 'SERVICE.invalid', '.invalid', 'invalid', '*.invalid', '*'].map(past),
    ...['a.example, service.invalid', 'a.example service.invalid', 'service.invalid:8080'].map(past),
    ...['service.invalid:81', 'vice.invalid', '*.service.invalid', 'other.invalid,example', ''].map(through),
  ])('%j: through the proxy %s', async (value, expected) => {
    expect(await asksProxy('http://service.invalid:8080', { NO_PROXY: value })).toBe(expected);
    if (value !== '')
      expect(await asksProxy('http://service.invalid:8080', { no_proxy: value, NO_PROXY: '*' })).toBe(expected);
  });

  test.each(['localhost', '127.0.0.1', '127.1.2.3', '[::1]'])('%s is this machine, past every proxy', async (host) => {
    expect(await asksProxy(`http://${host}:9`, {})).toBe(false);
  });
});
