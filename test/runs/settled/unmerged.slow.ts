import { describe, expect, test } from 'vitest';
import { mappingText, outcomesOf, prune, Stage } from '../support.ts';

/** Nobody's unmerged work is overwritten, also where the run that sent it was killed (design §8 "Whose is a number"). */

const a = 'feature/a';
const b = 'feature/b';
const aSent = 'ORD/10 P *MIGRATE a2 (P.RPGLE)';
const holds = (text: string) => (held: readonly string[]) => held.some((line) => line.endsWith(` ${text}`));

/** `feature/a` has filed P, and `feature/b` was made from it. */
function twoBranches(): Promise<Stage> {
  return Stage.after('a and b', mappingText, async (made) => {
    await made.push('Import', { 'X.RPGLE': 'x' });
    await made.push('A', { 'P.RPGLE': 'a1' }, a);
    made.repository.git('branch', '-q', b);
  });
}

function push(stage: Stage, branch: string, text: string, told: Parameters<Stage['push']>[3] = {}) {
  return stage.push(text, { 'P.RPGLE': text }, branch, told);
}

describe('a has sent what b has not merged', () => {
  test('and its run was killed: the run of b does not take the request over', async () => {
    await using stage = await twoBranches();
    await push(stage, a, 'a2', { dies: holds('a2') });
    const report = await push(stage, b, 'b2', { before: null });
    expect([report.exitCode, outcomesOf(report)]).toEqual([1, ['P *MIGRATE conflict']]);
    expect(stage.live()).toContain(aSent);
  });

  test('by hand, and what is settled for a comes before that: b, which has only that, does not take it over', async () => {
    await using stage = await Stage.begun({ 'X.RPGLE': 'x' });
    stage.repository.git('branch', '-q', b);
    const base = stage.commit('a1', { 'P.RPGLE': 'a1' }, a);
    const head = stage.commit('a2', { 'P.RPGLE': 'a2' }, a);
    await stage.file(a, null, head, { event: 'workflow_dispatch', options: { base, head } });
    await stage.file(a, null, base);
    const report = await push(stage, b, 'b2', { before: null });
    expect([report.exitCode, outcomesOf(report)]).toEqual([1, ['P *MIGRATE conflict']]);
    expect(stage.live()).toContain(aSent);
  });

  test('of several requests that b goes on with, all leave the record of a', async () => {
    await using stage = await Stage.begun({ 'X.RPGLE': 'x' });
    await stage.push('A', { 'P.RPGLE': 'a1', 'Q.RPGLE': 'a1', 'R.RPGLE': 'a1' }, a);
    const report = await stage.push('B', { 'P.RPGLE': 'b2', 'Q.RPGLE': 'b2' }, b, { before: null });
    const rows = ['P *MIGRATE updated', 'Q *MIGRATE updated', 'R *MIGRATE unchanged'];
    expect([report.exitCode, outcomesOf(report)]).toEqual([0, rows]);
    const names = (branch: string) =>
      stage
        .record(branch)
        .stands.map(({ objn }) => objn)
        .sort();
    expect([names(a), names(b)]).toEqual([['R'], ['P', 'Q']]);
  });

  test('and b merges it: now b goes on with the request', async () => {
    await using stage = await twoBranches();
    await push(stage, a, 'a2', { dies: holds('a2') });
    const before = stage.merge(a, b, '--ff-only');
    const head = stage.commit('b2', { 'P.RPGLE': 'b2' }, b);
    expect((await stage.file(b, before, head)).exitCode).toBe(0);
    expect(stage.live()).toEqual(['ORD/10 P *MIGRATE b2 (P.RPGLE)', 'ORD/50 X *MIGRATE x (X.RPGLE)']);
  });
});

test('the run of b that takes over is killed, and a goes on: of two that have not merged each other one is told', async () => {
  await using stage = await twoBranches();
  await push(stage, b, 'b2', { before: null, dies: holds('b2') });
  const first = await push(stage, a, 'a2');
  const stands = first.exitCode === 0 ? 'a2' : 'b2';
  expect(stage.live()).toContain(`ORD/10 P *MIGRATE ${stands} (P.RPGLE)`);
  const second = await stage.push('Next', { 'README.md': '1' }, b);
  expect(stage.live()).toContain(`ORD/10 P *MIGRATE ${stands} (P.RPGLE)`);
  expect([first.exitCode, second.exitCode].toSorted()).toEqual([0, 1]);
});

test('the run of b that takes over is killed, and the request is completed: it holds nothing, and a files its own', async () => {
  await using stage = await twoBranches();
  await push(stage, b, 'b2', { before: null, dies: holds('b2') });
  await stage.later('P', { status: '20' });
  const report = await push(stage, a, 'a2');
  expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['P *MIGRATE created']]);
});

describe('the commit that a request was filed at is gone', () => {
  test('as its branch was rebased, and then merged: the run takes the request over', async () => {
    await using stage = await Stage.begun({ 'X.RPGLE': 'x' });
    await stage.push('A', { 'P.RPGLE': 'a1' }, a);
    stage.repository.git('reset', '-q', '--hard', 'main');
    await stage.push('A rebased', { 'P.RPGLE': 'a1', 'README.md': 'r' }, a);
    stage.goTo(b);
    prune(stage);
    expect(await stage.pushed('B', { 'P.RPGLE': 'b2' }, b, { before: null })).toEqual([0, ['P *MIGRATE updated']]);
  });

  test('as its branch was deleted, unmerged: a conflict that says so, and later pushes are green', async () => {
    await using stage = await Stage.begun({ 'X.RPGLE': 'x' });
    await stage.push('A', { 'P.RPGLE': 'a1' }, a);
    await stage.push('A2', { 'README.md': 'r' }, a);
    stage.goTo('main');
    stage.goTo(b);
    stage.drop(a);
    stage.repository.git('branch', '-D', a);
    prune(stage);
    expect(await stage.pushed('B', { 'P.RPGLE': 'b2' }, b, { before: null })).toEqual([1, ['P *MIGRATE conflict']]);
    expect((await stage.push('B2', { 'README.md': 'b' }, b)).exitCode).toBe(0);
  });
});

test.each<[string, number, string[]]>([
  ['is there: what b alone has now is filed', 0, ['P *MIGRATE created']],
  ['is gone for good, with what b has settled: red, with the remedy', 3, []],
])('main is moved back by force, and the commit that b left it at %s', async (_, exitCode, outcomes) => {
  await using stage = await Stage.begun({ 'X.RPGLE': 'x', 'P.RPGLE': 'p1' });
  const base = stage.head();
  await stage.push('Main', { 'P.RPGLE': 'p2' });
  await stage.push('B', { 'Q.RPGLE': 'q' }, b, { before: null });
  stage.goTo('main');
  stage.repository.git('reset', '-q', '--hard', base);
  await stage.push('Main again', { 'Y.RPGLE': 'y' });
  stage.goTo(b);
  stage.repository.git('reset', '-q', '--hard', 'main');
  const head = stage.commit('B again', { 'Q.RPGLE': 'q', 'P.RPGLE': 'p2' }, b);
  if (exitCode > 0) prune(stage);
  expect(await stage.filed(b, null, head)).toEqual([exitCode, outcomes]);
});
