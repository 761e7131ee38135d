import { expect, test } from 'vitest';
import { frozenAt, mappingOf, Stage } from './support.ts';

/** A process that is frozen beyond its lease (design §8 “Lease”). */

test('a run that wakes up after another has replaced it sends nothing more, and is red', async () => {
  await using stage = await Stage.begun({ 'A.RPGLE': 'a0', 'B.RPGLE': 'b0', 'C.RPGLE': 'c0' }, mappingOf('DEMO'));
  const newer = { 'A.RPGLE': 'a2', 'B.RPGLE': 'b2', 'C.RPGLE': 'c2' };
  const second = frozenAt(stage, 'A', () => stage.push('Newer', newer));
  const options = { concurrency: 1 };
  const first = await stage.push('Older', { 'A.RPGLE': 'a1', 'B.RPGLE': 'b1', 'C.RPGLE': 'c1' }, 'main', { options });
  expect((await second).exitCode).toBe(0);
  expect(stage.live()).toEqual([
    'ORD/50 A *MIGRATE a2 (A.RPGLE)',
    'ORD/50 B *MIGRATE b2 (B.RPGLE)',
    'ORD/50 C *MIGRATE c2 (C.RPGLE)',
  ]);
  expect(first.requests.slice(1).map(({ outcome }) => outcome)).toEqual(['notAttempted', 'notAttempted']);
  expect(first.exitCode).not.toBe(0);
});
