import { describe, expect, test } from 'vitest';
import { demoSite } from '../../src/service/demo.ts';
import type { Demo } from './helper.ts';
import { anyInstalled, demo, lead, linked, program } from './helper.ts';

const stored = (service: Demo) => service.inspect().requests.at(-1) ?? {};

describe('§2.1 create fields', () => {
  test('defaults', async () => {
    await using service = await demo();
    await service.create(program);
    expect(stored(service)).toMatchObject({
      ...program,
      rpth: '',
      srcn: 'ORD200',
      srca: 'RPGLE',
      srcd: '',
      rsn: '*MIGRATE',
      user: 'DEMO',
      folb: 'DEMO10',
      fslb: 'DEMO10',
      fsfl: 'QRPGLESRC',
      copy: '*NO',
      repositoryType: '',
      proj: '',
      task: 0,
      stsk: 0,
      arfp: '*NO',
      rfp: 0,
      status: '00',
      lock: '*YES',
      csqo: 0,
      data: '*SAME',
      dmbr: '*ALL',
      rpgm: '*DEFAULT',
      rjrn: '*DFT',
      rcst: '*DFT',
      rtrg: '*DFT',
      rlfm: '*DFT',
    });
  });

  test('every field as sent', async () => {
    await using service = await demo();
    const sent = {
      ...program,
      rpth: '/a/b',
      srcn: 'SRC200',
      srca: 'RPGLE38',
      srcd: 'Änderung',
      rsn: '*MIGRATE',
      user: 'LEAD',
      folb: 'MYLIB',
      fslb: 'MYSRC',
      fsfl: 'QMYSRC',
      copy: '*YES',
      repo: 'ORDERS',
      gpath: 'any where',
      gfile: 'x.y',
      branch: 'b',
      proj: 'CUST',
      task: 12,
      stsk: 1,
      lock: '*NO',
      csqo: 7,
      data: 'OLDFILE',
      dmbr: 'MBR1',
      rpgm: '*NO',
      rjrn: '*YES',
      rcst: '*NO',
      rtrg: '*YES',
      rlfm: '*NO',
      vref: '4711.1',
    };
    expect(await service.create(sent)).toMatchObject({ sev: '10' });
    expect(stored(service)).toMatchObject(sent);
  });

  test('numbers may be quoted', async () => {
    await using service = await demo();
    const sent = { ...program, lvl: '10', proj: 'CUST', task: '12', stsk: '1', csqo: '3' };
    expect((await service.create(sent)).request).toMatchObject({ task: 12, stsk: 1 });
    expect(stored(service)).toMatchObject({ lvl: 10, csqo: 3 });
  });

  test.each([
    [{ appl: 'NOPE' }, 'Application NOPE is not known'],
    [{ lvl: 11 }, 'Level 11 of application ORD is not known'],
    [{ lvl: 90 }, 'Level 90 of application ORD does not permit check-outs'],
    [{ attr: 'NOPE' }, 'Attribute NOPE is not defined for application ORD and level 10'],
    [{ user: 'NOBODY' }, 'User NOBODY is not known'],
    [{ repo: 'NOPE', branch: 'x' }, 'Repository NOPE is not known'],
    [{ branch: 'x' }, 'repo is required when branch is set'],
    [{ rsn: '*MOVE' }, 'rsn is *MOVE; allowed are *MIGRATE, *DELETE, *RECOMPILE, *UPDATE'],
    [{ lock: 'yes' }, 'lock is yes; allowed are *YES, *NO'],
    [{ rpgm: '*ALL' }, 'rpgm is *ALL; allowed are *DEFAULT, *NO, *YES'],
    [{ data: '*ALL' }, 'data is *ALL; allowed are *SAME, *MIGRATE, *NONE or a name'],
    [{ dmbr: '*SAME' }, 'dmbr is *SAME; allowed are *ALL, *FIRST or a name'],
    [{ lvl: 'ten' }, 'lvl is ten; it must be a whole number'],
    [{ lvl: 10.5 }, 'lvl is 10.5; it must be a whole number'],
    [{ csqo: -1 }, 'csqo is -1; it must not be negative'],
    [{ objn: 5 }, 'objn is 5; it must be a string'],
    [{ objn: ['a'] }, 'objn is a list; it must be a string'],
    [{ srcd: 'a\nb' }, 'srcd holds a character that cannot be stored'],
    [{ rpth: 'css' }, 'rpth is an IFS path; it must start with /'],
    [{ rpth: '/a/../../etc' }, 'rpth must not hold the directories . or ..'],
    [{ repo: 'ORDERS', branch: 'x', gfile: '../x' }, 'gfile is a file name; the directory belongs in gpath'],
    [{ rsn: '*UPDATE', objt: '*FILE' }, 'rsn *UPDATE is for programs and service programs, not for *FILE'],
  ])('%j is refused and stores nothing', async (fields, msg) => {
    await using service = await demo();
    const answer = await service.create({ ...program, ...fields });
    expect(answer).toMatchObject({ status: 200, sev: '30', msg });
    expect(answer.json.request).toBeUndefined();
    expect(service.inspect().requests).toEqual([]);
  });

  test('blanks at the end of a value never count, and blank is missing', async () => {
    await using service = await demo();
    const padded = { ...program, objn: 'ORD200  ', attr: 'RPGLE ', rsn: '*MIGRATE ', srcd: ' text ', folb: 'MYLIB   ' };
    expect(await service.create({ ...padded, srcn: '   ', user: 'DEMO ', vref: 'v ' })).toMatchObject({ sev: '10' });
    const kept = { objn: 'ORD200', attr: 'RPGLE', srcd: ' text', folb: 'MYLIB', srcn: 'ORD200', vref: 'v' };
    expect(stored(service)).toMatchObject(kept);
    expect(service.inspect().transactions).toMatchObject([{ vref: 'v' }]);
    expect((await service.create({ ...program, objn: 'ord200 ' })).existingObjectId).toBe(10001);
    for (const name of ['appl', 'objn']) {
      expect((await service.create({ ...program, [name]: '  ' })).msg).toBe(`${name} is required`);
    }
    const update = { objectId: 10001, srcn: '*SAME  ', lock: '*NO ', srcd: '  ' };
    expect((await service.update(update)).request).toMatchObject({ srcn: 'ORD200', lock: '*NO', srcd: '' });
  });

  test('a file part is named like a field whatever blanks are behind either', async () => {
    await using service = await demo();
    await service.multipart('POST', { ...program, srcn: 'SRC ' }, { name: 'SRC   ', bytes: 'x' });
    expect(service.inspect().attachments).toMatchObject([{ place: 'member DEMO10/QRPGLESRC(SRC)' }]);
  });

  test('names in Git are exact: a blank at the end is part of them', async () => {
    await using service = await demo();
    const fields = { ...linked, attr: 'RPGLE', objt: '*PGM', gpath: 'a ', gfile: 'b ' };
    await service.multipart('POST', fields, { name: 'b ', bytes: 'x' });
    expect(stored(service)).toMatchObject({ gpath: 'a ', gfile: 'b ' });
    expect(service.inspect().attachments).toMatchObject([{ place: 'git a /b ' }]);
  });

  test('the case of an object type makes no other object', async () => {
    await using service = await demo();
    await service.create(program);
    expect(await service.create({ ...program, objt: '*pgm' })).toMatchObject({ existingObjectId: 10001 });
    expect((await service.create({ ...program, objn: 'B', objt: '*Pgm' })).request.objt).toBe('*PGM');
    await service.create({ ...program, objn: 'F', objt: '*FILE', attr: 'PF' });
    expect(await service.create({ ...program, objn: 'F', objt: '*LF', attr: 'PF' })).toMatchObject({
      existingObjectId: 10003,
    });
  });

  test.each([
    [{ objt: 'NONSENSE' }, 'objt is NONSENSE; there is no such object type'],
    [{ objn: 'A23456789B123456789' }, 'objn is A23456789B123456789; the name of a *PGM has 10 characters at most'],
  ])('%j is refused', async (fields, msg) => {
    await using service = await demo();
    expect(await service.create({ ...program, ...fields })).toMatchObject({ sev: '30', msg });
  });

  test('several wrong fields are named at once', async () => {
    await using service = await demo();
    const { msg } = await service.create({ ...program, lock: 'x', copy: 'y', objn: '__proto__' });
    expect(msg).toBe('copy is y; allowed are *NO, *YES; lock is x; allowed are *YES, *NO');
  });

  test('a field that nobody knows is ignored with a warning', async () => {
    await using service = await demo();
    const body = `{"appl":"ORD","lvl":10,"objn":"A","objt":"*PGM","attr":"RPGLE","sourcename":"X","__proto__":{"lock":"*NO"}}`;
    const answer = await service.send('POST', 'application/json', body);
    expect(answer).toMatchObject({ sev: '20' });
    expect(answer.msg).toBe(
      'Request created; field sourcename is not known and was ignored; field __proto__ is not known and was ignored',
    );
    expect(stored(service)).toMatchObject({ lock: '*YES' });
  });

  test('copy counts only with *MIGRATE; dir only for *IFS', async () => {
    await using service = await demo(anyInstalled);
    await service.create({ ...program, rsn: '*RECOMPILE', copy: '*YES', dir: '*YES' });
    expect(stored(service)).toMatchObject({ copy: '*NO', dir: '' });
  });

  test('a logical file is one by its attribute or its type as well', async () => {
    const lf = { attr: 'LF', objt: '*FILE', source: 'member', fsfl: 'QDDSSRC', srca: 'LF' } as const;
    const view = { attr: 'VIEW', objt: '*FILE', source: 'member', fsfl: 'QDDSSRC', srca: 'lf' } as const;
    const applications = demoSite.applications.map((each) => ({ ...each, attributes: [...each.attributes, lf, view] }));
    await using service = await demo({ site: { ...demoSite, applications } });
    const file = { appl: 'ORD', lvl: 50, objn: 'CUST', objt: '*FILE', lock: '*NO' };
    for (const fields of [
      { attr: 'LF' },
      { attr: 'VIEW' },
      { attr: 'PF', objt: '*LF' },
      { attr: 'PF', srca: 'LF38' },
    ]) {
      expect((await service.create({ ...file, ...fields })).msg, JSON.stringify(fields)).toMatch(
        /^data must be \*NONE/,
      );
      expect((await service.create({ ...file, ...fields, data: '*NONE' })).sev).toBe('10');
    }
    expect((await service.create({ ...file, attr: 'PF' })).sev).toBe('10');
    expect((await service.create({ ...file, attr: 'LF', rsn: '*DELETE' })).sev).toBe('10');
    expect((await service.update({ objectId: 10005, attr: 'LF' })).msg).toMatch(/^data must be \*NONE/);
    expect((await service.update({ objectId: 10005, srca: 'LF' })).msg).toMatch(/^data must be \*NONE/);
    expect((await service.update({ objectId: 10005, lock: '*NO' })).sev).toBe('10');
  });

  test('the developer defaults to the owner of the token, and names the libraries', async () => {
    await using service = await demo();
    const { request } = await service.create(program, lead);
    expect(request).toMatchObject({ folb: 'LEAD10', fslb: 'LEAD10' });
    expect(stored(service)).toMatchObject({ user: 'LEAD' });
    await service.create({ ...linked, user: 'DEMO' }, lead);
    expect(stored(service)).toMatchObject({ user: 'DEMO', folb: 'DEMO10', createdBy: 'LEAD' });
  });
});

describe('§2.1 projects', () => {
  test.each([
    [{ proj: 'NOPE' }, 'Project NOPE is not known'],
    [{ proj: 'OLD' }, 'Project OLD is not open'],
    [{ proj: 'CUST', task: 14 }, 'Task 14 of project CUST is not known'],
    [{ proj: 'CUST', task: 13 }, 'Task 13 of project CUST is not active'],
    [{ proj: 'CUST', task: 12, stsk: 2 }, 'Subtask 2 of task 12 of project CUST is not known'],
    [{ proj: 'CUST', stsk: 1 }, 'Subtask 1 needs a task'],
    [{ task: 12 }, 'proj is required when task or stsk is given'],
    [{ proj: 'NEWP' }, 'Project NEWP is not authorized for application ORD'],
  ])('%j is refused', async (fields, msg) => {
    await using service = await demo();
    expect(await service.create({ ...program, ...fields })).toMatchObject({ sev: '30', msg });
  });

  test('an unauthorized project is authorized by a caller who may, and stays so', async () => {
    await using service = await demo();
    expect(await service.create({ ...program, proj: 'NEWP' }, lead)).toMatchObject({
      sev: '10',
      request: { proj: 'NEWP' },
    });
    expect(await service.create({ ...program, objn: 'B', proj: 'NEWP' })).toMatchObject({ sev: '10' });
    expect(await service.create({ ...program, appl: 'WEB', proj: 'NEWP' })).toMatchObject({ sev: '30' });
  });

  test('a refused create authorizes nothing', async () => {
    await using service = await demo();
    await service.create(program);
    expect(await service.create({ ...program, proj: 'NEWP' }, lead)).toMatchObject({ existingObjectId: 10001 });
    expect(await service.create({ ...program, objn: 'B', proj: 'NEWP' })).toMatchObject({ sev: '30' });
  });
});
