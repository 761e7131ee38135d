import { expect, test } from 'vitest';
import { noticesOf, outcomesOf, Stage } from '../support.ts';

/** A pull request that is merged before the first run of its branch begins (design §3). */

const branch = 'feature/x';

/** The branch is pushed and merged; none of the two runs has begun. */
async function merged(...how: string[]): Promise<Stage> {
  const stage = await Stage.begun({ 'X.RPGLE': 'x', 'Y.RPGLE': 'y' });
  stage.commit('First', { 'P.RPGLE': 'p' }, branch);
  stage.heads.set(branch, stage.commit('Second', { 'X.RPGLE': 'x2', 'Y.RPGLE': null }, branch));
  stage.repository.git('checkout', '-q', 'main');
  stage.repository.git('merge', '-q', ...how, branch);
  stage.repository.push('main');
  return stage;
}

const atMain = ['ORD/50 X *MIGRATE x (X.RPGLE)', 'ORD/50 Y *MIGRATE y (Y.RPGLE)'];
const filed = ['ORD/10 P *MIGRATE p (P.RPGLE)', 'ORD/10 X *MIGRATE x2 (X.RPGLE)', 'ORD/10 Y *DELETE (Y.RPGLE)'];

test('its first run files what it brought, at its own level', async () => {
  await using stage = await merged('--no-ff', '-m', 'Merge');
  const report = await stage.file(branch, null, stage.head(branch));
  expect([report.exitCode, stage.live()]).toEqual([0, [...filed, ...atMain]]);
  const again = await stage.file(branch, null, stage.head(branch));
  expect([again.exitCode, outcomesOf(again), stage.live()]).toEqual([0, [], [...filed, ...atMain]]);
});

test('so it does when main has gone on since, and when the branch is gone', async () => {
  await using stage = await merged('--no-ff', '-m', 'Merge');
  stage.commit('Later', { 'README.md': 'later' });
  stage.drop(branch);
  const report = await stage.file(branch, null, stage.head(branch));
  expect([report.exitCode, stage.live()]).toEqual([0, [...filed, ...atMain]]);
});

test('so it does when main got its commits by way of another branch', async () => {
  await using stage = await merged('--ff-only');
  const { repository } = stage;
  // main goes back, and merges a branch that has merged this one.
  repository.git('reset', '-q', '--hard', 'HEAD~2');
  repository.git('checkout', '-qb', 'feature/y');
  repository.git('merge', '-q', '--no-ff', '-m', 'Take over', branch);
  repository.git('checkout', '-q', 'main');
  repository.git('merge', '-q', '--no-ff', '-m', 'Merge', 'feature/y');
  repository.git('push', '-qf', 'origin', 'main');
  const report = await stage.file(branch, null, stage.head(branch));
  expect([report.exitCode, stage.live()]).toEqual([0, [...filed, ...atMain]]);
});

test('merged by fast-forward nothing tells: the run says so', async () => {
  await using stage = await merged('--ff-only');
  const report = await stage.file(branch, null, stage.head(branch));
  expect([report.exitCode, outcomesOf(report), stage.live()]).toEqual([0, [], atMain]);
  expect(`${report.nothingToFile} ${noticesOf(report).join()}`).toMatch(/main/);
});

test('moved, merged before the first run, and deleted by the branch: what main had at the fork is deleted', async () => {
  await using stage = await Stage.begun({ 'X.RPGLE': 'x' });
  const { repository } = stage;
  stage.commit('Move', { 'X.RPGLE': null, 'lib/X.RPGLE': 'x' }, branch);
  repository.git('checkout', '-q', 'main');
  repository.git('merge', '-q', '--no-ff', '-m', 'Merge', branch);
  repository.push('main');
  const gone = await stage.push('Drop', { 'lib/X.RPGLE': null }, branch, { before: null });
  expect([gone.exitCode, outcomesOf(gone)]).toEqual([0, ['X *DELETE created']]);
});
