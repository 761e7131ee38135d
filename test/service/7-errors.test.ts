import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { demo, lead, program } from './helper.ts';

test('§2 every call with a token is in the transaction log, refused or not', async () => {
  await using service = await demo({ now: () => new Date('2026-11-21T10:00:00Z') });
  await service.create({ ...program, vref: '4711.1' });
  await service.create({ ...program, vref: '4711.2' }, lead);
  await service.update({ objectId: 10001 });
  await service.update({});
  await service.send('POST', 'application/json', '{"vref":');
  await service.create({ ...program, vref: 7 });
  await service.create(program, 'nobody');
  const at = '2026-11-21T10:00:00.000Z';
  const about = { objn: 'ORD200', objt: '*PGM' };
  const nothing = { objn: null, objt: null };
  expect(service.inspect().transactions).toEqual([
    {
      n: 1,
      at,
      method: 'POST',
      vref: '4711.1',
      user: 'DEMO',
      objectId: 10001,
      ...about,
      sev: 10,
      msg: 'Request created',
    },
    {
      n: 2,
      at,
      method: 'POST',
      vref: '4711.2',
      user: 'LEAD',
      objectId: null,
      ...about,
      sev: 30,
      msg: 'Target Object already locked by another request',
    },
    { n: 3, at, method: 'PATCH', vref: null, user: 'DEMO', objectId: 10001, ...about, sev: 10, msg: 'Request updated' },
    {
      n: 4,
      at,
      method: 'PATCH',
      vref: null,
      user: 'DEMO',
      objectId: null,
      ...nothing,
      sev: 30,
      msg: 'objectId is required',
    },
    {
      n: 5,
      at,
      method: 'POST',
      vref: null,
      user: 'DEMO',
      objectId: null,
      ...nothing,
      sev: 30,
      msg: 'The body is not JSON in UTF-8',
    },
    {
      n: 6,
      at,
      method: 'POST',
      vref: null,
      user: 'DEMO',
      objectId: null,
      ...about,
      sev: 30,
      msg: 'vref is 7; it must be a string',
    },
  ]);
});

test('§7 a database that another process holds: the record is locked', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'service-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  await using service = await demo({ db: join(dir, 'db') });
  await service.create(program);
  const other = new DatabaseSync(join(dir, 'db'));
  onTestFinished(() => other.close());
  other.exec('begin immediate');
  expect(await service.update({ objectId: 10001, srcd: 'x' })).toMatchObject({
    status: 200,
    sev: '30',
    msg: 'Request record is locked',
  });
  const create = await service.create({ ...program, objn: 'B' });
  expect([create.status, create.headers.get('retry-after')]).toEqual([503, '1']);
  other.exec('rollback');
  expect(await service.update({ objectId: 10001, srcd: 'x' })).toMatchObject({ sev: '10' });
});

test.each([
  ['nothing', ''],
  ['no JSON', '{"appl": "ORD", }'],
  ['JSON cut short', '{"appl": "ORD"'],
  ['a list', '[]'],
  ['a text', '"x"'],
  ['null', 'null'],
  ['no UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ['deep nesting', `{"objn":${'['.repeat(200_000)}`],
])('a body that is no call is 400: %s', async (_, body) => {
  await using service = await demo();
  for (const method of ['POST', 'PATCH']) {
    expect(await service.send(method, 'application/json', body)).toMatchObject({ status: 400, sev: '30' });
  }
});

test.each([
  ['deep nesting in a field', `{"appl":"ORD","lvl":10,"objn":${'['.repeat(5000)}${']'.repeat(5000)}}`],
  ['half a character', '{"appl":"ORD","lvl":10,"objn":"\\ud800"}'],
  ['NUL', '{"appl":"ORD","lvl":10,"objn":"a\\u0000b"}'],
  ['a text without end', `{"appl":"ORD","lvl":10,"objn":"${'x'.repeat(5001)}"}`],
  ['a huge number', '{"appl":"ORD","lvl":1e400,"objn":"a"}'],
])('a value that cannot be is sev 30: %s', async (_, body) => {
  await using service = await demo();
  const answer = await service.send('POST', 'application/json', body);
  expect(answer).toMatchObject({ status: 200, sev: '30' });
  expect(answer.text.length).toBeLessThan(200);
});
