import { describe, expect, test } from 'vitest';
import { demoSite } from '../../src/service/demo.ts';
import type { Site } from '../../src/service/site.ts';
import { spent } from '../spent.ts';
import { demo, linked, program } from './helper.ts';

/** A site in which every source names another type for the object X, and the mapping and history another attribute. */
const apart: Site = {
  ...demoSite,
  repositories: [
    {
      repo: 'ORDERS',
      attributes: [
        { gfile: 'own.*', attr: 'CLLE', objt: '*CMD' },
        { gfile: 'x.*', attr: 'SQLRPGLE' },
      ],
    },
  ],
  installed: [{ appl: 'ORD', lvl: 50, objn: 'X', objt: '*FILE', attr: 'PF' }],
  crossReference: [
    { objn: 'X', objt: '*DTAARA' },
    { objn: 'Y', objt: '*DTAARA' },
    { objn: 'TWO', objt: '*PGM' },
    { objn: 'TWO', objt: '*FILE' },
  ],
};
const mapped = { ...linked, objn: 'X', gpath: 'any', gfile: 'x.src' };
const native = { appl: 'ORD', lvl: 10, objn: 'X' };

describe('§2.1 attr and objt: which source wins', () => {
  test.each([
    ['both as sent', { ...mapped, attr: 'DSPF', objt: '*PGM' }, 'DSPF', '*PGM'],
    ['the mapping before history and cross-reference', mapped, 'SQLRPGLE', '*MODULE'],
    ['a type of the mapping entry before that of its attribute', { ...mapped, gfile: 'own.x' }, 'CLLE', '*CMD'],
    ['attr as sent, type by the mapping', { ...mapped, attr: 'DSPF' }, 'DSPF', '*MODULE'],
    ['type as sent, attr by the mapping', { ...mapped, objt: '*PGM' }, 'SQLRPGLE', '*PGM'],
    ['history before the cross-reference', native, 'PF', '*FILE'],
    ['attr as sent, type by history', { ...native, attr: 'PF' }, 'PF', '*FILE'],
    ['linked and unmapped: attr as sent, type by history', { ...mapped, gfile: 'z', attr: 'PF' }, 'PF', '*FILE'],
    [
      'linked and unmapped: type by the cross-reference',
      { ...mapped, objn: 'y', gfile: 'z', attr: 'PF' },
      'PF',
      '*DTAARA',
    ],
    ['not in history: type by the cross-reference', { ...native, objn: 'Y', attr: 'PF' }, 'PF', '*DTAARA'],
  ])('%s', async (_, fields, attr, objt) => {
    await using service = await demo({ site: apart });
    expect((await service.create(fields)).request).toMatchObject({ attr, objt });
  });

  test.each([
    ['a Git mapping gives no result', { ...mapped, gfile: 'z' }, 'Attribute missing'],
    [
      'a Git mapping gives no result, though the type is sent',
      { ...mapped, gfile: 'z', objt: '*PGM' },
      'Attribute missing',
    ],
    ['linked without gfile', { ...mapped, gfile: undefined }, 'Attribute missing'],
    ['not linked and not in history', { ...native, objn: 'Y' }, 'Attribute missing'],
    ['not in history, not in the cross-reference', { ...native, objn: 'Z', attr: 'PF' }, 'Object Type missing'],
    ['two types in the cross-reference', { ...native, objn: 'TWO', attr: 'PF' }, 'Object Type missing'],
  ])('%s: refused', async (_, fields, msg) => {
    await using service = await demo({ site: apart });
    expect(await service.create(fields)).toMatchObject({ sev: '30', msg });
    expect(service.inspect().requests).toEqual([]);
  });

  test('installation history is that of the application', async () => {
    const installed = [{ appl: 'WEB', lvl: 10, objn: 'X', objt: '*PGM', attr: 'RPGLE' }];
    await using service = await demo({ site: { ...demoSite, installed } });
    expect(await service.create(native)).toMatchObject({ sev: '30', msg: 'Attribute missing' });
    expect((await service.create({ ...native, appl: 'WEB' })).request).toMatchObject({ attr: 'RPGLE' });
  });

  test('an attribute of the mapping that the application does not have is refused by name', async () => {
    const repositories = [{ repo: 'ORDERS', attributes: [{ attr: 'ELSEWHERE' }] }];
    await using service = await demo({ site: { ...demoSite, repositories } });
    const msg = 'Attribute ELSEWHERE is not defined for application ORD and level 10';
    expect(await service.create(mapped)).toMatchObject({ sev: '30', msg });
  });
});

describe('§2.2, 2 attr by the mapping of the repository', () => {
  test.each([
    ['QRPGLESRC', 'A.PGM.RPGLE', 'RPGLE', '*PGM'],
    ['qrpglesrc', 'a.pgm.rpgle', 'RPGLE', '*PGM'],
    ['/QRPGLESRC/', 'Däöü.PGM.RPGLE', 'RPGLE', '*PGM'],
    ['QRPGLESRC', '@X-Some text (v1).SQLRPGLE', 'SQLRPGLE', '*MODULE'],
    ['QCLSRC', 'X.CLLE', 'CLLE', '*PGM'],
    ['QDDSSRC', 'X.DSPF', 'DSPF', '*FILE'],
    ['QDDSSRC', 'X.PF', 'PF', '*FILE'],
    ['web', 'index.html', 'WEBF', '*IFS'],
    ['web/css/deep', '.hidden', 'WEBF', '*IFS'],
  ])('%s/%s is %s %s', async (gpath, gfile, attr, objt) => {
    await using service = await demo();
    expect(await service.create({ ...linked, objn: 'X', gpath, gfile })).toMatchObject({
      sev: '10',
      request: { attr, objt },
    });
  });

  test.each([
    ['QCLSRC', 'X.RPGLE'],
    ['other/QCLSRC', 'X.CLLE'],
    ['', 'X.CLLE'],
    ['webs', 'x'],
  ])('no mapping for %s/%s: Attribute missing, also with history', async (gpath, gfile) => {
    await using service = await demo();
    expect(await service.create({ ...linked, objn: 'ORD100', gpath, gfile })).toMatchObject({
      sev: '30',
      msg: 'Attribute missing',
    });
  });

  test('patterns of the mapping: plain characters, choices, slashes at the ends; quick whatever name is sent', async () => {
    const attributes = [
      { gfile: '*-*-*.(x)', attr: 'CLLE' },
      { gpath: '/SRC/{a,b}/', attr: 'PF' },
      { gfile: 'not{a pattern', attr: 'BND' },
    ];
    await using service = await demo({ site: { ...demoSite, repositories: [{ repo: 'ORDERS', attributes }] } });
    const attrOf = async (gpath: string, gfile: string) =>
      (await service.create({ ...linked, lock: '*NO', gpath, gfile })).request.attr;
    expect(await attrOf('', 'a-b-c.(X)')).toBe('CLLE');
    expect(await attrOf('src/B', 'c')).toBe('PF');
    expect(await attrOf('src/ab', 'not{a pattern')).toBe('BND');
    const long = '-'.repeat(5000);
    expect(await spent(async () => expect(await attrOf(long, long)).toBeUndefined())).toBeLessThan(2000);
  });
});

test('§2.1 attr, §2.6 attr: must be defined for application and level', async () => {
  const attributes = [
    { attr: 'A', objt: '*PGM', source: 'none' as const, levels: [10] },
    { attr: 'B', objt: '*PGM', source: 'none' as const, levels: [50] },
  ];
  const applications = [{ appl: 'ORD', levels: [{ lvl: 10 }, { lvl: 50 }], attributes }];
  await using service = await demo({ site: { ...demoSite, applications } });
  const msg = 'Attribute B is not defined for application ORD and level 10';
  expect(await service.create({ ...program, attr: 'B' })).toMatchObject({ sev: '30', msg });
  expect(await service.create({ ...program, attr: 'A' })).toMatchObject({ sev: '10' });
  expect(await service.update({ objectId: 10001, attr: 'B' })).toMatchObject({ sev: '30', msg });
  expect(await service.create({ ...program, lvl: 50, attr: 'B' })).toMatchObject({ sev: '10' });
});
