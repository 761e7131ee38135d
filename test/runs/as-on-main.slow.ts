import { describe, expect, test } from 'vitest';
import { mappingOf, outcomesOf, Stage, stageOf } from './support.ts';

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

describe('content that counts as unchanged through another branch’s request', () => {
  /** hotfix files A; feature/c is made from it and changes nothing of it. */
  const shared = async () => (await Stage.after('hotfix is shared', mappingOf('DEMO'), share)).stage;

  async function share(stage: Stage): Promise<void> {
    await stage.push('Import', { 'X.RPGLE': 'x' });
    stage.repository.git('checkout', '-q', '-b', 'hotfix');
    await stage.push('Hot', { 'A.RPGLE': 'a1' }, 'hotfix');
    stage.repository.git('checkout', '-q', '-b', 'feature/c');
    const head = stage.commit('Nothing new', { 'README.md': '1' }, 'feature/c');
    stage.heads.set('feature/c', head);
    const first = await stage.file('feature/c', null, head);
    expect([first.exitCode, outcomesOf(first)]).toEqual([0, ['A *MIGRATE unchanged']]);
  }

  test('that branch takes its request back: here the path stays settled until this branch changes it', async () => {
    await using stage = await shared();
    stage.repository.git('checkout', '-q', 'hotfix');
    await stage.push('Taken back', { 'A.RPGLE': null }, 'hotfix');
    expect(stage.live()).toEqual(['ORD/50 X *MIGRATE x (X.RPGLE)']);
    stage.repository.git('checkout', '-q', 'feature/c');
    const next = await stage.push('Next', { 'README.md': '2' }, 'feature/c');
    expect([next.exitCode, outcomesOf(next)]).toEqual([0, []]);
    const changed = await stage.push('Change', { 'A.RPGLE': 'a3' }, 'feature/c');
    expect([changed.exitCode, outcomesOf(changed)]).toEqual([0, ['A *MIGRATE created']]);
    expect(stage.live()).toContain('ORD/10 A *MIGRATE a3 (A.RPGLE)');
  });

  test('that branch stays: the next run finds nothing to do', async () => {
    await using stage = await shared();
    const next = await stage.push('Next', { 'README.md': '2' }, 'feature/c');
    expect([next.exitCode, outcomesOf(next).filter((row) => !row.endsWith(' unchanged'))]).toEqual([0, []]);
    expect(stage.live()).toContain('ORD/10 A *MIGRATE a1 (A.RPGLE)');
  });
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
