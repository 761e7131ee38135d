import { describe, expect, test } from 'vitest';
import type { Demo } from './helper.ts';
import { anyInstalled, demo, program } from './helper.ts';

const stored = (service: Demo) => service.inspect().requests.at(-1) ?? {};

/** A field with its values as §2.1, §2.3 and §2.5 print them, and a name where names are values too. */
interface Listed {
  readonly field: string;
  readonly fallback: string;
  readonly values: readonly string[];
  readonly name?: string;
}
const lists: readonly Listed[] = [
  { field: 'rsn', fallback: '*MIGRATE', values: ['*MIGRATE', '*DELETE', '*RECOMPILE', '*UPDATE'] },
  { field: 'copy', fallback: '*NO', values: ['*NO', '*YES'] },
  { field: 'lock', fallback: '*YES', values: ['*YES', '*NO'] },
  { field: 'data', fallback: '*SAME', values: ['*SAME', '*MIGRATE', '*NONE'], name: 'OTHERFILE' },
  { field: 'dmbr', fallback: '*ALL', values: ['*ALL', '*FIRST'], name: 'MEMBER' },
  { field: 'rpgm', fallback: '*DEFAULT', values: ['*DEFAULT', '*NO', '*YES'] },
  { field: 'rjrn', fallback: '*DFT', values: ['*DFT', '*NO', '*YES'] },
  { field: 'rcst', fallback: '*DFT', values: ['*DFT', '*NO', '*YES'] },
  { field: 'rtrg', fallback: '*DFT', values: ['*DFT', '*NO', '*YES'] },
  { field: 'rlfm', fallback: '*DFT', values: ['*DFT', '*NO', '*YES'] },
];

describe('§2.1, §2.3, §2.5 value lists', () => {
  test.each(lists)('$field: default $fallback, values $values', async ({ field, fallback, values, name }) => {
    await using service = await demo(anyInstalled);
    const free = { ...program, lock: '*NO' };
    await service.create(field === 'lock' ? program : free);
    expect(stored(service)).toMatchObject({ [field]: fallback });
    for (const [n, value] of [...values, ...(name === undefined ? [] : [name])].entries()) {
      expect(await service.create({ ...free, objn: `OBJ${n}`, [field]: value })).toMatchObject({ sev: '10' });
      expect(stored(service)).toMatchObject({ [field]: value });
    }
    const before = service.inspect().requests;
    for (const value of ['*OTHER', values[0]?.toLowerCase(), ...(name === undefined ? ['YES'] : [])]) {
      const msg = `${field} is ${value}; allowed are ${values.join(', ')}${name === undefined ? '' : ' or a name'}`;
      expect(await service.create({ ...free, [field]: value })).toMatchObject({ sev: '30', msg });
    }
    expect(service.inspect().requests).toEqual(before);
  });

  test.each([
    ['arfp', ['*NO', '*YES', '*AUTO', '*NEW']],
    ['creq', ['*YES', '*NO']],
    ['areq', ['*YES', '*NO', '*MANUAL']],
    ['sreq', ['*YES', '*NO']],
  ])('%s: values %j', async (field, values) => {
    await using service = await demo();
    await service.create({ ...program, objn: 'FIRST', arfp: '*NEW', rfpd: 'R' });
    for (const value of values) {
      const fields = { ...program, lock: '*NO', arfp: '*NEW', rfp: 101, rfpd: 'R', [field]: value };
      expect((await service.create(fields)).request).toMatchObject({ objectId: expect.any(Number) });
      if (field !== 'arfp') expect(service.inspect().rfps.at(-1)).toMatchObject({ [field]: value });
    }
    const msg = `${field} is *OTHER; allowed are ${values.join(', ')}`;
    const making = { ...program, arfp: '*NEW', rfpd: 'R' };
    expect(await service.create({ ...making, [field]: '*OTHER' })).toMatchObject({ sev: '30', msg });
  });
});

describe('§2.3 reasons', () => {
  test.each([
    ['*UPDATE', '*PGM', '10'],
    ['*UPDATE', '*SRVPGM', '10'],
    ['*UPDATE', '*MODULE', '30'],
    ['*UPDATE', '*FILE', '30'],
    ['*DELETE', '*FILE', '10'],
    ['*RECOMPILE', '*MODULE', '10'],
  ])('%s of a %s: sev %s', async (rsn, objt, sev) => {
    await using service = await demo(anyInstalled);
    expect((await service.create({ ...program, objt, rsn })).sev).toBe(sev);
  });
});

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

describe('§2.5 data *NONE is required for a logical file that replaces a physical file', () => {
  const file = { appl: 'ORD', lvl: 50, objn: 'CUST', srca: 'LF' };
  test.each([
    [{}, '30'],
    [{ data: '*SAME' }, '30'],
    [{ data: '*MIGRATE' }, '30'],
    [{ data: 'OTHER' }, '30'],
    [{ data: '*NONE' }, '10'],
    [{ srca: 'PF' }, '10'],
    [{ rsn: '*DELETE' }, '10'],
    [{ objn: 'NEWLF', objt: '*FILE', attr: 'PF' }, '10'],
  ])('%j: sev %s', async (fields, sev) => {
    await using service = await demo();
    expect((await service.create({ ...file, ...fields })).sev).toBe(sev);
  });
});
