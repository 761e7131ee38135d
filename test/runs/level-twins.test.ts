import { expect, test } from 'vitest';
import { stageOf } from './support.ts';

/** Two files that make one object (design §8 “Any file of the object”). */

test('the file that was filed goes: the one that stays is filed, as its content is not what stands', async () => {
  await using stage = await stageOf('DEMO');
  const before = stage.commit('Before the tool', { 'A/P.RPGLE': 'a', 'B/P.RPGLE': 'b' });
  await stage.push('Edit', { 'A/P.RPGLE': 'a2' }, 'main', { before });
  const gone = await stage.push('Delete', { 'A/P.RPGLE': null });
  expect([gone.exitCode, stage.live()]).toEqual([0, ['ORD/50 P *MIGRATE b (B/P.RPGLE)']]);
});
