import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folder } from '../git/support.ts';
import { curl, demo, linked, multipartBody, program } from './helper.ts';

describe('§4.3 the body', () => {
  test.each([
    ['empty', Buffer.alloc(0)],
    ['line ends at both ends', Buffer.from('\r\n\r\nx\r\n\r\n')],
    ['nearly a boundary', Buffer.from('--xy\r\n--xy\r\n-\r\n--\r\n-xyz\r\n')],
    ['BOM, NUL and no UTF-8', Buffer.from([0xef, 0xbb, 0xbf, 0, 0xff, 0xfe, 13, 10, 13])],
    ['a megabyte', randomBytes(1 << 20)],
  ])('content byte for byte: %s', async (_, bytes) => {
    await using service = await demo();
    expect(await service.multipart('POST', program, { name: 'ORD200', bytes })).toMatchObject({ sev: '10' });
    expect(Buffer.compare(Buffer.from(service.inspectContent(10001)[0]?.bytes ?? [1]), bytes)).toBe(0);
  });

  const names = ['Däöü 漢字.RPGLE', 'a b;c=d.RPGLE', "o'k #@$.RPGLE", 'q%22uote', 'back\\slash', 'multi1.pgm..clle'];
  test.each([
    ...names.map((name) => [name, name] as const),
    ...['q%22uote', 'q\\"uote'].map((name) => [name, 'q"uote'] as const),
    // A client escapes it there, as it would take the quote along.
    ['odd%5C', 'odd\\'],
  ] as const)('the file name %s is %s', async (filename, gfile) => {
    await using service = await demo();
    const fields = { ...program, ...linked, gfile };
    const answer = await service.multipart('POST', fields, { name: 'f', filename, bytes: 'x' });
    expect(answer).toMatchObject({ sev: '10', msg: 'Request created' });
    expect(service.inspect().attachments).toMatchObject([{ filename: gfile }]);
  });

  const json = JSON.stringify(program);
  const head = 'Content-Disposition: form-data; name="payload"\r\nContent-Type: application/json\r\n\r\n';
  const file = 'Content-Disposition: attachment; name="ORD200"; filename="ORD200"\r\n\r\nx';
  const parts = `--b\r\n${head}${json}\r\n--b\r\n${file}\r\n--b--`;
  const anyCase = `content-disposition: attachment; name=payload\r\n\r\n${json}\r\n--b\r\nCONTENT-DISPOSITION: attachment; filename*=UTF-8''ORD%3200\r\n\r\nx`;
  test.each([
    ['quoted boundary with blanks', 'multipart/mixed; boundary="a b:c"', `${parts.replaceAll('--b', '--a b:c')}\r\n`],
    ['no final line end', 'multipart/mixed; boundary=b', parts],
    ['file first', 'Multipart/Mixed; charset=x; Boundary=b', `--b\r\n${file}\r\n--b\r\n${head}${json}\r\n--b--\r\n`],
    ['preamble and epilogue', 'multipart/mixed; boundary=b', `hello\r\n${parts}\r\nbye`],
    [
      'header names in any case, payload without a type, filename*',
      'multipart/mixed; boundary=b',
      `--b\r\n${anyCase}\r\n--b--`,
    ],
  ])('taken: %s', async (_, type, body) => {
    await using service = await demo();
    expect(await service.send('POST', type, body)).toMatchObject({ status: 200, sev: '10' });
    expect(service.inspect().attachments).toMatchObject([{ bytes: 1 }]);
  });

  test.each([
    ['no boundary', '', ''],
    ['encoded part', '; boundary=b', `--b\r\nContent-Transfer-Encoding: base64\r\n${head}e30=\r\n--b--`],
    ['cut short in a header', '; boundary=b', `--b\r\n${head}${json}\r\n--b\r\nContent-Dis`],
    ['another boundary', '; boundary=c', `--b\r\n${head}${json}\r\n--b--`],
    ['bare line feeds', '; boundary=b', `--b\n${head}${json}\n--b--`.replaceAll('\r', '')],
  ])('refused: %s', async (_, boundary, body) => {
    await using service = await demo();
    expect(await service.send('POST', `multipart/mixed${boundary}`, body)).toMatchObject({ status: 400, sev: '30' });
    expect(service.inspect().requests).toEqual([]);
    expect(service.inspect().transactions).toHaveLength(1);
  });

  test('wherever the body is cut into pieces, it is read the same', async () => {
    await using service = await demo();
    const body = multipartBody('bb', program, [{ name: 'ORD200', bytes: '\r\n--bx\r\n\r\n' }]);
    const headers = { authorization: 'Bearer demo-token', 'content-type': 'multipart/mixed; boundary=bb' };
    for (let at = 0; at < body.length; at += 41) {
      const pieces = ReadableStream.from([body.subarray(0, at), body.subarray(at)]);
      const init = { method: 'POST', headers, body: pieces, duplex: 'half' } as const;
      expect((await fetch(`${service.url}/object-request`, init)).status).toBe(200);
      const objectId = service.inspect().requests.at(-1)?.objectId ?? 0;
      await service.later(objectId, { delete: true });
    }
    const calls = service.inspect().transactions.filter(({ method }) => method === 'POST');
    expect(new Set(calls.map(({ sev, msg }) => `${sev} ${msg}`))).toEqual(new Set(['10 Request created']));
  });
});

describe('§4.3 as curl writes it', () => {
  const multipart = ['-H', 'Authorization: Bearer demo-token', '-H', 'Content-Type: multipart/mixed'];

  test.each(['', '-H Transfer-Encoding:chunked', '-H Expect:100-continue'])('curl -F %s', async (given) => {
    await using service = await demo();
    using at = folder();
    const bytes = randomBytes(300_000);
    const [payload, file] = [join(at.path, 'create.json'), join(at.path, linked.gfile)];
    writeFileSync(payload, JSON.stringify(linked));
    writeFileSync(file, bytes);
    const parts = ['-F', `payload=@${payload};type=application/json`, '-F', `file=@${file}`];
    const more = given.split(' ').filter(Boolean);
    const text = await curl(`${service.url}/object-request`, ...multipart, ...more, ...parts);
    expect(JSON.parse(text)).toMatchObject({ rtn: { sev: '10' } });
    expect(Buffer.compare(Buffer.from(service.inspectContent(10001)[0]?.bytes ?? []), bytes)).toBe(0);
  });

  test('curl -X PATCH with an inline payload', async () => {
    await using service = await demo();
    using at = folder();
    await service.create(program);
    writeFileSync(join(at.path, 'ORD200'), 'content');
    const parts = ['-F', `ORD200=@${at.path}/ORD200`, '-F', 'payload={"objectId":10001};type=application/json'];
    const text = await curl('-X', 'PATCH', `${service.url}/object-request`, ...multipart, ...parts);
    expect(JSON.parse(text)).toMatchObject({ rtn: { sev: '10', msg: 'Request updated' } });
    const place = 'member DEMO10/QRPGLESRC(ORD200)';
    expect(service.inspect().attachments).toMatchObject([{ objectId: 10001, place }]);
  });
});
