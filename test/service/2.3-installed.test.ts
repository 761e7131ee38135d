import { describe, expect, test } from 'vitest';
import { demo, program } from './helper.ts';

describe('§2.3 *RECOMPILE and *UPDATE need an object that is installed', () => {
  type Step = Record<string, unknown> & { readonly status?: string };
  const migrated = { rsn: '*MIGRATE', lock: '*NO' };
  const deleted = { rsn: '*DELETE', lock: '*NO' };
  const installed = { objn: 'ORD100', lvl: 50 };
  test.each<[string, Step[], Record<string, unknown>, string]>([
    ['of nothing', [], {}, '30'],
    ['of what is installed at the level', [], installed, '10'],
    ['of what is installed above', [], { ...installed, lvl: 10 }, '10'],
    ['of what is installed below', [migrated], { lvl: 50 }, '30'],
    ['of what is installed as something else', [], { ...installed, objt: '*SRVPGM' }, '30'],
    ['of what is installed in another application', [], { ...installed, appl: 'WEB', lvl: 10 }, '30'],
    ['of a name in lower case', [], { ...installed, objn: 'ord100' }, '10'],
    ['of what is open', [migrated], {}, '10'],
    ['of what is open above', [{ ...migrated, lvl: 50 }], {}, '10'],
    ['of what has moved on', [{ ...migrated, status: '60' }], {}, '10'],
    ['of another object than came', [{ ...migrated, objn: 'B' }], { objn: 'C' }, '30'],
    ['of what is to be deleted', [{ ...deleted, ...installed }], installed, '10'],
    ['of what was deleted', [{ ...deleted, ...installed, status: '60' }], installed, '30'],
    [
      'of what was deleted at the level, and is above',
      [{ ...deleted, objn: 'ORD100', status: '60' }],
      { objn: 'ORD100' },
      '10',
    ],
    [
      'of what came back',
      [
        { ...deleted, ...installed, status: '60' },
        { ...migrated, ...installed },
      ],
      installed,
      '10',
    ],
  ])('%s', async (_, steps, asked, sev) => {
    await using service = await demo();
    for (const { status, ...fields } of steps) {
      const { request } = await service.create({ ...program, ...fields });
      if (status !== undefined) await service.later(Number(request.objectId), { status });
    }
    for (const rsn of ['*RECOMPILE', '*UPDATE']) {
      expect((await service.create({ ...program, lock: '*NO', ...asked, rsn })).sev).toBe(sev);
    }
  });
});

test('§2.3 *RECOMPILE of what a request brought, which was then deleted, has nothing to work on', async () => {
  await using service = await demo();
  const { request } = await service.create({ ...program, objn: 'NEW' });
  const recompiled = { ...program, objn: 'NEW', rsn: '*RECOMPILE' };
  expect(await service.create(recompiled)).toMatchObject({ sev: '30', existingObjectId: request.objectId });
  await service.later(Number(request.objectId), { delete: true });
  expect(await service.create(recompiled)).toMatchObject({
    sev: '30',
    msg: 'NEW *PGM is not installed at level 10 or above, so rsn *RECOMPILE has nothing to work on',
  });
});
