import { expect, test } from 'vitest';
import { demoSite } from '../../src/service/demo.ts';
import { demo, linked, program } from './helper.ts';

const keys = { pipe: 'JENKINS1', pipa: 'PIPE', tkey: '4711-1' };

test.each([
  ['*NEW', { arfp: '*NEW', rfpd: 'Other' }, 102],
  ['*AUTO that makes one', { arfp: '*AUTO', rfpd: 'Other' }, 102],
  ['*AUTO that joins one', { arfp: '*AUTO', rfpd: 'First' }, 101],
  ['*YES', { arfp: '*YES', rfp: 101 }, 101],
])('§6 a *PIPE request is generated in the same RFP as the primary object: %s', async (_, fields, rfp) => {
  await using service = await demo();
  await service.create({ ...program, arfp: '*NEW', rfpd: 'First' });
  expect((await service.create({ ...linked, srcd: 'Text', csqo: 3, ...fields, ...keys })).request.rfp).toBe(rfp);
  const [, primary, pipe] = service.inspect().requests;
  expect(primary).toMatchObject({ objn: 'ORD300', rfp });
  expect(pipe).toMatchObject({
    objn: 'JENKINS1',
    objt: '*PIPE',
    attr: 'PIPE',
    rfp,
    status: '01',
    lock: '*NO',
    ...keys,
  });
  const ownOfPrimary = ['srcn', 'srca', 'srcd', 'fsfl', 'repositoryType', 'repo', 'branch', 'gpath', 'gfile'] as const;
  expect(ownOfPrimary.map((name) => pipe?.[name])).toEqual(ownOfPrimary.map(() => ''));
  expect(service.inspect().notifications).toMatchObject([{ pipe: 'JENKINS1', tkey: '4711-1', rfp, objectId: 10003 }]);
});

test('§6 activity goes to the pipeline of the RFP that it is about, also when a request moves', async () => {
  await using service = await demo();
  await service.create({ ...program, arfp: '*NEW', rfpd: 'One', ...keys });
  await service.create({ ...program, objn: 'B', arfp: '*NEW', rfpd: 'Two', ...keys, tkey: '4712-1' });
  await service.update({ objectId: 10001, arfp: '*NO' });
  await service.update({ objectId: 10001, arfp: '*YES', rfp: 102 });
  await service.update({ objectId: 10001, arfp: '*NEW' });
  const told = service.inspect().notifications.map(({ tkey, objectId, what }) => `${tkey} ${objectId} ${what}`);
  expect(told).toEqual([
    '4711-1 10002 pipeline assigned',
    '4712-1 10004 pipeline assigned',
    '4711-1 10001 request removed',
    '4712-1 10001 request assigned',
    '4712-1 10001 request removed',
  ]);
});

test('§2.6, §6 an update knows no pipeline keys', async () => {
  await using service = await demo();
  await service.create({ ...program, arfp: '*NEW', rfpd: 'R' });
  expect((await service.update({ objectId: 10001, ...keys })).sev).toBe('20');
  expect(service.inspect()).toMatchObject({ requests: [{ objectId: 10001, pipe: '' }], notifications: [] });
});

test('§6 two pipeline servers with the same key in one RFP are both told', async () => {
  await using service = await demo({ site: { ...demoSite, pipelines: [{ pipe: 'JENKINS1' }, { pipe: 'JENKINS2' }] } });
  await service.create({ ...program, arfp: '*NEW', rfpd: 'R', ...keys });
  await service.create({ ...program, objn: 'B', arfp: '*YES', rfp: 101, ...keys, pipe: 'JENKINS2' });
  await service.create({ ...program, objn: 'C', arfp: '*YES', rfp: 101, ...keys, pipe: 'JENKINS2' });
  const pipes = service.inspect().requests.filter(({ objt }) => objt === '*PIPE');
  expect(pipes.map(({ objn }) => objn)).toEqual(['JENKINS1', 'JENKINS2']);
});
