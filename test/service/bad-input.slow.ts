import { beforeAll, expect, test } from 'vitest';
import { spent } from '../spent.ts';
import { type Demo, demo, multipartBody, program } from './helper.ts';

test('§8 a body of 64 MiB is taken whole, one byte more is 413', async () => {
  await using service = await demo();
  const most = 64 * 1024 * 1024;
  const around = multipartBody('xyz', program, [{ name: 'ORD200', bytes: '' }]).length;
  const more = Buffer.alloc(most - around + 1, 'x');
  expect(await service.multipart('POST', program, { name: 'ORD200', bytes: more })).toMatchObject({ status: 413 });
  const bytes = more.subarray(1);
  expect(await service.multipart('POST', program, { name: 'ORD200', bytes })).toMatchObject({ sev: '10' });
  expect(service.inspect().attachments).toMatchObject([{ bytes: bytes.length }]);
});

const boundary = '-'.repeat(70);
const opening = `--${boundary}\r\nContent-Disposition: attachment; name="a"; filename="a"\r\n\r\n`;

/** How long the service takes for a body of 4 MB that begins with `head` and goes on with `text`, without an end. */
async function timeFor(service: Demo, head: string, text: string): Promise<number> {
  const body = new Uint8Array(4_000_000);
  body.set(Buffer.alloc(body.length, text));
  body.set(Buffer.from(head));
  return spent(async () => {
    const answer = await service.send('POST', `multipart/mixed; boundary="${boundary}"`, body);
    expect(answer).toMatchObject({ status: 400, sev: '30' });
  });
}

/** Machines differ in speed, so each is compared with a body that holds nothing like a delimiter. */
let plain = 0;
beforeAll(async () => {
  await using service = await demo();
  plain = Math.max(50, await timeFor(service, opening, 'x'), await timeFor(service, opening, 'x'));
});

test.each([
  ['dashes', '', `x${'-'.repeat(4096)}`],
  ['dashes inside of a part', opening, '-'],
  ['lines that are nearly a delimiter', opening, `\r\n--${boundary.slice(1)}x`],
  ['beginnings of delimiters', '', '\r\n--'],
  ['line ends within the headers', opening.slice(0, -4), '\r\nA'],
  ['carriage returns', opening, '\r'],
])('§4.3 no body costs much more than another of its size: %s', async (_, head, text) => {
  await using service = await demo();
  expect(await timeFor(service, head, text)).toBeLessThan(8 * plain);
});
