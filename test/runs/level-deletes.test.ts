import { expect, test } from 'vitest';
import { mappingOf, onceHeld, Stage } from './support.ts';

/** Deleted and restored in any order, whatever became of the runs (design §8 “Unanswered first”, “Added”). */

test('deleted by a run that was killed, then restored: the migration stands, and the delete is withdrawn', async () => {
  await using stage = await Stage.begun({ 'P.RPGLE': 'p1', 'X.RPGLE': 'x' }, mappingOf('DEMO'));
  await stage.push('Delete', { 'P.RPGLE': null }, 'main', { dies: onceHeld('P *DELETE') });
  const restored = await stage.push('Restore', { 'P.RPGLE': 'p1' });
  expect(restored.exitCode).toBe(0);
  expect(stage.live()).toEqual(['ORD/50 P *MIGRATE p1 (P.RPGLE)', 'ORD/50 X *MIGRATE x (X.RPGLE)']);
});
