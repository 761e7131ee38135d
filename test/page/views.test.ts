import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folder } from '../git/support.ts';
import { demo, linked, program, statusOf } from '../service/helper.ts';

/** Bytes that are no text in any encoding. */
const bytes = new Uint8Array([0x3c, 0x62, 0x3e, 0x00, 0xff, 0xfe, 0x0d, 0x0a]);
const sha256 = createHash('sha256').update(bytes).digest('hex');

async function withFile() {
  const service = await demo();
  await service.multipart('POST', linked, { name: linked.gfile, bytes });
  return service;
}

test('GET / and its files come from the service itself, under a strict policy', async () => {
  await using service = await demo();
  const html = await fetch(service.url);
  expect(html.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const body = await html.text();
  const addresses = [...body.matchAll(/(?:src|href)="([^#"][^"]*)"/g)].map(([, address]) => address ?? '');
  expect(addresses.sort()).toEqual(['inspect.json', 'page/icon.svg', 'page/main.js', 'page/page.css']);
  expect(body).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?! type="module" src="page\/main\.js"><\/script>)/);
  for (const address of ['', ...addresses]) {
    const { status, headers } = await fetch(`${service.url}/${address}`);
    expect([address, status, headers.get('x-content-type-options')]).toEqual([address, 200, 'nosniff']);
    if (address !== 'inspect.json') {
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; script-src 'self'; style-src 'self';/,
      );
      expect(headers.get('content-security-policy')).not.toMatch(/unsafe|\*|https?:/);
    }
  }
});

test('each import of a script is a file that is served as a script', async () => {
  await using service = await demo();
  const seen = new Set<string>();
  const visit = async (name: string): Promise<void> => {
    if (seen.has(name)) return;
    seen.add(name);
    const response = await fetch(`${service.url}/page/${name}`);
    const came = [name, response.status, response.headers.get('content-type')];
    expect(came).toEqual([name, 200, 'text/javascript; charset=utf-8']);
    for (const [, next = ''] of (await response.text()).matchAll(/from '\.\/([^']+)'/g)) await visit(next);
  };
  await visit('main.js');
  expect(seen.size).toBeGreaterThan(5);
});

test('nothing else is served: no folder, no way out of it, no other name', async () => {
  await using service = await demo();
  for (const path of ['/page', '/page/', '/main.js', '/page/page/main.js', '/page/..%2fserver.ts', '/page/none.js']) {
    expect([path, (await fetch(`${service.url}${path}`)).status]).toEqual([path, 404]);
  }
  expect((await fetch(service.url, { method: 'POST' })).status).toBe(405);
});

test('an attached file comes byte for byte, as text no matter what it is called or holds (interface §4.3)', async () => {
  await using service = await withFile();
  const response = await fetch(`${service.url}/inspect/requests/10001/attachments/${sha256}`);
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
  expect(service.inspect().attachments).toMatchObject([{ objectId: 10_001, sha256 }]);
});

test('an attachment of another request, of another content, or by a bad address is 404', async () => {
  await using service = await withFile();
  await service.create(program);
  for (const path of [`10002/attachments/${sha256}`, `10001/attachments/${'0'.repeat(64)}`, '10001/attachments/x']) {
    expect((await fetch(`${service.url}/inspect/requests/${path}`)).status).toBe(404);
  }
});

test('a page of another site in a local browser gets nothing', async () => {
  await using service = await withFile();
  for (const path of ['/', '/page/main.js', `/inspect/requests/10001/attachments/${sha256}`]) {
    for (const headers of [{ host: 'evil.example' }, { origin: 'http://evil.example' }]) {
      expect([path, await statusOf(`${service.url}${path}`, headers)]).toEqual([path, 403]);
    }
  }
});

test('/inspect.json is 304 until something is written: a call, a refused one, or what is played later', async () => {
  await using service = await demo();
  let known = '';
  const ask = async () => {
    const response = await fetch(`${service.url}/inspect.json`, { headers: { 'if-none-match': known } });
    known = response.headers.get('etag') ?? '';
    return response.status;
  };
  expect([await ask(), await ask(), await ask()]).toEqual([200, 304, 304]);
  await service.create(program);
  expect([await ask(), await ask()]).toEqual([200, 304]);
  expect((await service.create(program)).sev).toBe('30');
  expect([await ask(), await ask()]).toEqual([200, 304]);
  await service.later(10_001, { status: '20' });
  expect([await ask(), await ask()]).toEqual([200, 304]);
});

test('what another process writes into the same file is seen, and no ETag outlives its service', async () => {
  using at = folder();
  const db = join(at.path, 'service.db');
  await using one = await demo({ db });
  await using other = await demo({ db });
  const ask = (service: { url: string }, known = '') =>
    fetch(`${service.url}/inspect.json`, { headers: { 'if-none-match': known } });
  const first = (await ask(one)).headers.get('etag') ?? '';
  expect((await ask(one, first)).status).toBe(304);
  expect((await ask(other, first)).status).toBe(200);
  await other.create(program);
  const answer = await ask(one, first);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ requests: [{ objn: program.objn }] });
});
