import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { outcomesOf, Stage } from '../runs/support.ts';

/** Waits as a run does. */
const sleep = (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }).catch(() => {});

/** Aborted once the service has done the work of a call of that method; what is to be waited for then is cut short. */
function cancelAfter(stage: Stage, method: 'POST' | 'PATCH'): AbortSignal {
  const run = new AbortController();
  const count = () => stage.service.inspect().transactions.filter((entry) => entry.method === method).length;
  const before = count();
  const watch = async () => {
    while (count() === before) await wait(2);
    // Let the cut connection arrive, so that it is the wait for the next attempt that is cancelled.
    await wait(30);
    run.abort();
  };
  void watch();
  return run.signal;
}

test('a create whose answer was lost when the run was cancelled is proven by the next run, not asked of a person', async () => {
  // Should the next attempt come before the run is cancelled, it is cut too.
  await using stage = await Stage.open([
    { method: 'POST', nth: 2, cut: 'after' },
    { method: 'POST', nth: 3, cut: 'before' },
  ]);
  const branch = 'feature/lost';
  const base = stage.commit('base', { 'BASE.RPGLE': 'base\n' });
  await stage.push('one', { 'A.RPGLE': 'A\n' }, branch, { before: base });
  const cut = await stage.push('two', { 'B.RPGLE': 'B\n' }, branch, { sleep, signal: cancelAfter(stage, 'POST') });
  const again = await stage.push('three', { 'C.RPGLE': 'C\n' }, branch);
  expect(cut).toMatchObject({ exitCode: 1, error: { code: 'cancelled' } });
  expect(outcomesOf(cut)).toEqual(['B *MIGRATE unknown']);
  expect(outcomesOf(again)).toEqual(['B *MIGRATE updated', 'C *MIGRATE created']);
  expect(again.exitCode).toBe(0);
  expect(stage.held()).toEqual(['ORD/10 A *MIGRATE A', 'ORD/10 B *MIGRATE B', 'ORD/10 C *MIGRATE C']);
});

test('an update whose answer was lost is not taken for undone: going back to the old content sends it again', async () => {
  await using stage = await Stage.open([{ method: 'PATCH', times: 2, cut: 'after' }]);
  await stage.push('one', { 'A.RPGLE': 'old\n' }, 'main');
  const cut = await stage.push('two', { 'A.RPGLE': 'new\n' }, 'main', { sleep, signal: cancelAfter(stage, 'PATCH') });
  expect(cut).toMatchObject({ exitCode: 1, requests: [{ outcome: 'unknown' }] });
  expect(stage.held()).toEqual(['ORD/50 A *MIGRATE new']);
  const back = await stage.push('three', { 'A.RPGLE': 'old\n' }, 'main');
  expect(back).toMatchObject({ exitCode: 0, requests: [{ outcome: 'updated' }] });
  expect(stage.held()).toEqual(['ORD/50 A *MIGRATE old']);
});
