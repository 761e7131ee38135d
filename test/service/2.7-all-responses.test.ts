import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { type Demo, demo } from './helper.ts';

/** Sends bytes on a connection of its own; gives the status line and the JSON of the answer. */
async function raw(service: Demo, bytes: string): Promise<[string, unknown]> {
  const sender = connect(service.port, '127.0.0.1');
  sender.write(bytes);
  const answer = await text(sender);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return [head.split('\r\n')[0] ?? '', JSON.parse(body)];
}

const rtn = (msg: string) => ({ rtn: { sev: '30', msg } });
const call = 'POST /object-request HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer demo-token\r\n';

test.each([
  [
    'a head that never ends',
    'POST /object-request HTTP/1.1\r\n',
    'HTTP/1.1 408 Request Timeout',
    'The call took too long to come',
  ],
  [
    'a body that never ends',
    `${call}Content-Length: 9\r\n\r\n{`,
    'HTTP/1.1 408 Request Timeout',
    'The call took too long to come',
  ],
  ['no HTTP', 'hello\r\n\r\n', 'HTTP/1.1 400 Bad Request', 'The call is not HTTP'],
  [
    'endless headers',
    `${call}X: ${'x'.repeat(20_000)}\r\n\r\n`,
    'HTTP/1.1 431 Request Header Fields Too Large',
    'The headers are too long',
  ],
])('§2.7 all responses carry rtn: %s', async (_, bytes, status, msg) => {
  await using service = await demo({ requestTimeoutMs: 100 });
  expect(await raw(service, bytes)).toEqual([status, rtn(msg)]);
});

test('an answer that has begun is not followed by another one', async () => {
  await using service = await demo({ requestTimeoutMs: 100 });
  const sender = connect(service.port, '127.0.0.1');
  sender.on('error', () => {});
  sender.write('POST /object-request HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{');
  const chunks: Buffer[] = [];
  sender.on('data', (chunk) => chunks.push(chunk));
  await once(sender, 'close');
  expect(
    Buffer.concat(chunks)
      .toString()
      .match(/HTTP\/1\.1 \d+/g),
  ).toEqual(['HTTP/1.1 401']);
});
