import { expect, test } from 'vitest';
import type { Options } from '../../src/options.ts';
import { outcomesOf, Stage, stageOf } from './support.ts';

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

test('a create whose answer is lost is filed once, with its content', async () => {
  await using stage = await stageOf('DEMO', [{ method: 'POST', nth: 1, cut: 'after' }]);
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

test.each<Options>([{ ledger: 'off' }, { ledger: 'off', 'on-conflict': 'adopt' }])(
  'a delete is never taken over, as no answer tells the reason of a request that is there: %j',
  async (options) => {
    await using stage = await Stage.open();
    await stage.push('Add', { 'A.RPGLE': 'a' }, 'main', { options });
    const gone = await stage.push('Remove', { 'A.RPGLE': null }, 'main', { options });
    expect([gone.exitCode, outcomesOf(gone)]).toEqual([1, ['A *DELETE conflict']]);
    expect(stage.held()).toEqual(['ORD/50 A *MIGRATE a']);
  },
);

test('a commit that was not pushed is said to be that, and is filed once it is', async () => {
  await using stage = await Stage.open();
  await stage.push('Begin', { 'A.RPGLE': 'a' });
  const before = stage.heads.get('main') ?? '';
  const head = stage.repository.commit('Edit', { 'A.RPGLE': 'b' });
  const early = await stage.file('main', before, head);
  expect(early.leftOut.map(({ why }) => why)).toEqual([
    expect.stringMatching(/^not pushed: at the remote main is at /),
  ]);
  stage.repository.push('main');
  const late = await stage.file('main', before, head);
  expect(outcomesOf(late)).toEqual(['A *MIGRATE updated']);
});
