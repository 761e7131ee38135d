import { expect, test } from 'vitest';
import { forge } from './forge.ts';
import { outcomesOf, prune, Stage } from './support.ts';

/** A ledger that cannot be used as it is: a clear line, and a safe way on (design §8). */

test('the recorded head is pruned: never the event’s own base; --on-missing-base says what else', async () => {
  await using stage = await Stage.begun({ 'X.RPGLE': 'x' });
  const first = stage.commit('One', { 'A.RPGLE': 'a1' }, 'feature/a');
  expect(outcomesOf(await stage.file('feature/a', null, first))).toEqual(['A *MIGRATE created']);
  stage.repository.git('reset', '-q', '--hard', 'main');
  const between = stage.commit('Rewritten', { 'A.RPGLE': 'a2' }, 'feature/a');
  const head = stage.commit('And on', { 'B.RPGLE': 'b1' }, 'feature/a');
  prune(stage);
  const refused = await stage.file('feature/a', between, head);
  expect([refused.exitCode, refused.requests]).toEqual([3, []]);
  expect(refused.error).toMatchObject({ code: 'range', message: expect.stringContaining(first) });
  expect(refused.error?.remedy).toContain('--on-missing-base merge-base');
  const accepted = await stage.file('feature/a', between, head, { options: { 'on-missing-base': 'merge-base' } });
  expect([accepted.exitCode, accepted.range?.rule]).toEqual([0, 'merge-base']);
  expect(outcomesOf(accepted)).toEqual(['A *MIGRATE updated', 'B *MIGRATE created']);
});

test('a record that is damaged is reported and never trusted; --ledger off goes on without it', async () => {
  await using stage = await Stage.begun({ 'A.RPGLE': 'a1' });
  forge(stage, () => '{ "version": 2, "checkOuts": "everything"');
  const report = await stage.push('Change', { 'A.RPGLE': 'a2' });
  expect([report.exitCode, report.error?.code, report.requests]).toEqual([3, 'ledger', []]);
  expect(report.error?.message).toMatch(/not JSON/);
  expect(report.error?.remedy).toContain('ledger begin');
  expect(stage.held()).toEqual(['ORD/50 A *MIGRATE a1']);
  const head = stage.head();
  const before = stage.repository.git('rev-parse', 'HEAD~1');
  const off = await stage.file('main', before, head, { options: { ledger: 'off', 'on-conflict': 'fail' } });
  expect(outcomesOf(off)).toEqual(['A *MIGRATE conflict']);
});

test('the same object from two repositories is a conflict, no matter the history', async () => {
  await using stage = await Stage.begun({ 'A.RPGLE': 'a1' });
  const head = stage.head();
  const other = await stage.file('main', null, head, { options: { repo: 'OTHER', set: ['repo=ORDERS'] } });
  expect([other.exitCode, outcomesOf(other)]).toEqual([1, ['A *MIGRATE conflict']]);
  expect(other.requests[0]?.msg).toContain('filed by main of ORDERS');
});

test('the recorded head is gone: a file that a run by hand finds deleted stood before, and is filed for deletion', async () => {
  await using stage = await Stage.begun({ 'P.RPGLE': 'p', 'X.RPGLE': 'x' });
  await stage.push('One', { 'A.RPGLE': 'a1' }, 'feature/a');
  stage.repository.git('reset', '-q', '--hard', 'main');
  const base = stage.commit('Rewritten', { 'A.RPGLE': 'a1', 'README.md': 'r' }, 'feature/a');
  const head = stage.commit('Drop', { 'P.RPGLE': null }, 'feature/a');
  prune(stage);
  const report = await stage.file('feature/a', null, head, { event: 'workflow_dispatch', options: { base, head } });
  expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['P *DELETE created']]);
});
