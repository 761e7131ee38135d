import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createClient } from '../../src/client/create-client.ts';
import { version } from '../../src/version.ts';
import {
  clientOf,
  contentOf,
  created,
  cut,
  optionsOf,
  plain,
  reply,
  type Step,
  startService,
  token,
} from './support.ts';

/** Promises more bytes than come before the connection ends. */
const halfAnswer: Step = (response) => {
  response.writeHead(200, { 'content-length': '99' });
  response.write('{"rtn":', () => response.socket?.end());
};

const fields = { appl: 'ORD', lvl: 50, objn: 'ORD100' };

describe('a call that is answered', () => {
  test('create: JSON, headers of the interface, the reply as a record', async () => {
    await using service = await startService(created);
    await using client = await clientOf(`${service.url}/api/v1/`);
    expect(await client.create(fields, null)).toEqual({
      kind: 'done',
      reply: { sev: 10, msg: 'Request created', existingObjectId: null, request: { objectId: 10001, rfp: 0 } },
      status: 200,
      attempts: 1,
    });
    const [call] = service.arrived;
    expect(call).toMatchObject({ method: 'POST', path: '/api/v1/object-request' });
    expect(call?.headers).toMatchObject({
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': String(JSON.stringify(fields).length),
      accept: 'application/json',
      'user-agent': `file-checkouts/${version}`,
    });
    expect(call?.headers['accept-encoding']).toBeUndefined();
    expect(JSON.parse(call?.body.toString() ?? '')).toEqual(fields);
  });

  test('update: multipart with an exact length, a megabyte unharmed', async () => {
    await using service = await startService(reply({ sev: 20, msg: 'Request updated' }));
    await using client = await clientOf(service.url);
    const bytes = Buffer.alloc(1_000_000, 'ä\r\n\0');
    const result = await client.update({ objectId: 7 }, contentOf('Däöü.RPGLE', bytes));
    expect(result).toMatchObject({ kind: 'done', reply: { sev: 20 } });
    const [call] = service.arrived;
    expect(call?.method).toBe('PATCH');
    expect(call?.headers['content-type']).toMatch(/^multipart\/mixed; boundary=file-checkouts-[0-9a-f]{32}$/);
    expect(call?.headers['content-length']).toBe(String(call?.body.length));
    expect(call?.headers['transfer-encoding']).toBeUndefined();
    const at = call?.body.indexOf('octet-stream\r\n\r\n') ?? -1;
    expect(call?.body.subarray(at + 16, at + 16 + bytes.length).equals(bytes)).toBe(true);
  });
});

describe('what stops a run', () => {
  test('a redirect is not followed', async () => {
    await using elsewhere = await startService(created);
    await using service = await startService(plain(307, '', { location: `${elsewhere.url}/login` }));
    await using client = await clientOf(service.url);
    const result = await client.create(fields, null);
    const why = expect.stringContaining('/login');
    expect(result).toMatchObject({ kind: 'stopped', stop: { code: 'redirect' }, why, attempts: 1 });
    expect(elsewhere.arrived).toEqual([]);
  });

  test('nobody listens: five attempts, also under lock *NO', async () => {
    await using client = await clientOf('http://127.0.0.1:1');
    const result = await client.create({ ...fields, lock: '*NO' }, null);
    expect(result).toMatchObject({ kind: 'stopped', stop: { code: 'unreachable' }, attempts: 5 });
    expect(result).toMatchObject({ why: expect.stringContaining('the connection was refused (ECONNREFUSED)') });
    expect(client.waits).toEqual([250, 500, 1000, 2000]);
    expect(client.lines[0]).toBe('create ORD100: not sent: ECONNREFUSED; trying again in 0.3 s (attempt 2)');
  });
});

test('an update is repeated, and waits for a locked record; an answer about another is no success', async () => {
  const locked = reply({ sev: 30, msg: 'Request record is locked' });
  await using service = await startService(cut, locked, reply({ sev: 10, msg: '' }, 200, { objectId: '8' }));
  await using client = await clientOf(service.url);
  expect(await client.update({ objectId: 7 }, null)).toMatchObject({ kind: 'lost', attempts: 3 });
  expect(client.waits).toEqual([250, 1000]);
  expect(client.lines[1]).toMatch(/^update 7: the request record is locked/);
  expect(await client.update({ objectId: 8 }, null)).toMatchObject({ kind: 'done', attempts: 1 });
});

describe('a lost answer', () => {
  test('under lock *YES the create is repeated with the same bytes', async () => {
    const conflict = reply({ sev: 30, msg: 'Target Object already locked by another request', existingObjectId: 5 });
    await using service = await startService(cut, plain(500, 'oops'), conflict);
    await using client = await clientOf(service.url);
    const result = await client.create(fields, contentOf('ORD100.RPGLE', Buffer.alloc(300_000, 'x')));
    expect(result).toMatchObject({ kind: 'locked', mayBeDone: true, attempts: 3, by: 5 });
    const bodies = service.arrived.map((call) => createHash('sha256').update(call.body).digest('hex'));
    expect(bodies).toHaveLength(3);
    expect(new Set(bodies).size).toBe(1);
    expect(new Set(service.arrived.map((call) => call.headers['content-type'])).size).toBe(1);
  });

  test('half an answer to a create', async () => {
    await using service = await startService(halfAnswer);
    await using client = await clientOf(service.url);
    const result = await client.create({ ...fields, lock: '*NO' }, null);
    expect(result).toMatchObject({ kind: 'lost', attempts: 1, why: expect.stringContaining('cut') });
  });

  test.each<[string, Step]>([
    ['none', () => {}],
    ['one that never ends', (response) => response.write('{"rtn":')],
  ])('no answer in time: %s', async (_, step) => {
    await using service = await startService(step);
    await using client = await clientOf(service.url, { timeoutSeconds: 0.1 });
    const result = await client.create({ ...fields, lock: '*NO' }, null);
    expect(result).toMatchObject({ kind: 'lost', why: expect.stringContaining('within 0.1 s') });
  });

  test('an answer over 8 MiB is not read', async () => {
    const body = JSON.stringify({ rtn: { sev: 10 }, pad: 'x'.repeat(9_000_000) });
    await using service = await startService(plain(200, body));
    await using client = await clientOf(service.url);
    const why = expect.stringContaining('longer than 8 MiB');
    expect(await client.update({ objectId: 1 }, null)).toMatchObject({ kind: 'lost', attempts: 1, why });
  });
});

describe('cancelled', () => {
  test('during an attempt: it is finished', async () => {
    const run = new AbortController();
    await using service = await startService((response, arrived) => {
      run.abort();
      setTimeout(() => created(response, arrived), 20);
    });
    await using client = await clientOf(service.url, { signal: run.signal });
    expect(await client.create(fields, null)).toMatchObject({ kind: 'done', attempts: 1 });
  });

  test('during a real wait: it is cut short, and the outcome is told truthfully', async () => {
    for (const [status, kind] of [[429, 'stopped'] as const, [503, 'lost'] as const]) {
      const run = new AbortController();
      await using service = await startService(plain(status, '', { 'retry-after': '60' }));
      const log = () => setTimeout(() => run.abort(), 10);
      const client = await createClient({ ...optionsOf(service.url), signal: run.signal, log });
      expect(await client.create(fields, null)).toMatchObject({ kind });
      expect(service.arrived).toHaveLength(1);
      await client.close();
    }
  });
});

describe('createClient', () => {
  test.each(['', 'two words', 'line\n', 'umläut'])('refuses the token %j without quoting it', async (bad) => {
    const made = createClient({ ...optionsOf('http://127.0.0.1:1'), token: bad });
    const remedy = expect.stringContaining('FILE_CHECKOUTS_TOKEN');
    const what = bad === '' ? 'is empty' : 'holds blanks, line ends or non-ASCII characters';
    await expect(made).rejects.toMatchObject({ code: 'usage', remedy, message: `The token of the service ${what}.` });
  });
});
