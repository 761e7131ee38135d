import { expect, test } from 'vitest';
import { mappingText, outcomesOf, refusePushes, Stage } from './support.ts';

/** Each sentence of design §8, as a story over real Git and a real service. */

test('a run that could not reach the service is caught up by the next push', async () => {
  await using stage = await Stage.open();
  await stage.push('Import', { 'A.RPGLE': 'a1' });
  const failed = await stage.push('Lost', { 'B.RPGLE': 'b1' }, 'main', { token: 'wrong' });
  expect([failed.exitCode, failed.error?.code, outcomesOf(failed)]).toEqual([4, 'token', ['B *MIGRATE notAttempted']]);
  const next = await stage.push('Next', { 'C.RPGLE': 'c1' });
  expect([next.exitCode, outcomesOf(next)]).toEqual([0, ['B *MIGRATE created', 'C *MIGRATE created']]);
});

test('a mapping error in one push, mended in the next: the files of both are filed', async () => {
  await using stage = await Stage.open();
  const broken = await stage.push('Import', { 'A.RPGLE': 'a1', '.file-checkouts.yml': `${mappingText}branchs: []\n` });
  expect([broken.exitCode, broken.error?.code]).toEqual([2, 'mapping']);
  const mended = await stage.push('Mend', { 'B.RPGLE': 'b1', '.file-checkouts.yml': mappingText });
  expect([mended.exitCode, outcomesOf(mended)]).toEqual([0, ['A *MIGRATE created', 'B *MIGRATE created']]);
});

test('a branch name used again: open changes of the earlier branch go, its numbers stay known', async () => {
  await using stage = await Stage.open();
  await stage.push('Import', { 'X.RPGLE': 'x' });
  stage.repository.git('checkout', '-q', '-b', 'feature/a');
  await stage.push('Feature', { 'A.RPGLE': 'a1' }, 'feature/a');
  await stage.later('A', { status: '02', lock: '*YES' });
  const stuck = await stage.push('More', { 'A.RPGLE': 'a2' }, 'feature/a');
  expect(outcomesOf(stuck)).toEqual(['A *MIGRATE conflict']);
  stage.repository.git('push', '-q', 'origin', ':refs/heads/feature/a');
  stage.repository.git('checkout', '-q', '-B', 'feature/a', 'main');
  const again = await stage.push('Again', { 'B.RPGLE': 'b1' }, 'feature/a', { before: null });
  expect([again.exitCode, outcomesOf(again)]).toEqual([0, ['B *MIGRATE created']]);
  await stage.later('A', { status: '00' });
  const known = await stage.push('A anew', { 'A.RPGLE': 'a3' }, 'feature/a');
  expect(outcomesOf(known)).toEqual(['A *MIGRATE updated']);
});

test('no write permission, auto: says so, takes the event, and overwrites nobody', async () => {
  await using stage = await Stage.open();
  refusePushes(stage);
  const first = await stage.push('Import', { 'A.RPGLE': 'a1' }, 'main');
  expect([first.exitCode, outcomesOf(first)]).toEqual([0, ['A *MIGRATE created']]);
  expect(first.notices.join('\n')).toContain('nothing is remembered');
  const again = await stage.push('Change', { 'A.RPGLE': 'a2' }, 'main', { options: { 'on-conflict': 'fail' } });
  expect([again.exitCode, again.range?.rule, outcomesOf(again)]).toEqual([1, 'push', ['A *MIGRATE conflict']]);
  expect(stage.held()).toEqual(['ORD/50 A *MIGRATE a1']);
});

test('what only a person can settle is red once, then a warning, until it is gone', async () => {
  await using stage = await Stage.open();
  await stage.push('Import', { 'A.RPGLE': 'a1' });
  const both = await stage.push('Collide', { 'X/B.RPGLE': '1', 'Y/B.RPGLE': '2' });
  expect([both.exitCode, outcomesOf(both)]).toEqual([1, ['B *MIGRATE collision', 'B *MIGRATE collision']]);
  const later = await stage.push('Other', { 'A.RPGLE': 'a2' });
  expect([later.exitCode, outcomesOf(later)]).toEqual([0, ['A *MIGRATE updated']]);
  expect(later.notices.join('\n')).toContain('still open: X/B.RPGLE: collision');
  const settled = await stage.push('Settle', { 'Y/B.RPGLE': null });
  expect([settled.exitCode, outcomesOf(settled)]).toEqual([0, ['B *MIGRATE created']]);
});

test('a run that finds another of its branch under way, if only a job of its own run, waits for its end', async () => {
  await using stage = await Stage.open([{ method: 'PATCH', nth: 1, delay: 1200 }]);
  await stage.push('Import', { 'A.RPGLE': 'a1' });
  const before = stage.heads.get('main') ?? '';
  const head = stage.commit('One', { 'A.RPGLE': 'a2' });
  const first = stage.file('main', before, head, { runId: 7 });
  await new Promise((resolve) => setTimeout(resolve, 600));
  let waited = 0;
  const sleep = async () => {
    waited += 1;
    await new Promise((resolve) => setTimeout(resolve, 200));
  };
  const second = await stage.file('main', before, head, { runId: 7, sleep });
  expect(outcomesOf(await first)).toEqual(['A *MIGRATE updated']);
  expect(waited).toBeGreaterThan(0);
  expect([second.exitCode, outcomesOf(second)]).toEqual([0, []]);
  expect(stage.service.inspect().transactions).toHaveLength(2);
});

test('the run of the second push comes first, with no record yet: the first one is filed all the same', async () => {
  await using stage = await Stage.open();
  const [m0 = '', m1 = '', m2 = ''] = ['A', 'B', 'C'].map((name) => stage.commit(name, { [`${name}.RPGLE`]: name }));
  expect(outcomesOf(await stage.file('main', m1, m2))).toEqual(['C *MIGRATE created']);
  const first = await stage.file('main', m0, m1);
  expect([first.exitCode, outcomesOf(first)]).toEqual([0, ['B *MIGRATE created']]);
  const m3 = stage.commit('D', { 'D.RPGLE': 'D' });
  expect(outcomesOf(await stage.file('main', m2, m3))).toEqual(['D *MIGRATE created']);
});
