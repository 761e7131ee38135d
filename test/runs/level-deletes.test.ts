import { expect, test } from 'vitest';
import { onceHeld, stageOf } from './support.ts';

/** Deleted and restored in any order, whatever became of the runs (design §8). */

test('deleted by a run that was killed, then restored: the migration stands, and the delete is withdrawn', async () => {
  await using stage = await stageOf('DEMO');
  stage.heads.set('main', stage.commit('Before the tool', { 'P.RPGLE': 'p0' }));
  await stage.push('Import', { 'P.RPGLE': 'p1', 'X.RPGLE': 'x' });
  await stage.push('Delete', { 'P.RPGLE': null }, 'main', { dies: onceHeld('P *DELETE') });
  const restored = await stage.push('Restore', { 'P.RPGLE': 'p1' });
  expect(restored.exitCode).toBe(0);
  expect(stage.live()).toEqual(['ORD/50 P *MIGRATE p1 (P.RPGLE)', 'ORD/50 X *MIGRATE x (X.RPGLE)']);
});
