import { expect, test } from 'vitest';
import { noticesOf, outcomesOf, Stage } from '../support.ts';

/** A pull request that is merged before the first run of its branch begins (design §3). */

const branch = 'feature/x';

/** The branch is pushed and merged; none of the two runs has begun. */
async function merged(...how: string[]): Promise<Stage> {
  const stage = await Stage.begun({ 'X.RPGLE': 'x', 'Y.RPGLE': 'y' });
  stage.commit('First', { 'P.RPGLE': 'p' }, branch);
  stage.heads.set(branch, stage.commit('Second', { 'X.RPGLE': 'x2', 'Y.RPGLE': null }, branch));
  stage.merge(branch, 'main', ...how);
  return stage;
}

const atMain = ['ORD/50 X *MIGRATE x (X.RPGLE)', 'ORD/50 Y *MIGRATE y (Y.RPGLE)'];
const filed = ['ORD/10 P *MIGRATE p (P.RPGLE)', 'ORD/10 X *MIGRATE x2 (X.RPGLE)', 'ORD/10 Y *DELETE (Y.RPGLE)'];

test.each<[string, string[], (stage: Stage) => void]>([
  ['when main has it', [], () => {}],
  [
    'when main has gone on since, and the branch is gone',
    [],
    (stage) => {
      stage.commit('Later', { 'README.md': 'later' });
      stage.drop(branch);
    },
  ],
  [
    'when main, moved back, got its commits by way of another branch',
    ['--ff-only'],
    (stage) => {
      stage.repository.git('reset', '-q', '--hard', 'HEAD~2');
      stage.merge(branch, 'feature/y');
      stage.merge('feature/y');
    },
  ],
])('its first run files what it brought, at its own level, %s', async (_, how, play) => {
  await using stage = await merged(...how);
  play(stage);
  for (const isFirst of [true, false]) {
    const report = await stage.file(branch, null, stage.head(branch));
    expect([report.exitCode, report.requests.length > 0, stage.live()]).toEqual([0, isFirst, [...filed, ...atMain]]);
  }
});

test('merged by fast-forward nothing tells: the run says so', async () => {
  await using stage = await merged('--ff-only');
  const report = await stage.file(branch, null, stage.head(branch));
  expect([report.exitCode, outcomesOf(report), stage.live()]).toEqual([0, [], atMain]);
  expect(`${report.nothingToFile} ${noticesOf(report).join()}`).toMatch(/main/);
});

test('moved, merged before the first run, and deleted by the branch: what main had at the fork is deleted', async () => {
  await using stage = await Stage.begun({ 'X.RPGLE': 'x' });
  stage.commit('Move', { 'X.RPGLE': null, 'lib/X.RPGLE': 'x' }, branch);
  stage.merge(branch);
  const gone = await stage.push('Drop', { 'lib/X.RPGLE': null }, branch, { before: null });
  expect([gone.exitCode, outcomesOf(gone)]).toEqual([0, ['X *DELETE created']]);
});
