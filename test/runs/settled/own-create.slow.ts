import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../src/service/faults.ts';
import { type Stage, stageOf } from '../support.ts';

/** A create without an answer is never forgotten, whatever is refused later (design §8 "A run", `tried`). */

const told = { sleep: async () => {} };
/** The create of A is done, and its answer is lost. */
const lost: Fault = { method: 'POST', objn: 'A', nth: 1, cut: 'after' };
const notNow = 'Not now';

/** What is refused once the answer was lost. */
const refusals: [string, Fault[]][] = [
  ['the repeat', [lost, { method: 'POST', objn: 'A', from: 2, times: 1, refuse: notNow }]],
  ['the look at the request', [lost, { method: 'PATCH', nth: 1, refuse: notNow }]],
  ['the update that follows the proof', [lost, { method: 'PATCH', nth: 2, refuse: notNow }]],
];

async function afterLoss(faults: readonly Fault[]): Promise<Stage> {
  const stage = await stageOf('DEMO', faults);
  await stage.push('Import', { 'A.RPGLE': 'a1', 'X.RPGLE': 'x' }, 'main', told);
  return stage;
}

test.each(refusals)(
  'an answer is lost, and %s is refused: the next run goes on with the request',
  async (_, faults) => {
    await using stage = await afterLoss(faults);
    expect((await stage.push('Next', { 'A.RPGLE': 'a2' }, 'main', told)).exitCode).toBe(0);
    expect(stage.live()).toEqual(['ORD/50 A *MIGRATE a2 (A.RPGLE)', 'ORD/50 X *MIGRATE x (X.RPGLE)']);
  },
);

describe('an answer is lost, and its repeat is refused', () => {
  const faults = refusals[0]?.[1] ?? [];

  test('a run of a push that does not touch it settles it', async () => {
    await using stage = await afterLoss(faults);
    expect((await stage.push('Next', { 'README.md': '1' }, 'main', told)).exitCode).toBe(0);
    expect(stage.live()).toEqual(['ORD/50 A *MIGRATE a1 (A.RPGLE)', 'ORD/50 X *MIGRATE x (X.RPGLE)']);
    expect(await stage.next('main', told)).toEqual([0, []]);
  });

  test('the file is deleted since: the next run withdraws it', async () => {
    await using stage = await afterLoss(faults);
    const next = await stage.push('Drop', { 'A.RPGLE': null }, 'main', told);
    expect([next.exitCode, stage.live()]).toEqual([0, ['ORD/50 X *MIGRATE x (X.RPGLE)']]);
  });

  test('the file is deleted since, and the withdrawal gets no answer, then a refusal: no delete is made up', async () => {
    const withdrawal: Fault[] = [
      { method: 'PATCH', nth: 2, cut: 'after' },
      { method: 'PATCH', nth: 3, refuse: notNow },
    ];
    await using stage = await afterLoss([...faults, ...withdrawal]);
    expect(await stage.pushed('Drop', { 'A.RPGLE': null }, 'main', told)).toEqual([1, ['A *DELETE conflict']]);
    const next = await stage.push('Next', { 'README.md': '1' }, 'main', told);
    expect([next.exitCode, stage.live()]).toEqual([0, ['ORD/50 X *MIGRATE x (X.RPGLE)']]);
  });

  test('the file is another one since: it is updated', async () => {
    await using stage = await afterLoss(faults);
    expect((await stage.push('Move', { 'A.RPGLE': null, 'lib/A.RPGLE': 'a3' }, 'main', told)).exitCode).toBe(0);
    expect(stage.live()).toEqual(['ORD/50 A *MIGRATE a3 (lib/A.RPGLE)', 'ORD/50 X *MIGRATE x (X.RPGLE)']);
  });
});
