import { expect, test } from 'vitest';
import { mappingOf, overtaken, Stage } from './support.ts';

/** A run that starts when the next push is there, whose own run never comes (design §8). */

test('the push after an overtaken run reverts what that run filed: the branch’s content stands', async () => {
  await using stage = await Stage.begun({ 'P.RPGLE': 'p0' }, mappingOf('DEMO'));
  await overtaken(stage, { 'P.RPGLE': 'p1' });
  expect(await stage.leaves('Revert', { 'P.RPGLE': 'p0' })).toEqual([0, ['ORD/50 P *MIGRATE p0 (P.RPGLE)']]);
});
