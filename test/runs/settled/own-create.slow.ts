import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../src/service/faults.ts';
import { type Files, type Stage, stageOf } from '../support.ts';

/** A create without an answer is never forgotten, no matter what is refused later (design §8 "A run", `tried`). */

/** The create of A is done, and its answer is lost. */
const lost: Fault = { method: 'POST', objn: 'A', nth: 1, cut: 'after' };
const notNow = 'Not now';
const x = 'ORD/50 X *MIGRATE x (X.RPGLE)';

/** What is refused once the answer was lost. */
const refusals: [string, Fault[]][] = [
  ['the repeat', [lost, { method: 'POST', objn: 'A', from: 2, times: 1, refuse: notNow }]],
  ['the look at the request', [lost, { method: 'PATCH', nth: 1, refuse: notNow }]],
  ['the update that follows the proof', [lost, { method: 'PATCH', nth: 2, refuse: notNow }]],
];

async function afterLoss(faults: readonly Fault[]): Promise<Stage> {
  const stage = await stageOf('DEMO', faults);
  await stage.push('Import', { 'A.RPGLE': 'a1', 'X.RPGLE': 'x' });
  return stage;
}

test.each(refusals)(
  'an answer is lost, and %s is refused: the next run goes on with the request',
  async (_, faults) => {
    await using stage = await afterLoss(faults);
    expect(await stage.leaves('Next', { 'A.RPGLE': 'a2' })).toEqual([0, ['ORD/50 A *MIGRATE a2 (A.RPGLE)', x]]);
  },
);

describe('an answer is lost, and its repeat is refused', () => {
  const faults = refusals[0]?.[1] ?? [];
  const moved = { 'A.RPGLE': null, 'lib/A.RPGLE': 'a3' };

  test.each<[string, Files, string[]]>([
    ['the next push does not touch it: it is settled', { 'README.md': '1' }, ['ORD/50 A *MIGRATE a1 (A.RPGLE)']],
    ['the file is deleted since: it is withdrawn', { 'A.RPGLE': null }, []],
    ['the file is another one since: it is updated', moved, ['ORD/50 A *MIGRATE a3 (lib/A.RPGLE)']],
  ])('%s', async (_, files, stands) => {
    await using stage = await afterLoss(faults);
    expect(await stage.leaves('Next', files)).toEqual([0, [...stands, x]]);
    expect(await stage.next()).toEqual([0, []]);
  });

  test('the file is deleted since, and the withdrawal gets no answer, then a refusal: no delete is made up', async () => {
    const withdrawal: Fault[] = [
      { method: 'PATCH', nth: 2, cut: 'after' },
      { method: 'PATCH', nth: 3, refuse: notNow },
    ];
    await using stage = await afterLoss([...faults, ...withdrawal]);
    expect(await stage.pushed('Drop', { 'A.RPGLE': null })).toEqual([1, ['A *DELETE conflict']]);
    expect(await stage.leaves('Next', { 'README.md': '1' })).toEqual([0, [x]]);
  });
});
