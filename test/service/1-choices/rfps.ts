/** Proofs of the choices in docs/service.md, by topic: RFPs, pipelines, the log, the earlier variant. */
import { expect } from 'vitest';
import { demoSite } from '../../../src/service/demo.ts';
import { demo, lead, program } from '../helper.ts';
import type { Proof } from './calls.ts';

const inNew = { ...program, arfp: '*NEW', rfpd: 'R' };
const keys = { pipe: 'JENKINS1', pipa: 'PIPE', tkey: '1' };

async function proveStatus(): Promise<void> {
  await using service = await demo();
  await service.create(inNew);
  await service.create({ ...program, objn: 'B' });
  const statuses = () => service.inspect().requests.map(({ status }) => status);
  expect(statuses()).toEqual(['01', '00']);
  await service.update({ objectId: 10001, arfp: '*NO' });
  await service.update({ objectId: 10002, arfp: '*YES', rfp: 101 });
  expect(statuses()).toEqual(['00', '01']);
}

async function proveLater(): Promise<void> {
  await using service = await demo();
  await service.create(program);
  for (const status of ['02', '55', '99', '00']) expect((await service.later(10001, { status })).status).toBe(200);
  // The page's own module, as browsers get it.
  const file = '../../../src/service/page/browser/words.js';
  const { nextStatus, completed } = await import(file);
  const steps = ['00'];
  for (let next = nextStatus('00'); next !== null; next = nextStatus(next)) steps.push(next);
  expect(steps).toEqual(['00', '10', '20', '30', '40', '50', '60', '70', '80', '90']);
  expect(completed).toBe('90');
}

async function proveOpenRfp(): Promise<void> {
  await using service = await demo();
  await service.create(inNew);
  await service.update({ objectId: 10001, arfp: '*NO' });
  expect((await service.create({ ...inNew, objn: 'B', arfp: '*AUTO' })).request.rfp).toBe(101);
  await service.later(10002, { status: '02' });
  expect((await service.create({ ...inNew, objn: 'C', arfp: '*AUTO' })).request.rfp).toBe(102);
  expect((await service.update({ objectId: 10001, arfp: '*YES', rfp: 101 })).msg).toBe('RFP 101 is not open');
}

async function proveYes(): Promise<void> {
  await using service = await demo();
  await service.create(inNew);
  const joining = { ...program, objn: 'B', arfp: '*YES', rfp: 101 };
  expect((await service.create({ ...joining, lvl: 50 })).sev).toBe('30');
  expect((await service.create({ ...joining, appl: 'WEB' })).sev).toBe('30');
  expect((await service.create({ ...joining, user: 'LEAD' })).request).toMatchObject({ rfp: 101 });
}

async function proveNewest(): Promise<void> {
  await using service = await demo();
  for (const objn of ['A', 'B']) await service.create({ ...inNew, objn });
  expect((await service.create({ ...inNew, arfp: '*AUTO' })).request.rfp).toBe(102);
}

async function proveMadeByUpdate(): Promise<void> {
  await using service = await demo();
  await service.create({ ...inNew, creq: '*NO', areq: '*NO', sreq: '*NO' });
  await service.update({ objectId: 10001, arfp: '*NEW', rfpd: 'N', user: 'LEAD' }, lead);
  const yes = { creq: '*YES', areq: '*YES', sreq: '*YES' };
  expect(service.inspect().rfps).toMatchObject([
    { requests: [] },
    { rfpd: 'N', user: 'LEAD', ...yes, requests: [10001] },
  ]);
}

async function proveNextLevel(): Promise<void> {
  await using service = await demo();
  const asked = { creq: '*NO', areq: '*MANUAL', sreq: '*NO' };
  await service.create({ ...inNew, appl: 'WEB', ...asked });
  expect(service.inspect().rfps).toMatchObject([asked]);
}

async function proveAnswered(): Promise<void> {
  await using service = await demo();
  await service.create(inNew);
  const answered = [];
  for (const arfp of [undefined, '*SAME', '*YES', '*AUTO', '*NO']) {
    answered.push((await service.update({ objectId: 10001, arfp })).request.arfp);
  }
  expect(answered).toEqual(['*SAME', '*SAME', '*SAME', '*SAME', '*NO']);
  expect((await service.update({ objectId: 10001, arfp: '*NO' })).request.arfp).toBe('*SAME');
  expect((await service.update({ objectId: 10001, arfp: '*YES', rfp: 101 })).request.arfp).toBe('*YES');
  expect((await service.update({ objectId: 10001, arfp: '*NEW' })).request.arfp).toBe('*NEW');
}

async function provePipe(): Promise<void> {
  await using service = await demo();
  await service.create({ ...inNew, ...keys });
  await service.create({ ...program, objn: 'B', arfp: '*YES', rfp: 101, ...keys });
  await service.create({ ...inNew, objn: 'C', ...keys });
  const pipes = service.inspect().requests.filter(({ objt }) => objt === '*PIPE');
  expect(pipes).toMatchObject([
    { objn: 'JENKINS1', lock: '*NO', rfp: 101 },
    { objn: 'JENKINS1', lock: '*NO', rfp: 102 },
  ]);
  for (const fields of [{ arfp: '*NO' }, { pipe: '' }, { pipa: '' }, { tkey: '' }]) {
    expect((await service.create({ ...inNew, objn: 'D', ...keys, ...fields })).sev).toBe('30');
  }
}

async function proveNotifications(): Promise<void> {
  await using service = await demo();
  await service.create({ ...inNew, ...keys });
  await service.create({ ...program, objn: 'B', arfp: '*YES', rfp: 101 });
  await service.update({ objectId: 10003 });
  await service.update({ objectId: 10003, arfp: '*NO' });
  await service.later(10001, { status: '20' });
  await service.later(10001, { delete: true });
  const told = service.inspect().notifications.map(({ what, tkey, rfp }) => `${tkey} ${rfp} ${what}`);
  const whats = ['pipeline assigned', 'request assigned', 'request updated', 'request removed'];
  whats.push('request status 20', 'request deleted');
  expect(told).toEqual(whats.map((what) => `1 101 ${what}`));
}

async function proveLog(): Promise<void> {
  await using service = await demo();
  await service.create({ ...program, vref: 'a' });
  await service.create({ ...program, vref: 'b' });
  await service.update({});
  await service.create({ ...program, vref: 'c' }, 'nobody');
  const lines = service.inspect().transactions.map(({ method, vref, sev }) => [method, vref, sev]);
  expect(lines).toEqual([
    ['POST', 'a', 10],
    ['POST', 'b', 30],
    ['PATCH', null, 30],
  ]);
}

async function proveEarlier(): Promise<void> {
  const { jobUser: _, ...site } = { ...demoSite };
  await using service = await demo({ variant: 'earlier', site });
  await service.create({ ...program, arfp: '*NEW' });
  expect(service.inspect()).toMatchObject({ requests: [{ user: 'QTMHHTTP' }], rfps: [{ rfpd: 'ORD200' }] });
}

export const proofsOfRfps: readonly Proof[] = [
  ['Status after an assignment', proveStatus],
  ['Statuses after 01', proveLater],
  ['Open RFP', proveOpenRfp],
  ['arfp *YES', proveYes],
  ['Several RFPs for *AUTO', proveNewest],
  ['RFPs made by an update', proveMadeByUpdate],
  ['creq, areq, sreq', proveNextLevel],
  ['arfp in the answer of an update', proveAnswered],
  ['Generated *PIPE request', provePipe],
  ['Notifications', proveNotifications],
  ['Transaction log', proveLog],
  ['The earlier variant', proveEarlier],
];
