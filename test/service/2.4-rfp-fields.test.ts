import { describe, expect, test } from 'vitest';
import { demo, program } from './helper.ts';

const asked = { creq: '*NO', areq: '*MANUAL', sreq: '*NO' };
const defaults = { creq: '*YES', areq: '*YES', sreq: '*YES' };

describe('§2.1 rfp, rfpd, creq, areq, sreq: used only when', () => {
  test('rfpd is used only when arfp is *AUTO or *NEW', async () => {
    await using service = await demo();
    await service.create({ ...program, objn: 'FIRST', arfp: '*NEW', rfpd: 'First' });
    const rfpdOf = async (fields: object) =>
      (await service.create({ ...program, lock: '*NO', rfpd: 'Mine', ...fields })).request.rfpd;
    expect(await rfpdOf({ arfp: '*NO' })).toBe('');
    expect(await rfpdOf({ arfp: '*YES', rfp: 101 })).toBe('First');
    expect(await rfpdOf({ arfp: '*AUTO' })).toBe('Mine');
    expect(await rfpdOf({ arfp: '*NEW' })).toBe('Mine');
    expect(await rfpdOf({ arfp: '*NO', rfpd: '*TASK' })).toBe('');
  });

  test.each([
    ['*NEW makes it', { arfp: '*NEW', rfpd: 'New' }, 102, asked],
    ['*AUTO makes it', { arfp: '*AUTO', rfpd: 'New' }, 102, asked],
    ['*AUTO joins one', { arfp: '*AUTO', rfpd: 'First' }, 101, defaults],
    ['*YES joins one', { arfp: '*YES', rfp: 101 }, 101, defaults],
  ])('creq, areq, sreq apply only if this request makes the RFP: %s', async (_, fields, rfp, stored) => {
    await using service = await demo();
    await service.create({ ...program, objn: 'FIRST', arfp: '*NEW', rfpd: 'First' });
    await service.create({ ...program, ...asked, ...fields });
    expect(service.inspect().rfps.find((one) => one.rfp === rfp)).toMatchObject({
      ...stored,
      requests: expect.arrayContaining([10002]),
    });
  });
});
