import { expect, test } from 'vitest';
import { demoSite } from '../../src/service/demo.ts';
import type { Site } from '../../src/service/site.ts';
import { demo, lead, linked, program } from './helper.ts';

/** The demo site with a branch for each state of project, task and subtask. */
const site: Site = {
  ...demoSite,
  projects: [
    ...(demoSite.projects ?? []),
    {
      proj: 'P',
      text: 'Project P',
      authorized: ['ORD'],
      tasks: [
        { task: 1, text: 'Task 1', subtasks: [{ stsk: 1, active: false }, { stsk: 2 }] },
        { task: 2, text: 'Task 2', active: false, subtasks: [{ stsk: 1 }] },
      ],
    },
  ],
  repositories: [
    {
      repo: 'ORDERS',
      attributes: [{ attr: 'RPGLE' }],
      branches: [
        { branch: 'closed', proj: 'OLD' },
        { branch: 'new', proj: 'NEWP' },
        { branch: 'inactive', proj: 'P', task: 2 },
        { branch: 'ok', proj: 'P', task: 1, stsk: 2 },
      ],
    },
  ],
};

test.each([
  [{ proj: 'P', task: 1, stsk: 1 }, 'Subtask 1 of task 1 of project P is not active'],
  [{ proj: 'P', task: 2, stsk: 1 }, 'Task 2 of project P is not active'],
  [{ proj: 'P', task: 1, stsk: 3 }, 'Subtask 3 of task 1 of project P is not known'],
  [{ proj: '*BRANCH', branch: 'closed' }, 'Project OLD is not open'],
  [{ proj: '*BRANCH', branch: 'new' }, 'Project NEWP is not authorized for application ORD'],
  [{ proj: '*BRANCH', branch: 'inactive' }, 'Task 2 of project P is not active'],
])('§2.1 proj, task, stsk: %j is refused', async (fields, msg) => {
  await using service = await demo({ site });
  expect(await service.create({ ...linked, ...fields })).toMatchObject({ sev: '30', msg });
  expect(service.inspect().requests).toEqual([]);
});

test.each([
  ['task and subtask', { proj: 'P', task: 1, stsk: 2 }, { proj: 'P', task: 1, stsk: 2, rfpd: 'Task 1' }],
  ['stsk 0: the task', { proj: 'P', task: 1, stsk: 0 }, { task: 1, stsk: 0, rfpd: 'Task 1' }],
  ['stsk omitted: the task', { proj: 'P', task: 1 }, { task: 1, stsk: 0, rfpd: 'Task 1' }],
  ['task 0: the project', { proj: 'P', task: 0, stsk: 0 }, { task: 0, stsk: 0, rfpd: 'Project P' }],
  ['task omitted: the project', { proj: 'P' }, { task: 0, stsk: 0, rfpd: 'Project P' }],
  ['*BRANCH', { proj: '*BRANCH', branch: 'ok' }, { proj: 'P', task: 1, stsk: 2, rfpd: 'Task 1' }],
  ['*BRANCH: task and stsk ignored', { proj: '*BRANCH', branch: 'ok', task: 9, stsk: 9 }, { task: 1, stsk: 2 }],
])('§2.1 proj, task, stsk; rfpd *TASK: %s', async (_, fields, expected) => {
  await using service = await demo({ site });
  const { request } = await service.create({ ...linked, arfp: '*NEW', ...fields });
  expect(request).toMatchObject(expected);
  expect(service.inspect()).toMatchObject({ requests: [expected], rfps: [{ rfpd: request.rfpd }] });
});

test('§2.1 proj, §5: an unauthorized project is authorized automatically, also by *BRANCH, when the caller may', async () => {
  await using service = await demo({ site });
  const fields = { ...linked, proj: '*BRANCH', branch: 'new' };
  expect((await service.create(fields, lead)).request).toMatchObject({ proj: 'NEWP' });
  expect((await service.create({ ...program, objn: 'B', proj: 'NEWP' })).sev).toBe('10');
});
