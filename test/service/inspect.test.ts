import { describe, expect, test } from 'vitest';
import { demo, program, statusOf } from './helper.ts';

describe('the views', () => {
  test('GET /inspect.json is what inspect() gives', async () => {
    await using service = await demo();
    await service.multipart('POST', { ...program, arfp: '*NEW', rfpd: 'R' }, { name: 'ORD200', bytes: 'abc' });
    const json = await (await fetch(`${service.url}/inspect.json`)).json();
    expect(json).toEqual(service.inspect());
    expect(
      Object.keys(json as object)
        .sort()
        .join(' '),
    ).toBe('attachments notifications requests rfps transactions');
    const sha256 = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    const file = { objectId: 10001, filename: 'ORD200', place: 'member DEMO10/QRPGLESRC(ORD200)', bytes: 3, sha256 };
    expect(service.inspect().attachments).toEqual([file]);
  });

  test('the page itself holds nothing that comes from outside', async () => {
    await using service = await demo();
    const pageNow = async () => {
      const response = await fetch(service.url);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      return response.text();
    };
    const before = await pageNow();
    await service.create({ ...program, objn: '<script>alert(1)</script>' });
    expect(await pageNow()).toBe(before);
  });

  test.each([
    [{ host: 'evil.example' }, 403],
    [{ origin: 'http://evil.example' }, 403],
    [{ host: 'localhost' }, 200],
    [{ origin: 'own' }, 200],
  ])('a page of another site in a local browser gets nothing: %j', async (headers, status) => {
    await using service = await demo();
    const sent = 'origin' in headers && headers.origin === 'own' ? { origin: service.url } : headers;
    expect(await statusOf(`${service.url}/inspect.json`, sent)).toBe(status);
  });

  test('other methods of the views are 405', async () => {
    await using service = await demo();
    expect((await fetch(`${service.url}/inspect.json`, { method: 'DELETE' })).status).toBe(405);
    expect((await fetch(`${service.url}/inspect/requests/1`)).status).toBe(405);
  });
});

describe('POST /inspect/requests/<id> plays what happens later', () => {
  test('delete: the number is gone for good, and its lock', async () => {
    await using service = await demo();
    await service.multipart('POST', program, { name: 'ORD200', bytes: 'abc' });
    expect((await service.later(10001, { delete: true })).status).toBe(200);
    expect(service.inspect()).toMatchObject({ requests: [], attachments: [] });
    expect((await service.create(program)).request.objectId).toBe(10002);
  });

  test('a later status gives the lock up, unless it is kept', async () => {
    await using service = await demo();
    await service.create(program);
    await service.later(10001, { status: '20', lock: '*YES' });
    expect((await service.create(program)).existingObjectId).toBe(10001);
    await service.later(10001, { status: '20' });
    expect((await service.create(program)).sev).toBe('10');
    expect((await service.later(10001, { status: '00', lock: '*YES' })).status).toBe(400);
  });

  test.each([
    [{}, 200],
    [{ origin: 'own' }, 200],
    [{ origin: 'own', 'sec-fetch-site': 'same-origin' }, 200],
    [{ origin: 'http://evil.example' }, 403],
    [{ origin: 'http://127.0.0.1:1' }, 403],
    [{ origin: 'null' }, 403],
    [{ host: 'evil.example' }, 403],
    [{ host: 'evil.example', origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'none' }, 403],
  ])('in a browser the page alone may do it: %j is %i', async (given: Record<string, string>, status) => {
    await using service = await demo();
    await service.create(program);
    const headers = { ...given, ...(given.origin === 'own' ? { origin: service.url } : {}) };
    const got = await statusOf(`${service.url}/inspect/requests/10001`, headers, '{"delete":true}');
    expect([got, service.inspect().requests.length]).toEqual([status, status === 200 ? 0 : 1]);
  });

  test('anything else is refused', async () => {
    await using service = await demo();
    await service.create(program);
    expect((await service.later(7, { status: '20' })).status).toBe(404);
    for (const content of [{}, { status: 20 }, { status: '2' }, { delete: false }, { lock: '*NO' }, []]) {
      expect((await service.later(10001, content)).status).toBe(400);
    }
    expect(service.inspect().requests).toMatchObject([{ status: '00' }]);
  });
});

test('what is played later is a line of the log, with its object; so is the object of a refused create', async () => {
  await using service = await demo();
  await service.create(program);
  await service.create(program);
  for (const content of [{ status: '20' }, { status: '90' }, { delete: true }]) await service.later(10001, content);
  expect(service.inspect().transactions.map(({ method, objn, objt, msg }) => [method, objn, objt, msg])).toEqual([
    ['POST', 'ORD200', '*PGM', 'Request created'],
    ['POST', 'ORD200', '*PGM', 'Target Object already locked by another request'],
    ['LATER', 'ORD200', '*PGM', 'Request moved on to status 20'],
    ['LATER', 'ORD200', '*PGM', 'Request completed (status 90)'],
    ['LATER', 'ORD200', '*PGM', 'Request deleted'],
  ]);
});
