import { describe, expect, test } from 'vitest';
import { anyInstalled, demo, lead, linked, program } from './helper.ts';

const none = { ...program, objt: '*DTAARA', attr: 'DTAARA' };
const page = { ...program, objn: 'a.html', objt: '*IFS', attr: 'WEBF' };
const inProject = { ...linked, proj: '*BRANCH' };
const inNew = { ...program, arfp: '*NEW', rfpd: 'R' };

describe('§2.7 sev 20 on create where something that was sent is not used, whatever its value', () => {
  test.each<readonly [Record<string, unknown>, Record<string, unknown>, string]>([
    [program, { rfp: 101 }, 'rfp not used: arfp is *NO'],
    [program, { rfp: 'x' }, 'rfp not used: arfp is *NO'],
    [inNew, { rfp: -5 }, 'rfp not used: arfp is *NEW'],
    [program, { rfpd: 'x' }, 'rfpd not used: arfp is *NO'],
    [program, { rfpd: '*TASK' }, 'rfpd not used: arfp is *NO'],
    [program, { rfpd: ['x'] }, 'rfpd not used: arfp is *NO'],
    [program, { creq: '*NO' }, 'creq not used: arfp is *NO'],
    [program, { areq: '*MANUAL' }, 'areq not used: arfp is *NO'],
    [program, { sreq: 'x' }, 'sreq not used: arfp is *NO'],
    [{ ...program, rsn: '*RECOMPILE' }, { copy: '*YES' }, 'copy not used: rsn is *RECOMPILE'],
    [{ ...program, rsn: '*DELETE' }, { copy: 'x' }, 'copy not used: rsn is *DELETE'],
    [inProject, { task: 12 }, 'task not used: proj is *BRANCH'],
    [inProject, { stsk: 'x' }, 'stsk not used: proj is *BRANCH'],
    [none, { srcn: 'S' }, 'srcn not used: attribute DTAARA has no source'],
    [none, { srca: 7 }, 'srca not used: attribute DTAARA has no source'],
    [none, { srcd: 'a\nb' }, 'srcd not used: attribute DTAARA has no source'],
    [none, { fsfl: 'F' }, 'fsfl not used: attribute DTAARA has no source'],
    [page, { srca: 'HTML' }, 'srca not used: the source of attribute WEBF is in the IFS'],
    [page, { srcd: 'Text' }, 'srcd not used: the source of attribute WEBF is in the IFS'],
    [program, { dir: '*YES' }, 'dir not used: the object is a *PGM'],
    [program, { dir: 'x' }, 'dir not used: the object is a *PGM'],
    [program, { gpath: 'a' }, 'gpath not used: repo is not sent'],
    [program, { gfile: '../x' }, 'gfile not used: repo is not sent'],
    [program, { repo: 'ORDERS' }, 'repo not used: branch is not sent'],
  ])('%j with %j', async (base, fields, unused) => {
    await using service = await demo(anyInstalled);
    const msg = `Request created; ${unused}`;
    expect(await service.create({ ...base, ...fields })).toMatchObject({ sev: '20', msg });
  });

  test.each([
    { ...program, rfp: 0, task: 0, stsk: '0', copy: '*NO', dir: '*NO', rfpd: '', creq: null, gpath: '' },
    { ...program, rsn: '*DELETE', copy: '*NO' },
    { ...linked, branch: undefined },
    { ...inProject, task: 0, stsk: 0 },
    { ...none, srcn: '' },
  ])('what says nothing is no warning: %j', async (fields) => {
    await using service = await demo();
    expect(await service.create(fields)).toMatchObject({ sev: '10', msg: 'Request created' });
  });

  test('creq, areq and sreq of a request that joins an RFP: said where the RFP has another value', async () => {
    await using service = await demo();
    await service.create({ ...inNew, creq: '*NO' });
    const joins = { ...program, objn: 'B', lock: '*NO', arfp: '*YES', rfp: 101 };
    expect(await service.create({ ...joins, creq: '*NO', areq: '*YES', sreq: '*YES' })).toMatchObject({ sev: '10' });
    expect((await service.create({ ...joins, creq: '*YES', areq: '*NO' })).msg).toBe(
      'Request created; creq not used: RFP 101 was there before, with *NO; areq not used: RFP 101 was there before, with *YES',
    );
    expect((await service.create({ ...inNew, objn: 'C', arfp: '*AUTO', sreq: '*NO' })).msg).toContain('sreq not used');
    expect((await service.create({ ...joins, creq: 'x' })).sev).toBe('30');
  });

  test('several, and unknown fields and files beside them', async () => {
    await using service = await demo();
    const file = { name: 'other', bytes: 'x' };
    const { msg } = await service.multipart('POST', { ...none, what: 1, rfp: 1, srcn: 'S' }, file);
    expect(msg.split('; ')).toEqual([
      'Request created',
      'field what is not known and was ignored',
      'rfp not used: arfp is *NO',
      'srcn not used: attribute DTAARA has no source',
      'attachment other not used',
    ]);
  });

  test('values that are used refuse as before, together with what the attribute decides', async () => {
    await using service = await demo();
    expect((await service.create({ ...program, srca: 7 })).msg).toBe('srca is 7; it must be a string');
    expect((await service.create({ ...none, srca: 7, lock: 'x' })).sev).toBe('30');
    expect((await service.create({ ...page, dir: 'x' })).msg).toBe('dir is x; allowed are *YES, *NO');
    expect((await service.create({ ...linked, gfile: '../x' })).sev).toBe('30');
    expect(service.inspect().requests).toEqual([]);
  });
});

describe('§2.7 sev 20 on update', () => {
  test.each<readonly [Record<string, unknown>, Record<string, unknown>, string]>([
    [program, { gpath: 'a' }, 'gpath not used: the request is not linked to Git'],
    [program, { gfile: 'a/b' }, 'gfile not used: the request is not linked to Git'],
    [{ ...linked, rsn: '*RECOMPILE' }, { gpath: 'a' }, 'gpath not used: rsn is *RECOMPILE'],
    [none, { srcn: 'S' }, 'srcn not used: attribute DTAARA has no source'],
    [none, { srca: 7 }, 'srca not used: attribute DTAARA has no source'],
    [page, { srcd: 'T' }, 'srcd not used: the source of attribute WEBF is in the IFS'],
    [page, { csqo: 'x' }, 'csqo not used: the object is a *IFS'],
    [program, { rfp: 101 }, 'rfp not used: arfp is *SAME'],
    [program, { rfpd: 'x', arfp: '*NO' }, 'rfpd not used: arfp is *NO'],
    [inNew, { rfp: 5, arfp: '*YES' }, 'rfp not used: the request is in RFP 101'],
    [inNew, { rfpd: 'x', arfp: '*AUTO' }, 'rfpd not used: the request is in RFP 101'],
  ])('%j, then %j', async (base, fields, unused) => {
    await using service = await demo(anyInstalled);
    await service.create(base, lead);
    const msg = `Request updated; ${unused}`;
    expect(await service.update({ objectId: 10001, ...fields }, lead)).toMatchObject({ sev: '20', msg });
  });

  test('a value that the request has anyway is no warning', async () => {
    await using service = await demo();
    await service.create({ ...program, gpath: 'a' });
    expect((await service.update({ objectId: 10001, gpath: 'a', rfp: 0, csqo: 0, rfpd: '*SAME' })).sev).toBe('10');
  });
});

test('§2 vref beyond what the log keeps is refused, and one of that length is found', async () => {
  await using service = await demo();
  const vref = 'v'.repeat(1000);
  const msg = 'vref is longer than 1000 characters';
  expect(await service.create({ ...program, vref: `${vref}v` })).toMatchObject({ sev: '30', msg });
  expect((await service.create({ ...program, vref })).sev).toBe('10');
  expect(service.inspect().requests).toMatchObject([{ vref }]);
  expect(service.inspect().transactions.at(-1)).toMatchObject({ vref, objectId: 10001 });
});
