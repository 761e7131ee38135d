import { expect, test } from 'vitest';
import { mappingText, noticesOf, outcomesOf, refusePushes, Stage } from './support.ts';

/** Each sentence of design §8, as a story over real Git and a real service. */

test('a run that could not reach the service is caught up by the next push', async () => {
  await using stage = await Stage.begun({ 'A.RPGLE': 'a1' });
  const failed = await stage.push('Lost', { 'B.RPGLE': 'b1' }, 'main', { refused: true });
  expect([failed.exitCode, failed.error?.code, outcomesOf(failed)]).toEqual([4, 'token', ['B *MIGRATE notAttempted']]);
  expect(noticesOf(failed)).toEqual(['1 request was not filed: the next run of this branch files it']);
  const next = await stage.push('Next', { 'C.RPGLE': 'c1' });
  expect([next.exitCode, outcomesOf(next)]).toEqual([0, ['B *MIGRATE created', 'C *MIGRATE created']]);
});

test('a mapping error in one push, corrected in the next: the files of both are filed', async () => {
  await using stage = await Stage.open();
  const broken = await stage.push('Import', { 'A.RPGLE': 'a1', '.file-checkouts.yml': `${mappingText}branchs: []\n` });
  expect([broken.exitCode, broken.error?.code]).toEqual([2, 'mapping']);
  const mended = await stage.push('Mend', { 'B.RPGLE': 'b1', '.file-checkouts.yml': mappingText });
  expect([mended.exitCode, outcomesOf(mended)]).toEqual([0, ['A *MIGRATE created', 'B *MIGRATE created']]);
});

test('no write permission, auto: says so, takes the event, and overwrites nobody', async () => {
  await using stage = await Stage.open();
  refusePushes(stage);
  const first = await stage.push('Import', { 'A.RPGLE': 'a1' }, 'main');
  expect([first.exitCode, outcomesOf(first)]).toEqual([0, ['A *MIGRATE created']]);
  expect(noticesOf(first).join('\n')).toContain('nothing of this run is remembered');
  const again = await stage.push('Change', { 'A.RPGLE': 'a2' }, 'main', { options: { 'on-conflict': 'fail' } });
  expect([again.exitCode, again.range?.rule, outcomesOf(again)]).toEqual([1, 'push', ['A *MIGRATE conflict']]);
  expect(stage.held()).toEqual(['ORD/50 A *MIGRATE a1']);
});

test('no write permission: of a branch without a record the event counts, or all of it would be filed again and again', async () => {
  await using stage = await Stage.open();
  const unlocked = { options: { set: ['lock=*NO'] } };
  await stage.push('Import', { 'A.RPGLE': 'a1' }, 'main', { options: { ledger: 'off', paths: ['none'] } });
  refusePushes(stage);
  stage.repository.git('checkout', '-qb', 'feature/x');
  await stage.push('One', { 'B.RPGLE': 'b1' }, 'feature/x', unlocked);
  const next = await stage.push('Two', { 'C.RPGLE': 'c1' }, 'feature/x', unlocked);
  expect([next.exitCode, next.range?.rule, outcomesOf(next)]).toEqual([0, 'push', ['C *MIGRATE created']]);
  expect(stage.held()).toHaveLength(2);
});
