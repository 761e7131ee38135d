import { expect, test } from 'vitest';
import { demo, multipartBody, program } from './helper.ts';

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
