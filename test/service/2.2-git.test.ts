import { describe, expect, test } from 'vitest';
import { demoSite } from '../../src/service/demo.ts';
import { spent } from '../spent.ts';
import { demo, linked, program } from './helper.ts';

describe('§2.2 Git-related rules', () => {
  test('repo with branch links the request; repo alone does not', async () => {
    await using service = await demo();
    await service.create(linked);
    await service.create({ ...linked, objn: 'B', branch: undefined });
    expect(service.inspect().requests.map((request) => request.repositoryType)).toEqual(['*GIT', '']);
  });

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

  test('a request that is not linked takes attribute and type from installation history, also from above', async () => {
    await using service = await demo();
    const fields = { appl: 'ORD', objn: 'cust' };
    expect((await service.create({ ...fields, lvl: 50 })).request).toMatchObject({ attr: 'PF', objt: '*FILE' });
    expect((await service.create({ ...fields, lvl: 10 })).request).toMatchObject({ attr: 'PF', objt: '*FILE' });
    expect(await service.create({ ...fields, appl: 'WEB', lvl: 10 })).toMatchObject({ msg: 'Attribute missing' });
  });

  test('the nearest level counts; two answers at one level are none', async () => {
    const at = (lvl: number, attr: string, objt: string) => ({ appl: 'ORD', lvl, objn: 'TWICE', attr, objt });
    const installed = [at(90, 'BND', '*SRVPGM'), at(50, 'RPGLE', '*PGM')];
    const fields = { appl: 'ORD', lvl: 10, objn: 'TWICE' };
    await using near = await demo({ site: { ...demoSite, installed } });
    expect((await near.create(fields)).request).toMatchObject({ attr: 'RPGLE', objt: '*PGM' });
    await using two = await demo({ site: { ...demoSite, installed: [...installed, at(50, 'PF', '*FILE')] } });
    expect(await two.create(fields)).toMatchObject({ sev: '30', msg: 'Attribute missing' });
    expect((await two.create({ ...fields, objt: '*FILE' })).request).toMatchObject({ attr: 'PF' });
  });

  test('the type comes from the mapping, then history, then the cross-reference', async () => {
    await using service = await demo();
    const { objt: _, ...untyped } = program;
    expect((await service.create({ ...linked, attr: 'CLLE' })).request).toMatchObject({ attr: 'CLLE', objt: '*PGM' });
    expect((await service.create({ ...untyped, objn: 'ORD100' })).request).toMatchObject({ objt: '*PGM' });
    expect((await service.create({ ...untyped, objn: 'PRT200', attr: 'DSPF' })).request).toMatchObject({
      objt: '*FILE',
    });
    expect(await service.create({ ...untyped, objn: 'PRT201' })).toMatchObject({
      sev: '30',
      msg: 'Object Type missing',
    });
  });

  test('*BRANCH takes project, task and subtask from the branch, whatever task and stsk say', async () => {
    await using service = await demo();
    const fields = { ...linked, proj: '*BRANCH', task: 99, stsk: 9 };
    expect((await service.create({ ...fields, branch: 'feature/search' })).request).toMatchObject({
      proj: 'CUST',
      task: 12,
      stsk: 1,
    });
    expect((await service.create({ ...fields, objn: 'B' })).request).toMatchObject({ proj: 'CUST', task: 0, stsk: 0 });
  });

  test('*BRANCH needs repo and branch, and a link', async () => {
    await using service = await demo();
    const needs = { sev: '30', msg: 'repo and branch are required when proj is *BRANCH' };
    expect(await service.create({ ...program, proj: '*BRANCH' })).toMatchObject(needs);
    expect(await service.create({ ...linked, branch: '', proj: '*BRANCH' })).toMatchObject(needs);
    expect(await service.create({ ...linked, branch: 'Main', proj: '*BRANCH' })).toMatchObject({
      sev: '30',
      msg: 'Branch Main of repository ORDERS is not linked to a project',
    });
  });
});
