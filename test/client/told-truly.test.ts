import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { demoSite } from '../../src/service/demo.ts';
import { startService as startDemo } from '../../src/service/start.ts';
import { clientOf, listen, plain, reply, startService, stop, token } from './support.ts';

const fields = { appl: 'ORD', lvl: 10, objn: 'A' };
const says = (text: string) => expect.stringContaining(text);
const unlocked = { ...fields, lock: '*NO' };

describe('a 4xx without rtn is a refusal: one call', () => {
  test.each([
    [400, /administrator/],
    [413, /too large/],
    [451, /administrator/],
  ])('%i', async (status, remedy) => {
    await using service = await startService(plain(status, `<h1>Too much ${token}</h1>\n`));
    await using client = await clientOf(service.url);
    const why = `The call was refused with HTTP ${status}, without an answer of this interface. It says: Too much ***`;
    const refused = { kind: 'refused', status, attempts: 1, why, remedy: expect.stringMatching(remedy) };
    expect(await client.create(fields, null)).toMatchObject(refused);
    expect(await client.create(unlocked, null)).toMatchObject(refused);
    expect(await client.update({ objectId: 7 }, null)).toMatchObject(refused);
    expect(service.arrived).toHaveLength(3);
  });
});

describe('a lost answer is quoted', () => {
  test.each([
    ['a login page', plain(200, '<!doctype html><title>Sign in</title><p>Please</p>'), /not JSON.*Sign in Please/],
    ['sev 40', reply({ sev: 40, msg: 'Odd' }), /rtn.sev is 40.*"Odd"/],
    ['an array', plain(200, '[{"rtn":1}]'), /\[\{"rtn":1\}\]/],
    ['500', plain(500, 'Out of order'), /Out of order/],
  ])('%s', async (_, step, piece) => {
    await using service = await startService(step);
    await using client = await clientOf(service.url);
    const result = await client.create(unlocked, null);
    expect(result).toMatchObject({ kind: 'lost', attempts: 1, why: expect.stringMatching(piece) });
    expect(service.arrived).toHaveLength(1);
  });

  test.each([{ 'content-encoding': 'gzip' }, {}])('a compressed page, %j', async (headers) => {
    await using service = await startService((response) => {
      response.writeHead(200, headers).end(gzipSync('<p>Maintenance</p>'));
    });
    await using client = await clientOf(service.url);
    const result = await client.create(unlocked, null);
    expect(result).toMatchObject({ kind: 'lost', why: expect.stringContaining('It says: Maintenance') });
  });
});

test('a compressed answer is read, though nobody asked for it', async () => {
  await using service = await startService((response) => {
    const body = JSON.stringify({ rtn: { sev: '10', msg: 'Request created' }, request: { objectId: 5 } });
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(body));
  });
  await using client = await clientOf(service.url);
  expect(await client.create(fields, null)).toMatchObject({ kind: 'done', reply: { sev: 10 }, attempts: 1 });
});

test.each(['', '  ', undefined, 7])('sev 30 whose msg is %j says so in words', async (msg) => {
  await using service = await startService(reply({ sev: '30', msg }));
  await using client = await clientOf(service.url);
  const why = expect.stringMatching(/without a message/);
  expect(await client.create(fields, null)).toMatchObject({ kind: 'refused', why });
});

test.each(['; charset=iso-8859-1', '', '; charset=nonsense'])('Latin-1 text, application/json%s', async (charset) => {
  await using service = await startService((response) => {
    response.writeHead(200, { 'content-type': `application/json${charset}` });
    response.end(Buffer.from('{"rtn":{"sev":"30","msg":"Objekt für Müller gesperrt"}}', 'latin1'));
  });
  await using client = await clientOf(service.url);
  expect(await client.create(fields, null)).toMatchObject({ kind: 'refused', why: 'Objekt für Müller gesperrt' });
});

describe('an answer for another request is no success', () => {
  test.each([10, 20])('sev %i', async (sev) => {
    await using service = await startService(reply({ sev, msg: 'Request updated' }, 200, { objectId: '8' }));
    await using client = await clientOf(service.url);
    const why = says('The answer (HTTP 200) cannot be read: it is about request 8, and not about 7.');
    expect(await client.update({ objectId: 7 }, null)).toMatchObject({ kind: 'lost', why, attempts: 1 });
    expect(await client.update({ objectId: 8 }, null)).toMatchObject({ kind: 'done' });
  });

  test.each([{}, { objectId: 'x' }, { objectId: 0 }])('one that names none is one: %j', async (request) => {
    await using service = await startService(reply({ sev: 10, msg: 'Request updated' }, 200, request));
    await using client = await clientOf(service.url);
    expect(await client.update({ objectId: 7 }, null)).toMatchObject({ kind: 'done' });
  });
});

test.each([1, 3])('%i unasked 100 Continue before each answer, on one connection', async (times) => {
  const body = JSON.stringify({ rtn: { sev: '10', msg: 'Request created' }, request: { objectId: 5 } });
  const answer = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {});
    socket.on('data', () => {
      socket.write(`${'HTTP/1.1 100 Continue\r\n\r\n'.repeat(times)}${answer}`);
    });
  });
  const port = await listen(server);
  try {
    await using client = await clientOf(`http://127.0.0.1:${port}`, { concurrency: 1 });
    for (const _ of [1, 2]) {
      expect(await client.create(fields, null)).toMatchObject({ kind: 'done', attempts: 1, reply: { sev: 10 } });
    }
    expect(connections).toBe(1);
  } finally {
    await stop(server);
  }
});

describe('a service whose 401 and 404 carry rtn', () => {
  const demo = () => startDemo({ site: demoSite, db: ':memory:', port: 0 });

  test('a wrong token stops the run', async () => {
    const service = await demo();
    await using client = await clientOf(service.url);
    expect(await client.create(fields, null)).toMatchObject({ kind: 'stopped', stop: { code: 'token' }, attempts: 1 });
    await service.close();
  });

  test('a wrong base path stops the run, and says where the service is', async () => {
    const service = await demo();
    await using client = await clientOf(`${service.url}/api/v1`, { token: 'demo-token' });
    const why = expect.stringContaining('object requests are at /object-request');
    const stopped = { kind: 'stopped', stop: { code: 'address' }, why, attempts: 1 };
    expect(await client.create(fields, null)).toMatchObject(stopped);
    expect(await client.update({ objectId: 7 }, null)).toMatchObject(stopped);
    await service.close();
  });
});
