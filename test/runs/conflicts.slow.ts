import { expect, test } from 'vitest';
import { outcomesOf, Stage } from './support.ts';

/** Update, create again, conflict, changed its mind (design §7), as stories over real Git and a real service. */

test('the same content from a merged branch is unchanged, and stays that branch’s request', async () => {
  await using stage = await Stage.open();
  await stage.push('Import', { 'X.RPGLE': 'x' });
  stage.repository.git('checkout', '-q', '-b', 'hotfix');
  await stage.push('Hot', { 'A.RPGLE': 'a1' }, 'hotfix');
  stage.repository.git('checkout', '-q', '-b', 'feature/c');
  const head = stage.commit('Nothing new', { 'README.md': '1' }, 'feature/c');
  const base = stage.repository.git('rev-parse', 'main');
  const report = await stage.file('feature/c', base, head);
  expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['A *MIGRATE unchanged']]);
  stage.repository.git('checkout', '-q', 'hotfix');
  const still = await stage.push('Hot again', { 'A.RPGLE': 'a2' }, 'hotfix');
  expect(outcomesOf(still)).toEqual(['A *MIGRATE updated']);
});

test('two branches at two levels do not meet', async () => {
  await using stage = await Stage.open();
  await stage.push('Import', { 'A.RPGLE': 'a1' });
  stage.repository.git('checkout', '-q', '-b', 'feature/a');
  const other = await stage.push('Feature', { 'A.RPGLE': 'a2' }, 'feature/a');
  expect([other.exitCode, stage.held()]).toEqual([0, ['ORD/50 A *MIGRATE a1', 'ORD/10 A *MIGRATE a2']]);
});

test('deleted at the service, moved on, and held on: a new request, or a conflict with our own number', async () => {
  await using stage = await Stage.open();
  await stage.push('Import', { 'A.RPGLE': 'a1' });
  await stage.later('A', { delete: true });
  expect(outcomesOf(await stage.push('Two', { 'A.RPGLE': 'a2' }))).toEqual(['A *MIGRATE created']);
  await stage.later('A', { status: '05' });
  expect(outcomesOf(await stage.push('Three', { 'A.RPGLE': 'a3' }))).toEqual(['A *MIGRATE created']);
  await stage.later('A', { status: '05', lock: '*YES' });
  const held = await stage.push('Four', { 'A.RPGLE': 'a4' });
  expect([held.exitCode, outcomesOf(held)]).toEqual([1, ['A *MIGRATE conflict']]);
  expect(held.requests[0]?.msg).toContain('can no longer be updated');
});

test('an object that the branch itself added and deletes again is only withdrawn', async () => {
  await using stage = await Stage.open();
  await stage.push('Import', { 'X.RPGLE': 'x' });
  await stage.push('Add', { 'A.RPGLE': 'a1' });
  const gone = await stage.push('Remove', { 'A.RPGLE': null });
  expect([gone.exitCode, outcomesOf(gone)]).toEqual([0, ['A *MIGRATE withdrawn']]);
  expect(gone.requests[0]?.remedy).toMatch(/^Delete request \d+ at the service\.$/);
});

test('under lock *NO a lost create is unknown, also in the next run, until it is forgotten', async () => {
  await using stage = await Stage.open([{ method: 'POST', nth: 1, cut: 'after' }]);
  const unlocked = { options: { set: ['lock=*NO'] } };
  const lost = await stage.push('Import', { 'A.RPGLE': 'a1' }, 'main', unlocked);
  expect([lost.exitCode, outcomesOf(lost)]).toEqual([1, ['A *MIGRATE unknown']]);
  const next = await stage.push('Change', { 'A.RPGLE': 'a2' }, 'main', unlocked);
  expect([next.exitCode, outcomesOf(next)]).toEqual([1, ['A *MIGRATE unknown']]);
  expect(stage.service.inspect().requests).toHaveLength(1);
});
