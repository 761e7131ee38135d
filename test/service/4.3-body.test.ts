import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Demo } from './helper.ts';
import { curl, demo, linked, multipartBody, program } from './helper.ts';

const places = (service: Demo) => service.inspect().attachments.map(({ objectId, place }) => [objectId, place]);
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

  test.each(['Däöü 漢字.RPGLE', 'a b;c=d.RPGLE', "o'k #@$.RPGLE", 'q%22uote', 'back\\slash', 'multi1.pgm..clle'])(
    'file name %s',
    async (gfile) => {
      await using service = await demo();
      const answer = await service.multipart(
        'POST',
        { ...linked, attr: 'RPGLE', objt: '*PGM', gfile },
        { name: gfile, bytes: 'x' },
      );
      expect(answer).toMatchObject({ sev: '10' });
      expect(service.inspect().attachments).toMatchObject([{ filename: gfile }]);
    },
  );

  test.each(['q%22uote', 'q\\"uote'])('a quote in a file name, written %s', async (written) => {
    await using service = await demo();
    const fields = { ...program, ...linked, gfile: 'q"uote' };
    await service.multipart('POST', fields, { name: 'file', filename: written, bytes: 'x' });
    expect(service.inspect().attachments).toMatchObject([{ filename: 'q"uote' }]);
  });

  test('§4.3 a backslash at the end of a file name, which a client escapes as it would take the quote along', async () => {
    await using service = await demo();
    const fields = { ...program, ...linked, gfile: 'odd\\' };
    const answer = await service.multipart('POST', fields, { name: 'file', filename: 'odd%5C', bytes: 'x' });
    expect(answer).toMatchObject({ sev: '10', msg: 'Request created' });
    expect(service.inspect().attachments).toMatchObject([{ filename: 'odd\\' }]);
  });

  const json = JSON.stringify(program);
  const head = 'Content-Disposition: form-data; name="payload"\r\nContent-Type: application/json\r\n\r\n';
  const file = 'Content-Disposition: attachment; name="ORD200"; filename="ORD200"\r\n\r\nx';
  test.each([
    [
      'quoted boundary with blanks',
      'multipart/mixed; boundary="a b:c"',
      `--a b:c\r\n${head}${json}\r\n--a b:c\r\n${file}\r\n--a b:c--\r\n`,
    ],
    ['no final line end', 'multipart/mixed; boundary=b', `--b\r\n${head}${json}\r\n--b\r\n${file}\r\n--b--`],
    ['file first', 'Multipart/Mixed; charset=x; Boundary=b', `--b\r\n${file}\r\n--b\r\n${head}${json}\r\n--b--\r\n`],
    [
      'preamble and epilogue',
      'multipart/mixed; boundary=b',
      `hello\r\n--b\r\n${head}${json}\r\n--b\r\n${file}\r\n--b--\r\nbye`,
    ],
    [
      'header names in any case, payload without a type, filename*',
      'multipart/mixed; boundary=b',
      `--b\r\ncontent-disposition: attachment; name=payload\r\n\r\n${json}\r\n--b\r\nCONTENT-DISPOSITION: attachment; filename*=UTF-8''ORD%3200\r\n\r\nx\r\n--b--`,
    ],
  ])('taken: %s', async (_, type, body) => {
    await using service = await demo();
    expect(await service.send('POST', type, body)).toMatchObject({ status: 200, sev: '10' });
    expect(service.inspect().attachments).toMatchObject([{ bytes: 1 }]);
  });

  test.each([
    ['no boundary', 'multipart/mixed', '', 400],
    [
      'encoded part',
      'multipart/mixed; boundary=b',
      `--b\r\nContent-Transfer-Encoding: base64\r\n${head}e30=\r\n--b--`,
      400,
    ],
    ['cut short in a header', 'multipart/mixed; boundary=b', `--b\r\n${head}${json}\r\n--b\r\nContent-Dis`, 400],
    ['another boundary', 'multipart/mixed; boundary=c', `--b\r\n${head}${json}\r\n--b--`, 400],
    ['bare line feeds', 'multipart/mixed; boundary=b', `--b\n${head}${json}\n--b--`.replaceAll('\r', ''), 400],
  ])('refused: %s', async (_, type, body, status) => {
    await using service = await demo();
    expect(await service.send('POST', type, body)).toMatchObject({ status, sev: '30' });
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
  let dir = '';
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'service-'));
  });
  afterAll(() => rmSync(dir, { recursive: true }));

  test.each([[[]], [['-H', 'Transfer-Encoding: chunked']], [['-H', 'Expect: 100-continue']]])(
    'curl -F with %j',
    async (more) => {
      await using service = await demo();
      const bytes = randomBytes(300_000);
      writeFileSync(join(dir, 'create.json'), JSON.stringify(linked));
      writeFileSync(join(dir, linked.gfile), bytes);
      const text = await curl(
        `${service.url}/object-request`,
        ...['-H', 'Authorization: Bearer demo-token', '-H', 'Content-Type: multipart/mixed', ...more],
        ...[
          '-F',
          `payload=@${join(dir, 'create.json')};type=application/json`,
          '-F',
          `file=@${join(dir, linked.gfile)}`,
        ],
      );
      expect(JSON.parse(text)).toMatchObject({ rtn: { sev: '10' } });
      expect(Buffer.compare(Buffer.from(service.inspectContent(10001)[0]?.bytes ?? []), bytes)).toBe(0);
    },
  );

  test('curl -X PATCH with an inline payload', async () => {
    await using service = await demo();
    await service.create(program);
    writeFileSync(join(dir, 'ORD200'), 'content');
    const text = await curl(
      ...['-X', 'PATCH', `${service.url}/object-request`, '-H', 'Authorization: Bearer demo-token'],
      ...['-H', 'Content-Type: multipart/mixed', '-F', `ORD200=@${join(dir, 'ORD200')}`],
      ...['-F', 'payload={"objectId":10001};type=application/json'],
    );
    expect(JSON.parse(text)).toMatchObject({ rtn: { sev: '10', msg: 'Request updated' } });
    expect(places(service)).toEqual([[10001, 'member DEMO10/QRPGLESRC(ORD200)']]);
  });
});
