import { expect, test } from 'vitest';
import { outcomesOf, Stage } from './support.ts';

/** Update, create again, conflict, changed its mind (design §7), as stories over real Git and a real service. */

test('a branch merged into main: what it filed at the same level is unchanged, and taken over once it moves on', async () => {
  await using stage = await Stage.open();
  await stage.push('Import', { 'X.RPGLE': 'x' });
  stage.repository.git('checkout', '-q', '-b', 'hotfix');
  await stage.push('Hot', { 'A.RPGLE': 'a1' }, 'hotfix');
  stage.repository.git('checkout', '-q', '-b', 'feature/b', 'main');
  const theirs = await stage.push('Rival', { 'A.RPGLE': 'mine' }, 'feature/b');
  expect([theirs.exitCode, outcomesOf(theirs)]).toEqual([1, ['A *MIGRATE conflict']]);
  expect(theirs.requests[0]?.msg).toContain('ORDERS hotfix at');
  stage.repository.git('checkout', '-q', '-b', 'feature/c', 'hotfix');
  const same = await stage.push('On top', { 'B.RPGLE': 'b1', 'A.RPGLE': 'a1 ' }, 'feature/c');
  expect(outcomesOf(same)).toEqual(['A *MIGRATE updated', 'B *MIGRATE created']);
  expect(stage.held()).toEqual(['ORD/50 X *MIGRATE x', 'ORD/10 A *MIGRATE a1', 'ORD/10 B *MIGRATE b1']);
  // The number has moved to the branch that goes on with it.
  stage.repository.git('checkout', '-q', 'hotfix');
  const given = await stage.push('Hot again', { 'A.RPGLE': 'a3' }, 'hotfix');
  expect([given.exitCode, outcomesOf(given)]).toEqual([1, ['A *MIGRATE conflict']]);
});

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

test('deleted, filed again, renamed to another object', async () => {
  await using stage = await Stage.open();
  await stage.push('Import', { 'A.RPGLE': 'a1', 'X.RPGLE': 'x' });
  const deleted = await stage.push('Delete', { 'A.RPGLE': null });
  expect(outcomesOf(deleted)).toEqual(['A *MIGRATE withdrawn', 'A *DELETE created']);
  const again = await stage.push('Again', { 'A.RPGLE': 'a2' });
  expect(outcomesOf(again)).toEqual(['A *DELETE withdrawn', 'A *MIGRATE created']);
  const renamed = await stage.push('Rename', { 'A.RPGLE': null, 'B.RPGLE': 'a2' });
  expect(outcomesOf(renamed)).toEqual(['B *MIGRATE created', 'A *MIGRATE withdrawn', 'A *DELETE created']);
  expect([deleted, again, renamed].map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
  const locked = stage.held().filter((line) => !line.includes('unlocked'));
  expect(locked).toEqual(['ORD/50 X *MIGRATE x', 'ORD/50 B *MIGRATE a2', 'ORD/50 A *DELETE']);
});

test('an object that the branch itself added and deletes again is only withdrawn', async () => {
  await using stage = await Stage.open();
  await stage.push('Import', { 'X.RPGLE': 'x' });
  await stage.push('Add', { 'A.RPGLE': 'a1' });
  const gone = await stage.push('Remove', { 'A.RPGLE': null });
  expect([gone.exitCode, outcomesOf(gone)]).toEqual([0, ['A *MIGRATE withdrawn']]);
  expect(gone.requests[0]?.remedy).toMatch(/^Delete request \d+ at the service\.$/);
});

test('a create whose answer is lost is filed once, with its content', async () => {
  await using stage = await Stage.open([{ method: 'POST', nth: 1, cut: 'after' }]);
  const report = await stage.push('Import', { 'A.RPGLE': 'a1' });
  expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['A *MIGRATE updated']]);
  expect(stage.held()).toEqual(['ORD/50 A *MIGRATE a1']);
});

test('a lost answer does not make somebody else’s request ours', async () => {
  await using stage = await Stage.open([{ method: 'POST', nth: 2, cut: 'before' }]);
  const headers = { authorization: 'Bearer demo-lead-token', 'content-type': 'application/json' };
  const body = JSON.stringify({ appl: 'ORD', lvl: 50, objn: 'A', objt: '*PGM', attr: 'RPGLE', user: 'LEAD' });
  await fetch(`${stage.service.url}/object-request`, { method: 'POST', headers, body });
  const report = await stage.push('Import', { 'A.RPGLE': 'a1' });
  expect([report.exitCode, outcomesOf(report)]).toEqual([1, ['A *MIGRATE conflict']]);
  expect(stage.held()).toEqual(['ORD/50 A *MIGRATE']);
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
