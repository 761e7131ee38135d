import { expect, test } from 'vitest';
import { Stage } from './support.ts';

/** In CI, only what is on the branch (design §3). */

const event = 'workflow_dispatch';

test.each([
  ['in a range', (base: string, head: string) => ({ base, head })],
  ['as the head of the run, with --paths', () => ({ paths: ['**'] })],
])('a commit that only a pull request has is not filed for main by hand, %s', async (_, optionsOf) => {
  await using stage = await Stage.begun({ 'A.RPGLE': 'a' });
  const base = stage.head();
  stage.goTo('theirs');
  const head = stage.repository.commit('Evil', { 'A.RPGLE': 'evil' });
  stage.repository.git('push', '-q', 'origin', `${head}:refs/pull/7/head`);
  const report = await stage.file('main', null, head, { event, options: optionsOf(base, head) });
  expect([report.exitCode, report.error?.code, report.requests]).toEqual([3, 'range', []]);
  expect(report.error?.message).toBe(
    `the commit ${head.slice(0, 12)} is not on main: at the remote main is at ${base.slice(0, 12)}, which does not have it`,
  );
  expect(stage.held()).toEqual(['ORD/50 A *MIGRATE a']);
});

test('nor for a branch that the remote does not have', async () => {
  await using stage = await Stage.begun({ 'A.RPGLE': 'a' });
  const base = stage.head();
  const options = { base, head: base, branch: 'hotfix' };
  const report = await stage.file('main', null, base, { event, options });
  const message = `the commit ${base.slice(0, 12)} is not on hotfix: the remote has no branch hotfix`;
  expect(report).toMatchObject({ exitCode: 3, error: { message } });
});

test('an older commit of the branch is filed as it is', async () => {
  await using stage = await Stage.open();
  const before = stage.commit('Before', { 'X.RPGLE': 'x' });
  const older = stage.commit('Older', { 'A.RPGLE': 'a' });
  const newest = stage.commit('Newer', { 'B.RPGLE': 'b' });
  const options = { base: before, head: older };
  expect(await stage.filed('main', null, newest, { event, options })).toEqual([0, ['A *MIGRATE created']]);
});

test('a plan of no branch says that, and nothing of a service that is named', async () => {
  await using stage = await Stage.begun({ 'A.RPGLE': 'a' });
  const told = { event, command: 'plan', ci: { GITHUB_REF: 'refs/pull/7/merge' } } as const;
  const { error, notices } = await stage.file('main', null, stage.head(), told);
  expect([error?.message, notices]).toEqual(['the run names no branch', []]);
});
