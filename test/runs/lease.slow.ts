import { expect, test } from 'vitest';
import { installed } from './dependents-support.ts';
import { frozenAt, mappingOf, mappingText, outcomesOf, Stage } from './support.ts';

const older = { 'A.RPGLE': 'a1', 'B.RPGLE': 'b1', 'C.RPGLE': 'c1' };
const one = { options: { concurrency: 1 } };

test('a replaced run does not take the head back: what it may have sent late is tried until the next run has sent it', async () => {
  await using stage = await Stage.begun({ 'A.RPGLE': 'a0', 'B.RPGLE': 'b0' }, mappingOf('DEMO'));
  const second = frozenAt(stage, 'A', () => stage.push('Newer', { 'A.RPGLE': 'a2', 'B.RPGLE': 'b2' }));
  await stage.push('Older', { 'A.RPGLE': 'a1', 'B.RPGLE': 'b1' }, 'main', one);
  await second;
  const head = stage.repository.git('rev-parse', 'main');
  const left = { settled: head, tried: [{ objn: 'A' }], exceptions: [], leases: [] };
  expect(stage.record('main')).toMatchObject(left);
  expect([...(await stage.next()), stage.record('main').tried]).toEqual([0, ['A *MIGRATE updated'], []]);
});

test('frozen while nobody came: the lease is renewed, and the run goes on', async () => {
  await using stage = await Stage.begun({ 'X.RPGLE': 'x' }, mappingOf('DEMO'));
  const nobody = frozenAt(stage, 'A', () => Promise.resolve());
  const report = await stage.push('Older', older, 'main', one);
  await nobody;
  expect(report.exitCode).toBe(0);
  expect(outcomesOf(report)).toEqual(['A *MIGRATE created', 'B *MIGRATE created', 'C *MIGRATE created']);
  expect(stage.record('main').exceptions).toEqual([]);
});

test('a replaced run wakes up while its call is under way, so that older content is sent late: the next run sends what head says', async () => {
  await using stage = await Stage.begun({ 'A.RPGLE': 'a0' }, mappingOf('DEMO'));
  const second = frozenAt(stage, 'A', () => stage.push('Newer', { 'A.RPGLE': 'a2' }), 'before-work');
  await stage.push('Older', { 'A.RPGLE': 'a1' }, 'main', one);
  await second;
  expect(stage.live()).toEqual(['ORD/50 A *MIGRATE a1 (A.RPGLE)']);
  expect(await stage.leaves('Next', { 'README.md': '1' })).toEqual([0, ['ORD/50 A *MIGRATE a2 (A.RPGLE)']]);
});

test('a replaced run withdraws late what the newer run withdrew: no delete is made up for an object of this branch', async () => {
  await using stage = await Stage.begun({ 'A.RPGLE': 'a0' }, mappingOf('DEMO'));
  await stage.push('Add', { 'B.RPGLE': 'b1' });
  const second = frozenAt(stage, 'B', () => stage.push('Newer', { 'A.RPGLE': 'a2' }));
  await stage.push('Older', { 'B.RPGLE': null }, 'main', one);
  expect((await second).exitCode).toBe(0);
  expect([...(await stage.next()), stage.live()]).toEqual([0, [], ['ORD/50 A *MIGRATE a2 (A.RPGLE)']]);
});

test('a replaced run sends older content late, and ends while the newer run is under way: the next run sends what head says', async () => {
  await using stage = await Stage.begun({ 'A.RPGLE': 'a0', 'B.RPGLE': 'b0' }, mappingOf('DEMO'));
  const [wakesUp, ended] = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()];
  const second = Promise.withResolvers<unknown>();
  let isFrozen = false;
  stage.onCall = async (moment, _, call) => {
    if (moment !== 'before-work') return null;
    if (call.objn === 'A' && !isFrozen) {
      isFrozen = true;
      stage.pass(10);
      const newer = stage.push('Newer', { 'A.RPGLE': 'a2', 'B.RPGLE': 'b2' }, 'main', one);
      newer.then(second.resolve, second.reject);
      await wakesUp.promise;
    } else if (call.objn === 'B') {
      wakesUp.resolve(null);
      await ended.promise;
    }
    return null;
  };
  await stage.push('Older', { 'A.RPGLE': 'a1' }, 'main', one);
  ended.resolve(null);
  await second.promise;
  stage.onCall = null;
  expect(stage.live()).toEqual(['ORD/50 A *MIGRATE a1 (A.RPGLE)', 'ORD/50 B *MIGRATE b2 (B.RPGLE)']);
  expect((await stage.push('Next', { 'README.md': '1' })).exitCode).toBe(0);
  expect(stage.live()).toEqual(['ORD/50 A *MIGRATE a2 (A.RPGLE)', 'ORD/50 B *MIGRATE b2 (B.RPGLE)']);
});

test('a replaced run may have sent a compilation late: the program itself is not filed', async () => {
  await using stage = await installed();
  const second = frozenAt(stage, 'A', () => stage.push('Newer', { 'README.md': '1' }));
  await stage.push('Older', { 'INC.RPGLEINC': 'dcl-s b char(1);\n' }, 'main', one);
  expect(outcomesOf(await second)).toEqual(['A *RECOMPILE created']);
  expect(await stage.leaves('Next', { 'README.md': '2' })).toEqual([0, ['ORD/50 A *RECOMPILE (A.RPGLE)']]);
});

test('a run wakes up after another branch, which has merged it, took its requests over: it sends nothing more', async () => {
  await using stage = await Stage.after('A and B of feature/a', mappingText, async (made) => {
    await made.push('Import', { 'X.RPGLE': 'x' });
    await made.push('A', { 'A.RPGLE': 'a1', 'B.RPGLE': 'b1' }, 'feature/a');
  });
  const second = frozenAt(stage, 'A', () => {
    return stage.push('B', { 'A.RPGLE': 'a3', 'B.RPGLE': 'b3' }, 'feature/b');
  });
  const first = await stage.push('A', { 'A.RPGLE': 'a2', 'B.RPGLE': 'b2' }, 'feature/a', one);
  expect(outcomesOf(await second)).toEqual(['A *MIGRATE updated', 'B *MIGRATE updated']);
  expect([first.exitCode, outcomesOf(first)]).toEqual([1, ['A *MIGRATE updated', 'B *MIGRATE notAttempted']]);
  expect(stage.live().slice(0, 2)).toEqual(['ORD/10 A *MIGRATE a3 (A.RPGLE)', 'ORD/10 B *MIGRATE b3 (B.RPGLE)']);
});
