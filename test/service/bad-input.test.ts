import { once } from 'node:events';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { folder } from '../git/support.ts';
import { spent } from '../spent.ts';
import { type Demo, demo, linked, multipartBody, program } from './helper.ts';

const json = 'application/json';
const nested = (open: string, close: string, inside = '') => open.repeat(100_000) + inside + close.repeat(100_000);

/** A connection on which nothing is hidden by a client. */
function socket(service: Demo): Socket {
  const made = connect(service.port, '127.0.0.1');
  made.on('error', () => {});
  onTestFinished(() => void made.destroy());
  return made;
}

const closed = (sender: Socket) => new Promise<void>((resolve) => void sender.once('close', () => resolve()));

/** All that comes on a connection until it is closed, also by a reset. */
async function answered(sender: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  sender.on('data', (chunk) => chunks.push(chunk));
  await closed(sender);
  return String(Buffer.concat(chunks));
}

const head = (length: number, type = json) =>
  `POST /object-request HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer demo-token\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;

describe('§2.1, §4.1 bodies that are no JSON object', () => {
  test.each<[string, string | Buffer]>([
    ...['', ' ', '{', '{"appl":"ORD",}', "{'appl':'ORD'}", '{}{}', '{} // x', 'null', '[{}]', '"x"', '1e400'].map(
      (body): [string, string] => [`\`${body}\``, body],
    ),
    ['NaN', '{"lvl":NaN}'],
    ['a NUL', '{}\0'],
    ['100,000 open brackets', '['.repeat(100_000)],
    ['100,000 brackets, closed', nested('[', ']')],
    ['100,000 open braces', '{"a":'.repeat(100_000)],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['UTF-16', Buffer.from('\uFEFF{"appl":"ORD"}', 'utf16le')],
  ])('400: %s', async (_, body) => {
    await using service = await demo();
    const answer = await service.send('POST', json, new Uint8Array(Buffer.from(body)));
    expect(answer).toMatchObject({ status: 400, sev: '30' });
    const inPart = await service.send('POST', 'multipart/mixed; boundary=b', part(body));
    expect(inPart).toMatchObject({ status: 400, sev: '30' });
    expect(await service.send('PATCH', json, new Uint8Array(Buffer.from(body)))).toMatchObject({ status: 400 });
    expect(service.inspect()).toMatchObject({ requests: [], transactions: [{}, {}, {}] });
  });

  test('brackets 100,000 deep in a field are a wrong type, in an unknown field a warning', async () => {
    await using service = await demo();
    const took = await spent(async () => {
      for (const deep of [nested('[', ']'), nested('{"a":', '}', '1')]) {
        const body = JSON.stringify(program).replace('"ORD200"', deep);
        expect(await service.send('POST', json, body)).toMatchObject({ status: 200, sev: '30' });
      }
      const unknown = JSON.stringify(program).replace('{', `{"x":${nested('[', ']')},`);
      expect(await service.send('POST', json, unknown)).toMatchObject({ sev: '20' });
    });
    expect(took).toBeLessThan(1000);
  });

  test('names of the language are fields like others; of two equal names the last counts', async () => {
    await using service = await demo();
    const proto = `{"__proto__":${JSON.stringify(program)},"constructor":1,"toString":2}`;
    const unnamed = { sev: '30', msg: expect.stringMatching('appl is req') };
    expect(await service.send('POST', json, proto)).toMatchObject(unnamed);
    const twice = JSON.stringify(program).replace('{', '{"objn":"FIRST",');
    await service.send('POST', json, twice);
    expect(service.inspect().requests).toMatchObject([{ objn: 'ORD200' }]);
  });
});

/** A multipart body of nothing but a payload with this content. */
function part(content: string | Buffer): Uint8Array<ArrayBuffer> {
  const pieces = ['--b\r\nContent-Disposition: form-data; name="payload"\r\n\r\n', content, '\r\n--b--\r\n'];
  return new Uint8Array(Buffer.concat(pieces.map((piece) => Buffer.from(piece as string))));
}

describe('§8 sizes and times', () => {
  test('who announces a huge body and sends nothing is answered, and cut off after the time limit', async () => {
    await using service = await demo({ requestTimeoutMs: 120 });
    const sender = socket(service);
    sender.write(head(2 ** 40));
    expect(await answered(sender)).toMatch(/^HTTP\/1.1 413 /);
  });

  test.each([
    ['of the body', head(1000)],
    ['of a multipart body', head(1000, 'multipart/mixed; boundary=b')],
    ['of the headers', 'POST /object-request HTTP/1.1\r\nHost: x\r\nX-'],
  ])('a byte %s now and then does not keep a connection beyond the time limit', async (_, beginning) => {
    await using service = await demo({ requestTimeoutMs: 120 });
    const sender = socket(service);
    sender.write(beginning);
    const drip = setInterval(() => sender.write('a'), 20);
    expect(await answered(sender)).toMatch(/^HTTP\/1.1 408 /);
    clearInterval(drip);
    expect((await service.create(program)).sev).toBe('10');
  });

  test('a body cut off at any byte stores nothing, and the service goes on', async () => {
    await using service = await demo();
    const whole = multipartBody('b', program, [{ name: 'ORD200', bytes: 'content' }]);
    const before = head(whole.length, 'multipart/mixed; boundary=b');
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.boolean(), async (at, politely) => {
        const sender = socket(service).resume();
        await once(sender, 'connect');
        await new Promise((sent) => sender.write(Buffer.concat([Buffer.from(before), whole.subarray(0, at)]), sent));
        if (politely) sender.end();
        else sender.resetAndDestroy();
        await closed(sender);
      }),
      { numRuns: 40 },
    );
    await sleep(20);
    expect(service.inspect()).toMatchObject({ requests: [], attachments: [] });
    expect((await service.create(program)).request.objectId).toBe(10001);
  });
});

describe('§4.3 bodies of any kind', () => {
  const types = fc.constantFrom(
    json,
    'multipart/mixed; boundary=b',
    'multipart/mixed; boundary="b"; x=y',
    'multipart/mixed',
    'multipart/mixed; boundary=',
    `multipart/mixed; boundary=${'b'.repeat(71)}`,
    'multipart/form-data; boundary=b',
    'text/html',
  );
  const words = ['--b', '\r\n', '--', '{', '}', '"', ':', 'Content-Disposition: form-data; ', 'name=', 'payload'];
  const soup = fc
    .array(fc.oneof(fc.constantFrom(...words, 'filename="x"', JSON.stringify(program)), fc.string()), { maxLength: 30 })
    .map((pieces) => Buffer.from(pieces.join('')));
  const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));

  test('no matter what is sent, the answer is one of the interface and never a 500', async () => {
    await using service = await demo();
    const methods = fc.constantFrom('POST', 'PATCH');
    await fc.assert(
      fc.asyncProperty(methods, types, fc.oneof(soup, bytes), async (method, type, body) => {
        const answer = await service.send(method, type, new Uint8Array(body));
        expect([200, 400, 415]).toContain(answer.status);
        expect(answer.sev).toMatch(/^[123]0$/);
      }),
      { numRuns: 120 },
    );
    expect((await service.create({ ...program, objn: 'AFTER' })).sev).toBe('10');
  });
});

describe('path tricks', () => {
  const tricks = ['..', '../x', '../../../../tmp/x', 'a/../../x', '/x/../../y', '/..'];
  const page = { ...linked, objn: 'a.css', objt: '*IFS', attr: 'WEBF', gpath: 'web', gfile: 'a.css' };

  test('names of files that are no names of the request are not used', async () => {
    await using service = await demo();
    for (const name of [...tricks, '..\\x', '/etc/x', 'C:\\x', 'a.css/..']) {
      const answer = await service.multipart('POST', { ...page, lock: '*NO' }, { name, filename: name, bytes: 'x' });
      expect(answer, name).toMatchObject({ sev: '20', msg: expect.stringContaining('not used') });
    }
  });

  test('nothing is written but the database', async () => {
    using at = folder();
    const dir = at.path;
    {
      await using service = await demo({ db: join(dir, 'requests.db') });
      for (const place of [dir, `${dir}/sub`, '/']) {
        const fields = { ...page, objn: 'canary', srcn: 'canary', folb: place, fslb: place, rpth: dir, lock: '*NO' };
        const file = { name: 'canary', filename: 'canary', bytes: 'x' };
        expect(await service.multipart('POST', fields, file)).toMatchObject({ sev: '10' });
      }
      expect(service.inspect().attachments).toHaveLength(3);
    }
    expect(readdirSync(dir)).toEqual(['requests.db']);
  });

  test('the service has no means to write files: nothing of it uses the file system or starts a process', () => {
    const files = globSync('src/service/*.ts', { cwd: join(import.meta.dirname, '../..') });
    expect(files.length).toBeGreaterThan(20);
    for (const file of files) {
      const source = readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
      expect(source, file).not.toMatch(/from '(node:)?(fs|child_process|worker_threads)|import\(/);
    }
  });
});

test('a whole address as the target, as a proxy may send it, is its path', async () => {
  await using service = await demo();
  const sender = socket(service);
  const body = JSON.stringify(program);
  const request = head(body.length).replace('POST /object-request', 'POST http://x/object-request?a=b');
  sender.end(request.replace('\r\n', '\r\nConnection: close\r\n') + body);
  expect(await answered(sender)).toMatch(/"objectId": ?"?10001/);
});
