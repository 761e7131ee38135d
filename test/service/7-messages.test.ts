import { expect, test } from 'vitest';
import type { Answered, Demo } from './helper.ts';
import { demo, linked, program, viewer } from './helper.ts';

/** A row of the table of §7, or a shape of §4.1 and §4.2: the exact words, and a call that must get them. */
type Row = readonly [method: 'POST' | 'PATCH', msg: string, call: (service: Demo) => Promise<Answered>];

const { objt: _objt, ...untyped } = program;
const rows: readonly Row[] = [
  ['POST', 'Attribute missing', (service) => service.create({ ...linked, gfile: 'NOT.MAPPED' })],
  ['POST', 'Object Type missing', (service) => service.create({ ...untyped, objn: 'NOWHERE' })],
  ['POST', 'Target Object already locked by another request', (service) => service.create(program)],
  [
    'PATCH',
    'Target Object already locked by another request',
    async (service) => {
      await service.create({ ...program, lock: '*NO' });
      return service.update({ objectId: 10002, lock: '*YES' });
    },
  ],
  ['PATCH', 'objectId is required', (service) => service.update({ lock: '*NO' })],
  ['PATCH', 'objectId is required', (service) => service.update({ objectId: 0 })],
  ['PATCH', 'objectId is required', (service) => service.update({ objectId: -10001 })],
  ['PATCH', 'Request not found', (service) => service.update({ objectId: 4711 })],
  [
    'PATCH',
    'Request not in open or assigned status',
    async (service) => {
      await service.later(10001, { status: '10' });
      return service.update({ objectId: 10001 });
    },
  ],
  ['PATCH', 'User not authorized to update Request', (service) => service.update({ objectId: 10001 }, viewer)],
  ['POST', 'Request created', (service) => service.create({ ...program, objn: 'B' })],
  ['PATCH', 'Request updated', (service) => service.update({ objectId: 10001 })],
];

test.each(rows)('§7, §4 %s: "%s"', async (method, msg, call) => {
  await using service = await demo();
  await service.create(program);
  const { json, status } = await call(service);
  const success = msg === 'Request created' || msg === 'Request updated';
  const existing = msg.startsWith('Target Object') ? { existingObjectId: 10001 } : {};
  expect(json.rtn).toEqual({ sev: success ? '10' : '30', msg, ...existing });
  expect('request' in json).toBe(success);
  expect(status).toBe(msg === 'objectId is required' ? 400 : 200);
  expect(service.inspect().transactions.at(-1)).toMatchObject({ method, msg, sev: success ? 10 : 30 });
});

test('§7 POST: "Object Type missing" comes after "Attribute missing"; a lock is looked at last', async () => {
  await using service = await demo();
  await service.create(program);
  const { attr: _, ...bare } = untyped;
  expect((await service.create({ ...bare, objn: 'NOWHERE' })).msg).toBe('Attribute missing');
  expect((await service.create({ ...program, proj: 'OLD' })).msg).toBe('Project OLD is not open');
});

test('§2 vref finds the log record of creates that were carried out, warned about, and refused', async () => {
  await using service = await demo();
  const fields = { ...program, vref: 'run-1.1' };
  await service.create(fields);
  await service.create({ ...fields, vref: 'run-1.2', objn: 'B', unknown: 1 });
  await service.create({ ...fields, vref: 'run-1.3' });
  await service.create({ ...fields, vref: 'run-1.4' }, viewer);
  await service.create({ vref: 'run-1.5' });
  await service.multipart('POST', { ...fields, objn: 'C', vref: 'run-1.6' }, { name: 'C', bytes: 'x' });
  const found = (vref: string) => service.inspect().transactions.find((line) => line.vref === vref);
  expect(found('run-1.1')).toMatchObject({ objectId: 10001, sev: 10, user: 'DEMO' });
  expect(found('run-1.2')).toMatchObject({ objectId: 10002, sev: 20 });
  expect(found('run-1.3')).toMatchObject({ objectId: null, sev: 30, msg: expect.stringContaining('locked') });
  expect(found('run-1.4')).toMatchObject({ objectId: null, sev: 30, user: 'VIEWER' });
  expect(found('run-1.5')).toMatchObject({ objectId: null, sev: 30 });
  expect(found('run-1.6')).toMatchObject({ objectId: 10003, sev: 10 });
  expect(service.inspect().requests.map(({ vref }) => vref)).toEqual(['run-1.1', 'run-1.2', 'run-1.6']);
});
