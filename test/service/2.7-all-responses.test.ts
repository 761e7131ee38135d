import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { type Demo, demo, program } from './helper.ts';

/** Sends bytes on a connection of its own; gives the status line and the JSON of the answer. */
async function raw(service: Demo, bytes: string): Promise<[string, unknown]> {
  const sender = connect(service.port, '127.0.0.1');
  sender.write(Buffer.from(bytes, 'latin1'));
  const answer = await text(sender);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return [head.split('\r\n')[0] ?? '', JSON.parse(body)];
}

const call = 'POST /object-request HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer demo-token\r\n';

const late = ['HTTP/1.1 408 Request Timeout', 'The call took too long to come'] as const;
const noCall = ['HTTP/1.1 400 Bad Request', 'The call is not HTTP'] as const;
const long = ['HTTP/1.1 431 Request Header Fields Too Large', 'The headers are too long'] as const;

test.each([
  ['a head that never ends', 'POST /object-request HTTP/1.1\r\n', ...late],
  ['a body that never ends', `${call}Content-Length: 9\r\n\r\n{`, ...late],
  ['no HTTP', 'hello\r\n\r\n', ...noCall],
  ['garbage', '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03\r\n\r\n', ...noCall],
  ['a length that is none', `${call}Content-Length: -1\r\n\r\n`, ...noCall],
  ['two lengths', `${call}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, ...noCall],
  ['endless headers', `${call}X: ${'x'.repeat(20_000)}\r\n\r\n`, ...long],
])('§2.7 all responses carry rtn: %s', async (_, bytes, status, msg) => {
  await using service = await demo({ requestTimeoutMs: 100 });
  expect(await raw(service, bytes)).toEqual([status, { rtn: { sev: '30', msg } }]);
  expect((await service.create(program)).sev).toBe('10');
});

test('an answer that has begun is not followed by another one', async () => {
  await using service = await demo({ requestTimeoutMs: 100 });
  const sender = connect(service.port, '127.0.0.1');
  sender.write('POST /object-request HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{');
  expect((await text(sender)).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401']);
});
