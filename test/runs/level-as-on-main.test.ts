import { expect, test } from 'vitest';
import { outcomesOf, stageOf } from './support.ts';

/** What a branch shares with another: what should stand, and whose request holds it (design §7, §8). */

test('a catch-up by hand after a squash merge: the branch’s own change is filed, though it is as on main', async () => {
  await using stage = await stageOf('DEMO');
  stage.commit('Base', { 'X.RPGLE': 'x' });
  stage.repository.git('checkout', '-q', '-b', 'feature/a');
  await stage.push('First', { 'B.RPGLE': 'b' }, 'feature/a');
  stage.commit('Never looked at', { 'A.RPGLE': 'a' }, 'feature/a');
  stage.repository.git('checkout', '-q', 'main');
  stage.commit('Squashed', { 'A.RPGLE': 'a', 'B.RPGLE': 'b' });
  stage.repository.git('checkout', '-q', 'feature/a');
  stage.repository.git('merge', '-q', '-m', 'Merge main', 'main');
  stage.repository.push('feature/a');
  const head = stage.repository.git('rev-parse', 'HEAD');
  const report = await stage.file('feature/a', null, head, { event: 'workflow_dispatch' });
  expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['A *MIGRATE created']]);
});
