import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { demoTable } from '../../scripts/demo-table.ts';
import { fillIn } from '../../scripts/markdown.ts';
import { demoSite } from '../../src/service/demo.ts';
import { demo, lead, linked, program, viewer } from './helper.ts';

/** The table of the built-in site (design §11), row by row, as the service answers; at the end, that there is no more. */

describe('demo site: users', () => {
  test('DEMO adds requests and updates own ones (37), not those of others (31), and authorizes no project', async () => {
    await using service = await demo();
    expect(await service.create(program)).toMatchObject({ sev: '10' });
    expect(await service.update({ objectId: 10001, csqo: 5 })).toMatchObject({ sev: '10', request: { user: 'DEMO' } });
    await service.create({ ...program, objn: 'OTHER' }, lead);
    const others = await service.update({ objectId: 10002, csqo: 5 });
    expect(others.msg).toBe('User not authorized to update Request');
    expect((await service.create({ ...program, objn: 'C', proj: 'NEWP' })).sev).toBe('30');
  });

  test('LEAD does all of it', async () => {
    await using service = await demo();
    await service.create(program);
    await service.create({ ...program, objn: 'OTHER' }, lead);
    for (const objectId of [10001, 10002]) {
      expect(await service.update({ objectId, csqo: 5 }, lead)).toMatchObject({ sev: '10' });
    }
    expect(await service.create({ ...program, objn: 'C', proj: 'NEWP' }, lead)).toMatchObject({ sev: '10' });
  });

  test('VIEWER may nothing', async () => {
    await using service = await demo();
    expect((await service.create(program, viewer)).msg).toBe('User not authorized to add Request');
    await service.create({ ...program, user: 'VIEWER' });
    expect((await service.update({ objectId: 10001, csqo: 5 }, viewer)).msg).toBe(
      'User not authorized to update Request',
    );
  });
});

describe('demo site: applications and levels', () => {
  test.each([
    ['ORD', 10, '10'],
    ['ORD', 50, '10'],
    ['ORD', 90, '30'],
    ['WEB', 10, '10'],
    ['WEB', 50, '30'],
    ['PAY', 10, '30'],
  ])('%s/%i: sev %s', async (appl, lvl, sev) => {
    await using service = await demo();
    expect(await service.create({ ...program, appl, lvl })).toMatchObject({ sev });
  });

  test('50 follows 10, 90 follows 50 and is a distribution level', () => {
    const levels = demoSite.applications.map(({ appl, levels }) => [
      appl,
      levels.map(({ lvl, follows, checkOuts, distribution }) => [
        lvl,
        follows,
        checkOuts ?? true,
        distribution ?? false,
      ]),
    ]);
    const ord = [
      [10, undefined, true, false],
      [50, 10, true, false],
      [90, 50, false, true],
    ];
    expect(levels).toEqual([
      ['ORD', ord],
      ['WEB', [[10, undefined, true, false]]],
    ]);
  });

  test('the naming template is user and level', async () => {
    await using service = await demo();
    expect((await service.create(program)).request).toMatchObject({ folb: 'DEMO10', fslb: 'DEMO10' });
    const upper = await service.create({ ...program, lvl: 50 }, lead);
    expect(upper.request).toMatchObject({ folb: 'LEAD50', fslb: 'LEAD50' });
    const web = await service.create({ ...program, appl: 'WEB' });
    expect(web.request).toMatchObject({ folb: 'DEMO10', fslb: 'DEMO10' });
  });
});

describe('demo site: attributes', () => {
  const members = (attr: string, objt: string, fsfl: string) =>
    [attr, objt, fsfl, `member DEMO10/${fsfl}(OBJ)`] as const;
  const attributes = [
    members('RPGLE', '*PGM', 'QRPGLESRC'),
    members('SQLRPGLE', '*MODULE', 'QRPGLESRC'),
    members('CLLE', '*PGM', 'QCLSRC'),
    members('DSPF', '*FILE', 'QDDSSRC'),
    members('PF', '*FILE', 'QDDSSRC'),
    members('BND', '*SRVPGM', 'QSRVSRC'),
    ['DTAARA', '*DTAARA', '', null],
    ['WEBF', '*IFS', '', 'ifs /DEMO10/OBJ'],
    ['PIPE', '*PIPE', '', null],
  ] as const;

  test.each(['ORD', 'WEB'])('of %s: source, source file and place of the attachment, one by one', async (appl) => {
    await using service = await demo();
    for (const [index, [attr, objt, fsfl, place]] of attributes.entries()) {
      const fields = { ...program, appl, objn: 'OBJ', attr, objt };
      const answer = await service.multipart('POST', { ...fields, lock: '*NO' }, { name: 'OBJ', bytes: 'x' });
      expect(answer, attr).toMatchObject({ sev: place === null ? '20' : '10', request: { attr, objt, fsfl } });
      const placed = service.inspect().attachments.filter(({ objectId }) => objectId === 10001 + index);
      expect(
        placed.map((file) => file.place),
        attr,
      ).toEqual(place === null ? [] : [place]);
    }
  });

  test.each(attributes)('%s is for %s, in both applications, and there is no other', (attr, objt, fsfl) => {
    for (const application of demoSite.applications) {
      expect(application.attributes).toHaveLength(attributes.length);
      const found = application.attributes.find((candidate) => candidate.attr === attr);
      expect(found).toMatchObject({ objt, ...(fsfl === '' ? {} : { fsfl, srca: attr }) });
      expect(found?.target).toBe(attr === 'WEBF' ? '/www' : undefined);
    }
  });
});

describe('demo site: repository ORDERS', () => {
  test.each([
    ['QRPGLESRC', 'X.PGM.RPGLE', 'RPGLE', '*PGM'],
    ['QRPGLESRC', 'X.SQLRPGLE', 'SQLRPGLE', '*MODULE'],
    ['QCLSRC', 'X.CLLE', 'CLLE', '*PGM'],
    ['QDDSSRC', 'X.DSPF', 'DSPF', '*FILE'],
    ['QDDSSRC', 'X.PF', 'PF', '*FILE'],
    ['web', 'index.html', 'WEBF', '*IFS'],
    ['web/css/print', 'a.css', 'WEBF', '*IFS'],
  ])('%s %s is %s, %s', async (gpath, gfile, attr, objt) => {
    await using service = await demo();
    expect((await service.create({ ...linked, gpath, gfile })).request).toMatchObject({ attr, objt });
  });

  test.each([
    ['QRPGLESRC', 'X.RPGLE'],
    ['QRPGLESRC', 'X.CLLE'],
    ['QCLSRC', 'X.PGM.RPGLE'],
    ['src/QDDSSRC', 'X.PF'],
    ['', 'index.html'],
  ])('%s %s is nothing', async (gpath, gfile) => {
    await using service = await demo();
    expect((await service.create({ ...linked, gpath, gfile })).msg).toBe('Attribute missing');
  });

  test.each([
    ['feature/search', { proj: 'CUST', task: 12, stsk: 1 }],
    ['main', { proj: 'CUST', task: 0, stsk: 0 }],
  ])('%s is linked to %j', async (branch, link) => {
    await using service = await demo();
    expect((await service.create({ ...linked, branch, proj: '*BRANCH' })).request).toMatchObject(link);
  });

  test('no other branch is linked, and there is no other repository', async () => {
    await using service = await demo();
    expect((await service.create({ ...linked, branch: 'develop', proj: '*BRANCH' })).sev).toBe('30');
    expect((await service.create({ ...linked, repo: 'WEBSHOP' })).sev).toBe('30');
    expect(demoSite.repositories?.map(({ repo, branches }) => [repo, branches?.length])).toEqual([['ORDERS', 2]]);
  });
});

describe('demo site: projects', () => {
  test.each([
    [{ proj: 'CUST' }, '10'],
    [{ proj: 'CUST', task: 12 }, '10'],
    [{ proj: 'CUST', task: 12, stsk: 1 }, '10'],
    [{ proj: 'CUST', task: 12, stsk: 2 }, '30'],
    [{ proj: 'CUST', task: 13 }, '30'],
    [{ proj: 'CUST', task: 14 }, '30'],
    [{ proj: 'CUST', appl: 'WEB' }, '30'],
    [{ proj: 'NEWP' }, '30'],
    [{ proj: 'OLD' }, '30'],
    [{ proj: 'OTHER' }, '30'],
  ])('%j: sev %s', async (fields, sev) => {
    await using service = await demo();
    expect(await service.create({ ...program, ...fields })).toMatchObject({ sev });
  });

  test('OLD is closed, task 13 too: also for who may authorize', async () => {
    await using service = await demo();
    expect((await service.create({ ...program, proj: 'OLD' }, lead)).msg).toMatch('not open');
    expect((await service.create({ ...program, proj: 'CUST', task: 13 }, lead)).msg).toMatch('not active');
    expect(demoSite.projects?.map(({ proj }) => proj)).toEqual(['CUST', 'NEWP', 'OLD']);
  });
});

describe('demo site: installed, cross-reference, pipeline server', () => {
  const target = { appl: 'ORD', lvl: 50 };

  test.each([
    ['ORD100', { attr: 'RPGLE', objt: '*PGM' }],
    ['CUST', { attr: 'PF', objt: '*FILE' }],
  ])('%s is installed in ORD/50: its attribute and type are derived there and below', async (objn, derived) => {
    await using service = await demo();
    expect((await service.create({ ...target, objn })).request).toMatchObject(derived);
    expect((await service.create({ ...target, lvl: 10, objn })).request).toMatchObject(derived);
    expect((await service.create({ appl: 'WEB', lvl: 10, objn })).msg).toBe('Attribute missing');
  });

  test('PRT200 is in the cross-reference only: its type is derived, its attribute is not', async () => {
    await using service = await demo();
    expect((await service.create({ ...target, objn: 'PRT200' })).msg).toBe('Attribute missing');
    expect((await service.create({ ...target, objn: 'PRT200', attr: 'PF' })).request).toMatchObject({ objt: '*FILE' });
    expect((await service.create({ ...target, objn: 'PRT201', attr: 'PF' })).msg).toBe('Object Type missing');
  });

  test('JENKINS1 is the pipeline server, PIPE the attribute of its requests', async () => {
    await using service = await demo();
    const keys = { arfp: '*NEW', rfpd: 'R', pipa: 'PIPE', tkey: '1' };
    expect(await service.create({ ...program, ...keys, pipe: 'JENKINS1' })).toMatchObject({ sev: '10' });
    expect(service.inspect().requests.map(({ objt }) => objt)).toEqual(['*PGM', '*PIPE']);
    expect((await service.create({ ...program, ...keys, pipe: 'JENKINS2', objn: 'B' })).sev).toBe('30');
  });

  test('there is nothing more', () => {
    expect(demoSite.users.map(({ user }) => user)).toEqual(['DEMO', 'LEAD', 'VIEWER']);
    expect(demoSite.installed?.map(({ objn }) => objn)).toEqual(['ORD100', 'CUST']);
    expect(demoSite.crossReference).toEqual([{ objn: 'PRT200', objt: '*FILE' }]);
    expect(demoSite.pipelines).toEqual([{ pipe: 'JENKINS1' }]);
  });
});

test('docs/site.md shows it: npm run generate', () => {
  const page = readFileSync('docs/site.md', 'utf8');
  expect(fillIn(page, { demo: demoTable }, 'docs/site.md')).toBe(page);
  for (const { token } of demoSite.users) expect(page).toContain(`token \`${token}\``);
});
