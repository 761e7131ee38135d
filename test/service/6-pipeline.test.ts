import { describe, expect, test } from 'vitest';
import { demo, program } from './helper.ts';

const keys = { pipe: 'JENKINS1', pipa: 'PIPE', tkey: '4711-1' };
const inRfp = { ...program, arfp: '*NEW', rfpd: 'R' };

describe('§6 the *PIPE request', () => {
  test('is told of what happens in its RFP, and not of others', async () => {
    await using service = await demo();
    await service.create({ ...inRfp, ...keys });
    await service.create({ ...inRfp, objn: 'OTHER' });
    await service.create({ ...program, objn: 'B', arfp: '*YES', rfp: 101 });
    await service.update({ objectId: 10004, srcd: 'x' });
    await service.update({ objectId: 10004, arfp: '*NO' });
    const told = service.inspect().notifications.map(({ objectId, what }) => [objectId, what]);
    expect(told).toEqual([
      [10002, 'pipeline assigned'],
      [10004, 'request assigned'],
      [10004, 'request updated'],
      [10004, 'request removed'],
    ]);
  });

  test('is told of what happens to a request later', async () => {
    await using service = await demo();
    await service.create({ ...inRfp, ...keys });
    await service.create({ ...program, objn: 'B' });
    await service.later(10001, { status: '01', lock: '*NO' });
    await service.later(10001, { status: '20' });
    await service.later(10003, { status: '20' });
    await service.later(10001, { delete: true });
    await service.later(10003, { delete: true });
    const told = service.inspect().notifications.slice(1);
    expect(told.map(({ objectId, tkey, what }) => [objectId, tkey, what])).toEqual([
      [10001, '4711-1', 'request status 20'],
      [10001, '4711-1', 'request deleted'],
    ]);
  });

  test('is there once per RFP and key', async () => {
    await using service = await demo();
    await service.create({ ...inRfp, ...keys });
    const joined = { ...program, arfp: '*YES', rfp: 101, ...keys };
    await service.create({ ...joined, objn: 'B' });
    await service.create({ ...joined, objn: 'C', tkey: '4711-2' });
    const pipes = service.inspect().requests.filter((request) => request.objt === '*PIPE');
    expect(pipes.map((request) => request.tkey)).toEqual(['4711-1', '4711-2']);
  });

  test.each([
    [{ tkey: '' }, 'pipe, pipa and tkey must be given together'],
    [{ pipe: 'NOPE' }, 'Pipeline server NOPE is not known'],
    [{ pipa: 'RPGLE' }, 'Attribute RPGLE is not defined for *PIPE objects'],
    [{ pipa: 'NOPE' }, 'Attribute NOPE is not defined for application ORD and level 10'],
    [{ arfp: '*NO' }, 'pipe, pipa and tkey need an RFP; arfp is *NO'],
  ])('%j is refused and leaves nothing', async (fields, msg) => {
    await using service = await demo();
    expect(await service.create({ ...inRfp, ...keys, ...fields })).toMatchObject({ sev: '30', msg });
    expect(service.inspect()).toMatchObject({ requests: [], rfps: [], notifications: [] });
  });
});
