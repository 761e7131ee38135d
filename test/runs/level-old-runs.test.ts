import { expect, test } from 'vitest';
import { stageOf } from './support.ts';

/** Runs that are started again when their push is history (design §8 “Old runs”). */

test('an old run of a branch that is gone files nothing, and the head stays', async () => {
  await using stage = await stageOf('DEMO');
  stage.commit('Base', { 'X.RPGLE': 'x' });
  stage.repository.git('checkout', '-q', '-b', 'feature/a');
  await stage.push('First', { 'A.RPGLE': 'a1' }, 'feature/a');
  const first = stage.heads.get('feature/a') ?? '';
  await stage.push('Second', { 'A.RPGLE': 'a2', 'B.RPGLE': 'b' }, 'feature/a');
  const stands = stage.live();
  stage.repository.git('push', '-q', 'origin', ':refs/heads/feature/a');
  await stage.file('feature/a', null, first);
  expect(stage.live()).toEqual(stands);
  expect(stage.record('feature/a').settled).toBe(stage.heads.get('feature/a'));
});
