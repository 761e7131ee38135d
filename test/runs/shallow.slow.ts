import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mappingOf, noticesOf, outcomesOf, Stage, shallowClone } from './support.ts';

/** Runs of depth-1 clones that meet eight requests of another branch at once. */

const shared = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
const eight = Object.fromEntries(shared.map((name) => [`${name}.RPGLE`, name]));
const unchanged = shared.map((name) => `${name} *MIGRATE unchanged`);

/** Every branch files at one level; feature/a has filed eight objects on top of main. */
async function eightOnTop(): Promise<Stage> {
  const oneLevel = mappingOf('DEMO').replace('lvl: 50', 'lvl: 10');
  return Stage.after('eight on top', oneLevel, async (made) => {
    await made.push('Root', { 'W.RPGLE': 'w' });
    await made.push('Base', { 'X.RPGLE': 'x' });
    await made.push('Eight', eight, 'feature/a');
  });
}

/** Merges feature/a into main, and pushes that. */
const merge = (stage: Stage) => ({ before: stage.head(), head: stage.merge('feature/a') });

test('the first push of a branch on top, whose run failed and is started again: each is unchanged', async () => {
  await using stage = await eightOnTop();
  const head = stage.commit('On top', { 'Z.RPGLE': 'z' }, 'feature/b');
  const wrong = { refused: true as const, runId: 7, dir: shallowClone(stage, 'feature/b') };
  expect((await stage.file('feature/b', null, head, wrong)).exitCode).toBe(4);
  const told = { runId: 7, attempt: 2, dir: shallowClone(stage, 'feature/b') };
  const again = await stage.file('feature/b', null, head, told);
  expect([again.exitCode, outcomesOf(again), noticesOf(again)]).toEqual([0, [...unchanged, 'Z *MIGRATE created'], []]);
});

test('all of them edited on top, in a first push: each is taken over', async () => {
  await using stage = await eightOnTop();
  const files = Object.fromEntries(shared.map((name) => [`${name}.RPGLE`, `${name}2`]));
  const head = stage.commit('On top', files, 'feature/b');
  const report = await stage.file('feature/b', null, head, { dir: shallowClone(stage, 'feature/b') });
  expect([report.exitCode, outcomesOf(report)]).toEqual([0, shared.map((name) => `${name} *MIGRATE updated`)]);
  const stands = shared.map((name) => `ORD/10 ${name} *MIGRATE ${name}2 (${name}.RPGLE)`);
  expect(stage.live()).toEqual(expect.arrayContaining(stands));
});

test('what really is not merged is a conflict for that reason', async () => {
  await using stage = await eightOnTop();
  stage.repository.git('checkout', '-q', '-b', 'feature/b', 'main');
  const head = stage.commit('Apart', eight, 'feature/b');
  const report = await stage.file('feature/b', null, head, { dir: shallowClone(stage, 'feature/b') });
  expect([report.exitCode, outcomesOf(report)]).toEqual([1, shared.map((name) => `${name} *MIGRATE conflict`)]);
  for (const { msg } of report.requests) expect(msg).toContain('not merged');
});

test('the history cannot be had: said as such, never taken for “not merged here”, and tried again by the next run', async () => {
  await using stage = await eightOnTop();
  const { before, head } = merge(stage);
  const root = stage.repository.git('rev-list', '--max-parents=0', 'HEAD');
  const object = join(stage.repository.remote, 'objects', root.slice(0, 2), root.slice(2));
  const dir = shallowClone(stage, 'main');
  renameSync(object, `${object}.away`);
  const report = await stage.file('main', before, head, { dir });
  expect([report.exitCode, report.counts.conflict, report.requests.length]).toEqual([1, 0, 8]);
  for (const { msg } of report.requests) expect(msg).not.toContain('not merged here');
  renameSync(`${object}.away`, object);
  expect(await stage.filed('main', before, head, { dir: shallowClone(stage, 'main') })).toEqual([0, unchanged]);
});
