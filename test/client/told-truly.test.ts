import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { demoSite } from '../../src/service/demo.ts';
import { startService as startDemo } from '../../src/service/start.ts';
import { clientOf, listen, startService, stop } from './support.ts';

const fields = { appl: 'ORD', lvl: 10, objn: 'A' };

test('a compressed answer, which nobody asked for, is read in its charset', async () => {
  await using service = await startService((response) => {
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/json; charset=shift_jis' });
    response.end(gzipSync(Buffer.from('{"rtn":{"sev":30,"msg":"\x92\x8d"}}', 'latin1')));
  });
  await using client = await clientOf(service.url);
  expect(await client.create(fields, null)).toMatchObject({ kind: 'refused', why: '注' });
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

test('a wrong base path stops the run, and says where the service is', async () => {
  const service = await startDemo({ site: demoSite, db: ':memory:', port: 0 });
  await using client = await clientOf(`${service.url}/api/v1`, { token: 'demo-token' });
  const why = expect.stringContaining('object requests are at /object-request');
  const stopped = { kind: 'stopped', stop: { code: 'address' }, why, attempts: 1 };
  expect(await client.create(fields, null)).toMatchObject(stopped);
  expect(await client.update({ objectId: 7 }, null)).toMatchObject(stopped);
  await service.close();
});
