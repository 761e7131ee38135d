import { expect, test } from 'vitest';
import { noticesOf, outcomesOf, refusePushes, Stage } from './support.ts';

/** Each sentence of design §8, as a story over real Git and a real service. */

test('a run that could not reach the service is caught up by the next push', async () => {
  await using stage = await Stage.begun({ 'A.RPGLE': 'a1' });
  const failed = await stage.push('Lost', { 'B.RPGLE': 'b1' }, 'main', { refused: true });
  expect([failed.exitCode, failed.error?.code, outcomesOf(failed)]).toEqual([4, 'token', ['B *MIGRATE notAttempted']]);
  expect(noticesOf(failed)).toEqual(['1 request was not filed: the next run of this branch files it']);
  expect(await stage.pushed('Next', { 'C.RPGLE': 'c1' })).toEqual([0, ['B *MIGRATE created', 'C *MIGRATE created']]);
});

test('no write permission, auto: says so, takes the event, and overwrites nobody', async () => {
  await using stage = await Stage.open();
  refusePushes(stage);
  const first = await stage.push('Import', { 'A.RPGLE': 'a1' }, 'main');
  expect([first.exitCode, outcomesOf(first)]).toEqual([0, ['A *MIGRATE created']]);
  expect(noticesOf(first).join('\n')).toContain('the requests of this run are not recorded');
  const again = await stage.push('Change', { 'A.RPGLE': 'a2' }, 'main', { options: { 'on-conflict': 'fail' } });
  expect([again.exitCode, again.range?.rule, outcomesOf(again)]).toEqual([1, 'push', ['A *MIGRATE conflict']]);
  expect(stage.held()).toEqual(['ORD/50 A *MIGRATE a1']);
});
