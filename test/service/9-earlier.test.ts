import { describe, expect, test } from 'vitest';
import { demoSite } from '../../src/service/demo.ts';
import { demo, lead, linked, program } from './helper.ts';

const earlier = { variant: 'earlier', site: { ...demoSite, jobUser: 'QUSER' } } as const;
const locked = 'Target Object already locked by another request';

/** Every row of the table of §9, side by side. */
describe('§9 earlier and later variant', () => {
  test.each([
    ['attr', 'Attribute missing'],
    ['objt', 'Object Type missing'],
  ])('%s: required, or optional', async (name, msg) => {
    const fields = { ...program, objn: 'ORD100', [name]: undefined };
    for (const value of [undefined, null, '']) {
      await using service = await demo(earlier);
      expect(await service.create({ ...fields, [name]: value })).toMatchObject({ sev: '30', msg });
      expect(service.inspect().requests).toEqual([]);
    }
    await using later = await demo();
    expect(await later.create(fields)).toMatchObject({ sev: '10', request: { attr: 'RPGLE', objt: '*PGM' } });
  });

  test.each(['repo', 'gpath', 'gfile', 'branch'])('field %s: absent, or present', async (name) => {
    const fields = { ...linked, ...program };
    await using service = await demo(earlier);
    const { msg } = await service.create(fields);
    expect(msg).toContain(`field ${name} is not known and was ignored`);
    expect(service.inspect().requests).toMatchObject([{ [name]: '', repositoryType: '' }]);
    await using later = await demo();
    expect(await later.create(fields)).toMatchObject({ sev: '10' });
    expect(later.inspect().requests).toMatchObject([{ [name]: fields[name as 'repo'], repositoryType: '*GIT' }]);
  });

  test('proj *BRANCH and rfpd *TASK: absent, so plain values', async () => {
    await using service = await demo(earlier);
    const msg = 'Project *BRANCH is not known';
    expect(await service.create({ ...program, proj: '*BRANCH' })).toMatchObject({ sev: '30', msg });
    await service.create({ ...program, proj: 'CUST', arfp: '*NEW', rfpd: '*TASK' });
    await service.create({ ...program, objn: 'B', proj: 'CUST', task: 12, arfp: '*NEW' });
    await service.create({ ...program, objn: 'C', arfp: '*AUTO' });
    expect(service.inspect().rfps.map(({ rfpd }) => rfpd)).toEqual(['*TASK', 'B', 'C']);
  });

  test.each([
    ['left out', {}, { user: 'QUSER', folb: 'QUSER', fslb: 'QUSER' }],
    ['user', { user: 'LEAD' }, { user: 'LEAD', folb: 'LEAD', fslb: 'LEAD' }],
    ['folb', { folb: 'MYLIB' }, { folb: 'MYLIB', fslb: 'MYLIB' }],
    ['fslb', { fslb: 'MYSRC' }, { folb: 'QUSER', fslb: 'MYSRC' }],
    ['in the IFS', { objt: '*IFS', attr: 'WEBF' }, { folb: 'QUSER', fslb: 'QUSER' }],
    ['source in the IFS', { attr: 'WEBF' }, { folb: 'QUSER', fslb: 'QUSER' }],
    ['source in the IFS, folb', { attr: 'WEBF', folb: 'MYLIB' }, { folb: 'MYLIB', fslb: 'MYLIB' }],
    ['in the IFS, folb', { objt: '*IFS', attr: 'WEBF', folb: '/w' }, { folb: '/w', fslb: '/w' }],
  ])('defaults of user, folb, fslb: %s', async (_, fields, stored) => {
    await using service = await demo(earlier);
    expect(await service.create({ ...program, ...fields }, lead)).toMatchObject({ sev: '10' });
    expect(service.inspect().requests).toMatchObject([stored]);
  });

  test('the reply is rtn only, also for warnings and refusals', async () => {
    await using service = await demo({ ...earlier, quotedNumbers: true });
    const replies = [
      await service.create(program),
      await service.create({ ...program, objn: 'B', arfp: '*NEW' }),
      await service.create({ ...program, objn: 'C', gfile: 'x' }),
      await service.create(program),
    ];
    expect(replies.map(({ json }) => json)).toEqual([
      { rtn: { sev: '10', msg: 'Request created for ORD200 into RFP 0' } },
      { rtn: { sev: '10', msg: 'Request created for B into RFP 101' } },
      { rtn: { sev: '20', msg: 'Request created for C into RFP 0; field gfile is not known and was ignored' } },
      { rtn: { sev: '30', msg: locked, existingObjectId: '10001' } },
    ]);
  });

  test('PATCH is absent: 405 for everybody, nothing changes and nothing is logged', async () => {
    await using service = await demo(earlier);
    await service.create(program);
    for (const token of ['demo-token', 'nobody']) {
      const answer = await service.update({ objectId: 10001, lock: '*NO' }, token);
      expect([answer.status, answer.headers.get('allow'), answer.sev]).toEqual([405, 'POST', '30']);
    }
    expect(service.inspect()).toMatchObject({ requests: [{ lock: '*YES' }], transactions: [{ method: 'POST' }] });
  });

  test('§4.3 attachments by objn and srcn, not by gfile', async () => {
    await using service = await demo(earlier);
    const page = { ...program, objn: 'index.html', objt: '*IFS', attr: 'WEBF' };
    await service.multipart('POST', program, { name: 'ORD200', bytes: 'x' });
    await service.multipart('POST', page, { name: 'index.html', bytes: 'x' });
    const { msg } = await service.multipart(
      'POST',
      { ...linked, ...program, objn: 'C' },
      { name: linked.gfile, bytes: 'x' },
    );
    expect(msg).toMatch(/attachment ORD300\.PGM\.RPGLE not used$/);
    const places = service.inspect().attachments.map(({ place }) => place);
    expect(places).toEqual(['member QUSER/QRPGLESRC(ORD200)', 'ifs QUSER/index.html']);
  });

  test('what §9 does not name is the same: locks, RFPs, projects, *PIPE requests', async () => {
    await using service = await demo(earlier);
    const keys = { pipe: 'JENKINS1', pipa: 'PIPE', tkey: '1' };
    await service.create({ ...program, arfp: '*NEW', proj: 'CUST', task: 12, ...keys });
    await service.create({ ...program, objn: 'B', arfp: '*YES', rfp: 101 });
    expect(service.inspect().requests.map(({ objn, rfp }) => [objn, rfp])).toEqual([
      ['ORD200', 101],
      ['JENKINS1', 101],
      ['B', 101],
    ]);
    expect(await service.create({ ...program, proj: 'NEWP' })).toMatchObject({ sev: '30' });
  });
});
