import { expect, test } from 'vitest';
import { demoSite } from '../../src/service/demo.ts';
import { demo, linked, program } from './helper.ts';

const earlier = { variant: 'earlier' } as const;

test('earlier variant: rtn only, and its own words', async () => {
  await using service = await demo(earlier);
  const { json } = await service.create({ ...program, arfp: '*NEW', rfpd: 'R' });
  expect(json).toEqual({ rtn: { sev: '10', msg: 'Request created for ORD200 into RFP 101' } });
  expect((await service.create(program)).json).toEqual({
    rtn: { sev: '30', msg: 'Target Object already locked by another request', existingObjectId: 10001 },
  });
});

test('earlier variant: attribute and type are required', async () => {
  await using service = await demo(earlier);
  expect(await service.create({ ...program, attr: undefined, objn: 'ORD100' })).toMatchObject({
    msg: 'Attribute missing',
  });
  expect(await service.create({ ...program, objt: undefined, objn: 'ORD100' })).toMatchObject({
    msg: 'Object Type missing',
  });
});

test('earlier variant: no Git fields, no *BRANCH, no *TASK', async () => {
  await using service = await demo(earlier);
  const answer = await service.create({ ...linked, ...program, arfp: '*NEW', proj: 'CUST' });
  expect(answer.msg).toMatch(/^Request created for ORD200 into RFP 101; field repo is not known and was ignored; /);
  const { requests, rfps } = service.inspect();
  expect(requests).toMatchObject([{ repo: '', branch: '', gpath: '', gfile: '', repositoryType: '', proj: 'CUST' }]);
  expect(rfps).toMatchObject([{ rfpd: 'ORD200' }]);
  expect(await service.create({ ...program, proj: '*BRANCH' })).toMatchObject({
    sev: '30',
    msg: 'Project *BRANCH is not known',
  });
});

test('earlier variant: user and libraries are those of the job', async () => {
  await using service = await demo({ ...earlier, site: { ...demoSite, jobUser: 'JOB' } });
  await service.create(program);
  await service.create({ ...program, objn: 'B', user: 'LEAD', folb: 'MYLIB' });
  expect(service.inspect().requests).toMatchObject([
    { user: 'JOB', folb: 'JOB', fslb: 'JOB' },
    { user: 'LEAD', folb: 'MYLIB', fslb: 'MYLIB' },
  ]);
});

test('earlier variant: there is no PATCH', async () => {
  await using service = await demo(earlier);
  const answer = await service.update({ objectId: 1 });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
});
