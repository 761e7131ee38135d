import { expect, test } from 'vitest';
import { mappingOf, outcomesOf, Stage, stageOf } from './support.ts';

test('a merge of main after a squash: what was never looked at and what main alone brought in are as on main', async () => {
  await using stage = await stageOf('DEMO');
  stage.commit('Base', { 'X.RPGLE': 'x' });
  await stage.push('First', { 'B.RPGLE': 'b' }, 'feature/a');
  stage.commit('Never looked at', { 'A.RPGLE': 'a' }, 'feature/a');
  stage.commit('Squashed', { 'A.RPGLE': 'a', 'B.RPGLE': 'b' });
  stage.commit('Of main', { 'M.RPGLE': 'm' });
  stage.merge('main', 'feature/a');
  const head = stage.repository.git('rev-parse', 'HEAD');
  const report = await stage.file('feature/a', null, head, { event: 'schedule' });
  expect([report.exitCode, outcomesOf(report)]).toEqual([0, []]);
  expect(report.leftOut.map(({ path, why }) => [path, why])).toEqual([
    ['A.RPGLE', 'as on main'],
    ['M.RPGLE', 'as on main'],
  ]);
});

test('what a push added counts as added, though main had merged it before its run: taken away again, nothing is deleted', async () => {
  await using stage = await Stage.begun({ 'X.RPGLE': 'x' });
  await stage.push('Begin', { 'README.md': '1' }, 'feature/a');
  const before = stage.head('feature/a');
  const head = stage.commit('Add', { 'A.RPGLE': 'a' }, 'feature/a');
  stage.merge('feature/a');
  expect(outcomesOf(await stage.file('feature/a', before, head))).toEqual(['A *MIGRATE created']);
  expect(await stage.pushed('Drop', { 'A.RPGLE': null }, 'feature/a')).toEqual([0, ['A *MIGRATE withdrawn']]);
});

test('a merge of main that dropped a file of main, and is undone by force: its delete is withdrawn', async () => {
  await using stage = await Stage.begun({ 'X.RPGLE': 'x' }, mappingOf('DEMO'));
  const git = stage.repository.git.bind(stage.repository);
  await stage.push('Begin', { 'A.RPGLE': 'a' }, 'feature/a', { before: null });
  const undone = stage.head('feature/a');
  await stage.push('Of main', { 'N.RPGLE': 'n' });
  git('checkout', '-q', 'feature/a');
  git('merge', '-q', '--no-commit', '--no-ff', 'main');
  await stage.push('Merge main, without N', { 'N.RPGLE': null }, 'feature/a');
  expect(stage.live().join()).toContain('ORD/10 N *DELETE');
  git('reset', '-q', '--hard', undone);
  git('push', '-qf', 'origin', 'feature/a');
  expect(await stage.filed('feature/a', stage.head('feature/a'), undone)).toEqual([0, ['N *DELETE withdrawn']]);
});

test('main moves a file that a branch has filed, and the branch is created again and drops it: its delete is filed', async () => {
  await using stage = await Stage.begun({ 'X.RPGLE': 'x', 'src/P.RPGLE': 'p' }, mappingOf('DEMO'));
  const git = stage.repository.git.bind(stage.repository);
  await stage.push('Edit', { 'src/P.RPGLE': 'p1' }, 'feature/a', { before: null });
  await stage.push('Move', { 'src/P.RPGLE': null, 'lib/P.RPGLE': 'p' });
  git('checkout', '-q', '-B', 'feature/a', 'main');
  git('push', '-qf', 'origin', 'feature/a');
  const gone = await stage.push('Drop', { 'lib/P.RPGLE': null }, 'feature/a');
  expect([gone.exitCode, outcomesOf(gone)]).toEqual([0, ['P *MIGRATE withdrawn', 'P *DELETE created']]);
});
