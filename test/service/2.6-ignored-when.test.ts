import { describe, expect, test } from 'vitest';
import type { Demo } from './helper.ts';
import { anyInstalled, demo, linked, program } from './helper.ts';

const stored = (service: Demo, objectId: number) =>
  service.inspect().requests.find((request) => request.objectId === objectId) ?? {};

describe('§2.6 csqo', () => {
  test.each([
    ['*PGM', 5],
    ['*FILE', 5],
    ['*IFS', 3],
    ['*REMOTE', 3],
  ])('an update of a %s with 5 leaves %i', async (objt, csqo) => {
    await using service = await demo();
    const folb = objt === '*REMOTE' ? '/a' : undefined;
    await service.create({ ...program, objt, attr: objt === '*IFS' ? 'WEBF' : 'RPGLE', folb, csqo: 3 });
    expect((await service.update({ objectId: 10001, csqo: '5' })).request.csqo).toBe(csqo);
    for (const unchanged of [0, '0']) {
      expect((await service.update({ objectId: 10001, csqo: unchanged })).request.csqo).toBe(csqo);
    }
  });

  test('is ignored for the generated *PIPE request', async () => {
    await using service = await demo();
    const keys = { pipe: 'JENKINS1', pipa: 'PIPE', tkey: '1' };
    await service.create({ ...program, arfp: '*NEW', rfpd: 'R', csqo: 3, ...keys });
    expect(await service.update({ objectId: 10002, csqo: 5 })).toMatchObject({ sev: '20', request: { csqo: 0 } });
  });
});

describe('§2.6 srcn, srca, srcd', () => {
  const fields = { srcn: 'S', srca: 'T', srcd: 'Text' };
  test.each([
    ['a member', program, fields],
    ['no source', { ...program, objt: '*DTAARA', attr: 'DTAARA' }, { srcn: '', srca: '', srcd: '' }],
    ['a file in the IFS', { ...program, objt: '*IFS', attr: 'WEBF' }, { srcn: 'S', srca: '', srcd: '' }],
  ])('%s', async (_, created, expected) => {
    await using service = await demo();
    await service.create(created);
    expect((await service.update({ objectId: 10001, ...fields })).request).toMatchObject(expected);
    expect(stored(service, 10001)).toMatchObject(expected);
  });

  test('the attribute that counts is the one after the update', async () => {
    await using service = await demo();
    await service.create(program);
    const { request } = await service.update({ objectId: 10001, attr: 'DTAARA', ...fields });
    expect(request).toMatchObject({ attr: 'DTAARA', srcn: 'ORD200', srca: 'RPGLE', srcd: '' });
    expect((await service.update({ objectId: 10001, attr: 'CLLE', ...fields })).request).toMatchObject(fields);
  });
});

describe('§2.6 gpath, gfile: applied only when linked to Git and the reason is modify or delete', () => {
  test.each([
    ['*MIGRATE', {}, true],
    ['*DELETE', { rsn: '*DELETE' }, true],
    ['*RECOMPILE', { rsn: '*RECOMPILE' }, false],
    ['*UPDATE', { rsn: '*UPDATE' }, false],
    ['repo without branch', { branch: undefined }, false],
    ['no repo', { repo: undefined, branch: undefined }, false],
  ])('%s', async (_, fields, applied) => {
    await using service = await demo(anyInstalled);
    await service.create({ ...linked, attr: 'RPGLE', objt: '*PGM', ...fields });
    const sent = { gpath: 'new/path', gfile: 'NEW.RPGLE' };
    const expected = applied ? sent : { gpath: linked.gpath, gfile: linked.gfile };
    expect(await service.update({ objectId: 10001, ...sent })).toMatchObject({
      sev: applied ? '10' : '20',
      request: expected,
    });
    expect(stored(service, 10001)).toMatchObject(expected);
  });
});

describe('§2.6 rfp, rfpd', () => {
  test('rfp is used only when arfp is *YES', async () => {
    await using service = await demo();
    await service.create({ ...program, objn: 'A', arfp: '*NEW', rfpd: 'R' });
    await service.create(program);
    for (const arfp of [undefined, '*SAME', '*NO']) {
      expect((await service.update({ objectId: 10002, arfp, rfp: 101 })).request.rfp).toBe(0);
    }
    expect((await service.update({ objectId: 10002, arfp: '*YES', rfp: '101' })).request.rfp).toBe(101);
  });

  test.each(['*AUTO', '*NEW'])('%s: rfpd omitted or *SAME is the object name', async (arfp) => {
    await using service = await demo();
    for (const [n, rfpd] of [undefined, '*SAME', 'Own text'].entries()) {
      await service.create({ ...program, objn: `B${n}` });
      await service.update({ objectId: 10001 + n, arfp, rfpd });
    }
    expect(service.inspect().rfps.map((rfp) => rfp.rfpd)).toEqual(['B0', 'B1', 'Own text']);
    expect(service.inspect().requests.map((request) => request.rfpd)).toEqual(['B0', 'B1', 'Own text']);
  });

  test('*AUTO looks for the user as after the update', async () => {
    await using service = await demo();
    await service.create({ ...program, objn: 'A', arfp: '*NEW', rfpd: 'R' });
    await service.create({ ...program, objn: 'B', arfp: '*NEW', rfpd: 'R', user: 'LEAD' });
    await service.create({ ...program, objn: 'C' });
    const { request } = await service.update({ objectId: 10003, arfp: '*AUTO', rfpd: 'R', user: 'LEAD' });
    expect(request.rfp).toBe(102);
  });
});
