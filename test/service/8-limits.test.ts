import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { demo, program } from './helper.ts';

test('a body over the limit is 413, announced or not, and the connection goes on', async () => {
  await using service = await demo({ maxBodyBytes: 1000 });
  const bytes = Buffer.alloc(3_000_000);
  expect(await service.multipart('POST', program, { name: 'ORD200', bytes })).toMatchObject({ status: 413, sev: '30' });
  const url = `${service.url}/object-request`;
  const headers = { authorization: 'Bearer demo-token', 'content-type': 'application/json' };
  const body = ReadableStream.from([bytes]);
  expect((await fetch(url, { method: 'POST', headers, body, duplex: 'half' } as const)).status).toBe(413);
  expect((await service.create(program)).status).toBe(200);
  expect(service.inspect().attachments).toEqual([]);
});

// Such a sender sees the answer only if the service has read all that it sent before the connection is closed.
test.each([
  ['401', 'POST /object-request', 'nobody'],
  ['413', 'POST /object-request', 'demo-token'],
  ['405', 'PUT /object-request', 'demo-token'],
  ['404', 'POST /nothing', 'demo-token'],
])(
  '%s reaches who first sends a large body to its end, and wants the connection closed',
  async (status, line, token) => {
    await using service = await demo({ maxBodyBytes: 1000 });
    const head = `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\nContent-Length: ${8 << 20}\r\n\r\n`;
    const sender = connect(service.port, '127.0.0.1').pause();
    const answer = text(sender);
    sender.write(head);
    for (let n = 0; n < 8; n += 1) {
      await new Promise<void>((resolve, reject) => {
        sender.write(Buffer.alloc(1 << 20), (error) => (error ? reject(error) : resolve()));
      });
    }
    expect(await answer).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*\\}$`));
  },
);

test('closing does not wait for a connection that hangs', async () => {
  const service = await demo();
  const hanging = connect(service.port, '127.0.0.1');
  hanging.on('error', () => {});
  await once(hanging, 'connect');
  hanging.write('POST /object-request HTTP/1.1\r\nHost: x\r\n');
  const before = performance.now();
  await service.close();
  expect(performance.now() - before).toBeLessThan(3000);
  await service.close();
});

test('a service that stops answers what is in flight and what comes on an open connection, which it then closes', async () => {
  let begun = 0;
  const { promise: released, resolve: release } = Promise.withResolvers<null>();
  const service = await demo({
    interfere: () => {
      begun += 1;
      return () => released;
    },
  });
  const call = (objn: string) => {
    const body = JSON.stringify({ ...program, objn });
    const headers = `Host: x\r\nAuthorization: Bearer demo-token\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
    return `POST /object-request HTTP/1.1\r\n${headers}\r\n\r\n${body}`;
  };
  const sender = connect(service.port, '127.0.0.1');
  const said = text(sender);
  sender.write(call('A'));
  await expect.poll(() => begun, { interval: 2 }).toBe(1);
  const closing = service.close();
  sender.write(call('B'));
  await expect.poll(() => begun, { interval: 2 }).toBe(2);
  release(null);
  const answers = (await said).match(/HTTP\/1.1 \d+|Connection: [\w-]+/g);
  expect(answers).toEqual(['HTTP/1.1 200', 'Connection: keep-alive', 'HTTP/1.1 200', 'Connection: close']);
  await closing;
});
