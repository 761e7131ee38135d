import { expect, test } from 'vitest';
import { noticesOf, outcomesOf, stageOf, unseen } from './support.ts';

/** Pushes whose runs were killed before they wrote anything (design §8 “Old runs”). */

test('the first push of a feature branch was never looked at: the next run files what is the branch’s own, and says so', async () => {
  await using stage = await stageOf('DEMO');
  const main = stage.commit('Base', { 'X.RPGLE': 'x' });
  stage.repository.git('checkout', '-q', '-b', 'feature/a');
  const first = stage.commit('First', { 'A.RPGLE': 'a' }, 'feature/a');
  const second = stage.commit('Second', { 'B.RPGLE': 'b' }, 'feature/a');
  const report = await stage.file('feature/a', first, second);
  expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['A *MIGRATE created', 'B *MIGRATE created']]);
  expect(noticesOf(report).join('\n')).toMatch(unseen(main, first));
});
