import { describe, expect, test } from 'vitest';
import { buildResourceUrl, resolveProxy } from '../../src/client/address.ts';
import { Problem } from '../../src/errors.ts';

function refusal(act: () => unknown): Problem {
  try {
    act();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('was not refused');
}

describe('resourceUrl', () => {
  test.each([
    ['https://host.example', 'https://host.example/object-request'],
    ['https://host.example/', 'https://host.example/object-request'],
    ['\u00a0https://host.example:8443/api/v1//\u00a0', 'https://host.example:8443/api/v1/object-request'],
    ['http://localhost:8080/x', 'http://localhost:8080/x/object-request'],
    ['http://127.0.0.1', 'http://127.0.0.1/object-request'],
    ['http://[::1]:81', 'http://[::1]:81/object-request'],
  ])('%s', (base, expected) => {
    expect(buildResourceUrl(base).href).toBe(expected);
  });

  test('plain http elsewhere only when allowed', () => {
    const problem = refusal(() => buildResourceUrl('http://host.example/api'));
    expect(problem.code).toBe('usage');
    expect(problem.message).toContain('not https');
    expect(problem.remedy).toContain('--allow-http');
    expect(buildResourceUrl('http://host.example/api', true).href).toBe('http://host.example/api/object-request');
    for (const host of ['localhost.example', 'x.localhost', '127.0.0.1.example', '[::2]']) {
      expect(refusal(() => buildResourceUrl(`http://${host}`)).message, host).toContain('not https');
    }
  });

  test.each([
    ['host.example/api', 'not an http', 'https://host.example/api'],
    ['xhttps://host.example', 'not an http', 'https://host.example/api'],
    ['httpsx://host.example', 'not an http', 'https://host.example/api'],
    ['', 'not an http', 'https://host.example/api'],
    ['https://jane@host.example', 'user name or password', 'the token alone'],
    ['https://:hidden@host.example', 'user name or password', 'the token alone'],
    ['https://host.example/?key=hidden', 'query or a fragment', 'base address only'],
    ['https://host.example/#hidden', 'query or a fragment', 'base address only'],
    ['https://host.example/api/object-request/', 'ends with /object-request', 'out of the URL'],
  ])('refuses %s', (base, words, remedy) => {
    const problem = refusal(() => buildResourceUrl(base, true));
    expect(problem.code).toBe('usage');
    expect(problem.message).toContain(words);
    expect(problem.remedy).toContain(remedy);
    expect(`${problem.message} ${problem.remedy}`).not.toContain('hidden');
  });
});

describe('proxySettings', () => {
  const https = new URL('https://host.example/api');
  const http = new URL('http://host.example/api');

  test('takes the variable of the scheme, in either case, and never another', () => {
    const env = { HTTPS_PROXY: 'http://secure:1', HTTP_PROXY: 'http://plain:2', NO_PROXY: 'a,b' };
    expect(resolveProxy(https, env)).toEqual({ httpProxy: '', httpsProxy: 'http://secure:1/', noProxy: 'a,b' });
    expect(resolveProxy(http, env)).toEqual({ httpProxy: 'http://plain:2/', httpsProxy: '', noProxy: 'a,b' });
    expect(resolveProxy(https, { HTTP_PROXY: 'http://plain:2' })).toBeNull();
    const both = { https_proxy: 'http://low:1', HTTPS_PROXY: 'http://up:1' };
    expect(resolveProxy(https, both)?.httpsProxy).toBe('http://low:1/');
    expect(resolveProxy(https, { https_proxy: ' ', HTTPS_PROXY: ' up:3128' })?.httpsProxy).toBe('http://up:3128/');
  });

  test('never for this machine', () => {
    expect(resolveProxy(new URL('http://127.0.0.1:80/'), { http_proxy: 'http://plain:2' })).toBeNull();
  });

  test.each(['http://jane:hidden@:99999', 'xhttp://:hidden@proxy', 'httpx://:hidden@proxy'])('refuses %s', (proxy) => {
    const problem = refusal(() => resolveProxy(https, { https_proxy: proxy }));
    expect(problem.code).toBe('usage');
    expect(problem.message).toContain('https_proxy');
    expect(problem.remedy).toContain('http://proxy.example:3128');
    expect(`${problem.message} ${problem.remedy}`).not.toContain('hidden');
  });
});
