import { describe, expect, test } from 'vitest';
import { demo, linked, program } from './helper.ts';

describe('§2.7 response objects', () => {
  test('after POST: exactly the values used', async () => {
    await using service = await demo();
    const { json, headers } = await service.create({
      ...linked,
      proj: '*BRANCH',
      branch: 'feature/search',
      arfp: '*NEW',
    });
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(json).toEqual({
      rtn: { sev: '10', msg: 'Request created' },
      request: {
        objectId: 10001,
        objt: '*PGM',
        attr: 'RPGLE',
        rfp: 101,
        rfpd: 'Search in orders',
        proj: 'CUST',
        task: 12,
        stsk: 1,
        folb: 'DEMO10',
        fslb: 'DEMO10',
        fsfl: 'QRPGLESRC',
      },
    });
  });

  test('a refusal has rtn only', async () => {
    await using service = await demo();
    const { json } = await service.create({});
    expect(json).toEqual({ rtn: { sev: '30', msg: 'appl is required; lvl is required; objn is required' } });
  });

  test('existingObjectId comes only with a lock conflict', async () => {
    await using service = await demo();
    await service.create(program);
    const { json } = await service.create(program);
    const msg = 'Target Object already locked by another request';
    expect(json).toEqual({ rtn: { sev: '30', msg, existingObjectId: 10001 } });
  });
});
