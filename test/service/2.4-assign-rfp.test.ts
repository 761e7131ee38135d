import { describe, expect, test } from 'vitest';
import { demo, lead, program } from './helper.ts';

const described = { ...program, rfpd: 'Release 1' };

describe('§2.4 assign RFP on create', () => {
  test('*NO: none; rfp is not used', async () => {
    await using service = await demo();
    expect((await service.create({ ...program, rfp: 999 })).request).toMatchObject({ rfp: 0, rfpd: '' });
    expect(service.inspect().rfps).toEqual([]);
  });

  test('*NEW: a new one each time, with what its first request asks for', async () => {
    await using service = await demo();
    const first = await service.create({ ...described, arfp: '*NEW', creq: '*NO', areq: '*MANUAL', sreq: '*NO' });
    const second = await service.create({ ...described, objn: 'B', arfp: '*NEW' });
    const { rfps, requests } = service.inspect();
    expect(first.request.rfp).not.toBe(second.request.rfp);
    expect(rfps).toMatchObject([
      {
        rfp: first.request.rfp,
        appl: 'ORD',
        lvl: 10,
        user: 'DEMO',
        rfpd: 'Release 1',
        creq: '*NO',
        areq: '*MANUAL',
        sreq: '*NO',
        requests: [10001],
      },
      { rfp: second.request.rfp, creq: '*YES', areq: '*YES', sreq: '*YES', requests: [10002] },
    ]);
    expect(requests.map((request) => request.status)).toEqual(['01', '01']);
  });

  test('*YES: joins the number, whose creq, areq and sreq stay', async () => {
    await using service = await demo();
    const { request } = await service.create({ ...described, arfp: '*NEW' });
    const joined = await service.create({ ...program, objn: 'B', arfp: '*YES', rfp: String(request.rfp), creq: '*NO' });
    expect(joined.request).toMatchObject({ rfp: request.rfp, rfpd: 'Release 1' });
    expect(service.inspect().rfps).toMatchObject([{ creq: '*YES', requests: [10001, 10002] }]);
  });

  test('*YES with a number that does not fit', async () => {
    await using service = await demo();
    const { request } = await service.create({ ...described, arfp: '*NEW' });
    const other = { ...program, objn: 'B', arfp: '*YES' };
    expect(await service.create(other)).toMatchObject({ msg: 'rfp is required when arfp is *YES' });
    expect(await service.create({ ...other, rfp: 999 })).toMatchObject({ msg: 'RFP 999 is not known' });
    expect(await service.create({ ...other, lvl: 50, rfp: request.rfp })).toMatchObject({
      msg: `RFP ${request.rfp} is for application ORD and level 10`,
    });
    await service.later(10001, { status: '20' });
    expect(await service.create({ ...other, rfp: request.rfp })).toMatchObject({
      msg: `RFP ${request.rfp} is not open`,
    });
  });

  test('*AUTO joins an open one of the same application, level, user and description', async () => {
    await using service = await demo();
    const rfpOf = async (fields: object, token?: string) =>
      (await service.create({ ...described, arfp: '*AUTO', ...fields }, token)).request.rfp;
    const first = await rfpOf({});
    expect(await rfpOf({ objn: 'B' })).toBe(first);
    const others = [
      await rfpOf({ objn: 'C', rfpd: 'Release 2' }),
      await rfpOf({ objn: 'D', lvl: 50 }),
      await rfpOf({ objn: 'E', appl: 'WEB' }),
      await rfpOf({ objn: 'F' }, lead),
    ];
    expect(new Set([first, ...others]).size).toBe(5);
    await service.later(10001, { status: '20' });
    expect(await rfpOf({ objn: 'G' })).not.toBe(first);
  });

  test("*TASK is the project's description, or the task's", async () => {
    await using service = await demo();
    const fields = { ...program, arfp: '*NEW', proj: 'CUST' };
    expect((await service.create(fields)).request.rfpd).toBe('Customer orders');
    const tasked = { ...fields, objn: 'B', task: 12, stsk: 1, rfpd: '*TASK' };
    expect((await service.create(tasked)).request.rfpd).toBe('Search in orders');
    const without = await service.create({ ...program, objn: 'C', arfp: '*AUTO' });
    expect(without).toMatchObject({ sev: '30', msg: 'rfpd *TASK requires proj' });
  });

  test('a create that is refused leaves no RFP behind', async () => {
    await using service = await demo();
    await service.create(program);
    await service.create({ ...described, arfp: '*NEW' });
    expect(service.inspect().rfps).toEqual([]);
  });
});
