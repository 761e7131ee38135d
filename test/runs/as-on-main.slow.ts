import { expect, test } from 'vitest';
import { mappingOf, onceHeld, outcomesOf, Stage, stageOf } from './support.ts';

test('a merge of main after a squash: what was never looked at and what main alone brought in are as on main', async () => {
  await using stage = await stageOf('DEMO');
  stage.commit('Base', { 'X.RPGLE': 'x' });
  stage.repository.git('checkout', '-q', '-b', 'feature/a');
  await stage.push('First', { 'B.RPGLE': 'b' }, 'feature/a');
  stage.commit('Never looked at', { 'A.RPGLE': 'a' }, 'feature/a');
  stage.repository.git('checkout', '-q', 'main');
  stage.commit('Squashed', { 'A.RPGLE': 'a', 'B.RPGLE': 'b' });
  stage.commit('Of main', { 'M.RPGLE': 'm' });
  stage.repository.git('checkout', '-q', 'feature/a');
  stage.repository.git('merge', '-q', '-m', 'Merge main', 'main');
  stage.repository.push('feature/a');
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
  stage.repository.git('checkout', '-q', '-b', 'feature/a');
  await stage.push('Begin', { 'README.md': '1' }, 'feature/a');
  const before = stage.heads.get('feature/a') ?? '';
  const head = stage.commit('Add', { 'A.RPGLE': 'a' }, 'feature/a');
  stage.repository.git('checkout', '-q', 'main');
  stage.repository.git('merge', '-q', '--no-ff', '-m', 'Merge feature/a', 'feature/a');
  stage.repository.push('main');
  const report = await stage.file('feature/a', before, head);
  expect(outcomesOf(report)).toEqual(['A *MIGRATE created']);
  stage.repository.git('checkout', '-q', 'feature/a');
  const gone = await stage.push('Drop', { 'A.RPGLE': null }, 'feature/a');
  expect([gone.exitCode, outcomesOf(gone)]).toEqual([0, ['A *MIGRATE withdrawn']]);
});

test.each([
  ['filed', {}],
  ['filed, and the run was killed', { dies: onceHeld('N *DELETE') }],
])(
  'a merge of main that dropped a file of main, and is undone by force: its delete, %s, is withdrawn',
  async (_, told) => {
    await using stage = await Stage.begun({ 'X.RPGLE': 'x' }, mappingOf('DEMO'));
    const git = stage.repository.git.bind(stage.repository);
    git('checkout', '-q', '-b', 'feature/a');
    await stage.push('Begin', { 'A.RPGLE': 'a' }, 'feature/a', { before: null });
    const undone = stage.heads.get('feature/a') ?? '';
    git('checkout', '-q', 'main');
    await stage.push('Of main', { 'N.RPGLE': 'n' });
    git('checkout', '-q', 'feature/a');
    git('merge', '-q', '--no-commit', '--no-ff', 'main');
    await stage.push('Merge main, without N', { 'N.RPGLE': null }, 'feature/a', told);
    expect(stage.live().join()).toContain('ORD/10 N *DELETE');
    git('reset', '-q', '--hard', undone);
    git('push', '-qf', 'origin', 'feature/a');
    const report = await stage.file('feature/a', stage.heads.get('feature/a') ?? '', undone);
    expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['N *DELETE withdrawn']]);
  },
);

test('main moves a file that a branch has filed, and the branch is created again and drops it: its delete is filed', async () => {
  await using stage = await Stage.begun({ 'X.RPGLE': 'x', 'src/P.RPGLE': 'p' }, mappingOf('DEMO'));
  const git = stage.repository.git.bind(stage.repository);
  git('checkout', '-q', '-b', 'feature/a');
  await stage.push('Edit', { 'src/P.RPGLE': 'p1' }, 'feature/a', { before: null });
  git('checkout', '-q', 'main');
  await stage.push('Move', { 'src/P.RPGLE': null, 'lib/P.RPGLE': 'p' });
  git('checkout', '-q', '-B', 'feature/a', 'main');
  git('push', '-qf', 'origin', 'feature/a');
  const gone = await stage.push('Drop', { 'lib/P.RPGLE': null }, 'feature/a');
  expect([gone.exitCode, outcomesOf(gone)]).toEqual([0, ['P *MIGRATE withdrawn', 'P *DELETE created']]);
});
