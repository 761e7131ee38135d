import { expect, test } from 'vitest';
import { manualEvent, pushEvent } from './events.ts';
import { Stage } from './stage.ts';

/** The examples as they stand, with the bundle, real Git and the real service (design §2, §8). */

const two = { 'QRPGLESRC/PUSH1.PGM.RPGLE': 'a\n', 'QRPGLESRC/PUSH2.PGM.RPGLE': 'b\n' };

test('github-push.yml files what a push changed, from a depth-1 clone without credentials', async () => {
  await using stage = await Stage.open();
  const head = stage.commit(two);
  using job = await stage.run('github-push.yml', pushEvent('main', stage.base, head));
  expect(job.steps.at(-1)?.log).toContain('2 created');
  expect(job).toMatchObject({ code: 0, groups: ['file-checkouts-refs/heads/main'] });
  expect(job.steps.at(-1)?.outputs).toMatchObject({ created: '2', failed: '0', 'nothing-to-file': 'false' });
  expect(stage.held()).toEqual(['PUSH1', 'PUSH2']);
  expect(stage.hasLedger()).toBe(true);
  expect(job.summary).toContain('PUSH1');
});

test('github-manual.yml plans some paths first, and files them when told to', async () => {
  await using stage = await Stage.open();
  const head = stage.commit({ ...two, 'QRPGLESRC/OTHER.PGM.RPGLE': 'c\n' });
  const paths = 'QRPGLESRC/PUSH*';
  using dry = await stage.run('github-manual.yml', manualEvent('main', head, { paths }));
  expect(dry.steps.at(-1)?.log).toContain('2 to create');
  expect(dry).toMatchObject({ code: 0, groups: ['file-checkouts-refs/heads/main'] });
  expect(stage.service.inspect().transactions).toEqual([]);
  using real = await stage.run('github-manual.yml', manualEvent('main', head, { paths, 'dry-run': false }));
  expect(real.code).toBe(0);
  expect(stage.held()).toEqual(['PUSH1', 'PUSH2']);
});

test('github-reusable.yml files by a mapping of another repository, with the code of the workflow itself', async () => {
  await using stage = await Stage.open({});
  const head = stage.commit(two);
  using job = await stage.run('github-reusable.yml', pushEvent('main', stage.base, head));
  expect(job.steps.at(-1)?.log).toContain('2 created');
  expect(job.steps.map(({ name }) => name)).toEqual([
    'The repository that was pushed to',
    'The mapping that many repositories share',
    "This workflow's own code",
    'File the check-outs',
  ]);
  expect(job).toMatchObject({
    code: 0,
    runsOn: ['self-hosted', 'linux'],
    groups: ['file-checkouts-refs/heads/main'],
    outputs: { created: '2', failed: '0', 'nothing-to-file': 'false' },
  });
  expect(stage.held()).toEqual(['PUSH1', 'PUSH2']);
  expect(stage.hasLedger()).toBe(true);
  const logs = job.steps.map(({ log }) => log).join('');
  expect(logs.split('demo-token')).toHaveLength(2);
});
