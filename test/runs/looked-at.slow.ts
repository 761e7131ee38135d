import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/report/report-json.ts';
import { mappingOf, outcomesOf, overtaken, Stage, stageOf, writeHook } from './support.ts';

/** What is looked at and what is left alone (design §8 “Level, not edge”). */

const x = 'ORD/50 X *MIGRATE x (X.RPGLE)';

function quiet(report: Report, stage: Stage, stands: readonly string[]): void {
  expect([report.exitCode, outcomesOf(report), stage.live()]).toEqual([0, [], stands]);
}

/**
 * Holds the first push of the ledger's ref.
 *
 * @returns `held` ends when that push is there; `go` lets it go on.
 */
function heldPush(stage: Stage) {
  const [held, go] = ['held', 'go'].map((name) => join(stage.ledgerDir, name)) as [string, string];
  execFileSync('mkfifo', [held, go]);
  writeHook(stage, '[ $n = 1 ] && { echo held >held; cat go >/dev/null; }');
  return { held: readFile(held), go: () => writeFile(go, '') };
}

describe('runs that a newer one has overtaken', () => {
  test('one that makes no calls and ends last does not overwrite what the newer one remembers', async () => {
    await using stage = await Stage.begun({ 'P.RPGLE': 'p0' }, mappingOf('DEMO'));
    const base = stage.head();
    const first = stage.commit('One', { 'P.RPGLE': 'p2' });
    const second = stage.commit('Two', { 'README.md': '2' });
    await stage.file('main', base, first);
    const { held, go } = heldPush(stage);
    const slow = stage.file('main', first, second, { sleep: () => Promise.resolve() });
    await held;
    const third = stage.commit('Three', { 'P.RPGLE': 'p3' });
    const newer = await stage.file('main', second, third);
    await go();
    expect([newer.exitCode, (await slow).exitCode]).toEqual([0, 0]);
    expect([stage.record('main').settled, stage.live()]).toEqual([third, ['ORD/50 P *MIGRATE p3 (P.RPGLE)']]);
    stage.heads.set('main', third);
    const back = await stage.push('Back', { 'P.RPGLE': 'p2' });
    const stands = ['ORD/50 P *MIGRATE p2 (P.RPGLE)'];
    expect([back.exitCode, outcomesOf(back), stage.live()]).toEqual([0, ['P *MIGRATE updated'], stands]);
    quiet(await stage.push('Next', { 'README.md': '5' }), stage, stands);
  });

  test('with copy *YES no content can differ: the runs after it make nothing and list no row', async () => {
    await using stage = await stageOf('DEMO');
    const copies = mappingOf('DEMO').replace('proj: null', 'proj: null, copy: "*YES"');
    await stage.push('Import', { 'P.RPGLE': 'p0', '.file-checkouts.yml': copies });
    const stands = ['ORD/50 P *MIGRATE (P.RPGLE)'];
    await overtaken(stage, { 'P.RPGLE': 'p1' });
    await stage.push('Back', { 'P.RPGLE': 'p0' });
    const calls: string[] = [];
    stage.onCall = async (_, method) => {
      calls.push(method);
      return null;
    };
    quiet(await stage.push('Next', { 'README.md': '1' }), stage, stands);
    expect(calls).toEqual([]);
  });
});

test('the branch is gone, and an old run of a push that was moved away by force is started again: nobody knows of a newer one, so it files what it says', async () => {
  await using stage = await stageOf('DEMO');
  stage.commit('Base', { 'X.RPGLE': 'x' });
  await stage.push('First', { 'P.RPGLE': 'p1' }, 'feature/a');
  const first = stage.head('feature/a');
  const second = stage.commit('Second', { 'P.RPGLE': 'p2' }, 'feature/a');
  stage.repository.git('reset', '-q', '--hard', first);
  const third = stage.commit('Third', { 'P.RPGLE': 'p3', 'N.RPGLE': 'n' }, 'feature/a');
  await stage.file('feature/a', second, third);
  expect(stage.record('feature/a').settled).toBe(third);
  stage.drop('feature/a');
  expect(await stage.filed('feature/a', first, second)).toEqual([0, ['P *MIGRATE updated', 'N *MIGRATE withdrawn']]);
  expect(stage.live()).toEqual(['ORD/10 P *MIGRATE p2 (P.RPGLE)']);
});

describe('files', () => {
  test('both files of an object go in an overtaken run, and the twin comes back: its migration replaces the delete', async () => {
    await using stage = await Stage.edited({ 'a/P.RPGLE': 'a', 'X.RPGLE': 'x' }, mappingOf('DEMO'));
    await stage.push('Twin', { 'b/P.RPGLE': 'b' });
    await overtaken(stage, { 'a/P.RPGLE': null, 'b/P.RPGLE': null });
    expect(stage.live()).toEqual(['ORD/50 P *DELETE (a/P.RPGLE)', x]);
    const back = await stage.push('Restore', { 'b/P.RPGLE': 'b' });
    const stands = ['ORD/50 P *MIGRATE b (b/P.RPGLE)', x];
    expect([back.exitCode, stage.live()]).toEqual([0, stands]);
    expect(outcomesOf(back)).toEqual(['P *DELETE withdrawn', 'P *MIGRATE created']);
    quiet(await stage.push('Next', { 'README.md': '1' }), stage, stands);
  });

  test('a file that becomes a symbolic link is not deleted, nor by the next push', async () => {
    await using stage = await Stage.begun({ 'P.RPGLE': 'p', 'X.RPGLE': 'x' }, mappingOf('DEMO'));
    const stands = stage.live();
    const file = join(stage.repository.dir, 'P.RPGLE');
    rmSync(file);
    symlinkSync('X.RPGLE', file);
    const linked = await stage.push('Link', {});
    quiet(linked, stage, stands);
    expect(linked.leftOut.map(({ path, why }) => `${path}: ${why}`)).toEqual(['P.RPGLE: symbolic link']);
    quiet(await stage.push('Next', { 'README.md': '1' }), stage, stands);
  });
});

test('the plan of a proposal does not show what is open on its target', async () => {
  await using stage = await Stage.begun({ 'X.RPGLE': 'x' }, mappingOf('DEMO'));
  const base = stage.head();
  await stage.push('Fails', { 'P.RPGLE': 'p', 'X.RPGLE': 'x2' }, 'main', { rejected: true });
  expect(stage.record('main').exceptions).toHaveLength(2);
  stage.repository.git('checkout', '-q', '-b', 'topic', base);
  const head = stage.commit('Topic', { 'T.RPGLE': 't' }, 'topic');
  const ends = { base: { ref: 'main', sha: base }, head: { ref: 'topic', sha: head } };
  const plan = await stage.file('topic', base, head, {
    command: 'plan',
    event: 'pull_request',
    payload: { pull_request: { number: 1, ...ends } },
    ci: { GITHUB_REF: 'refs/pull/1/merge', GITHUB_BASE_REF: 'main', GITHUB_HEAD_REF: 'topic' },
  });
  expect([plan.exitCode, outcomesOf(plan), plan.leftOut]).toEqual([0, ['T *MIGRATE planned'], []]);
  expect(stage.live()).toEqual([x]);
});

test('a range given by hand deletes nothing that the branch added in a push that nobody looked at', async () => {
  await using stage = await Stage.begun({ 'X.RPGLE': 'x' }, mappingOf('DEMO'));
  const base = stage.commit('Add', { 'C.RPGLE': 'c' });
  const head = stage.commit('Remove', { 'C.RPGLE': null });
  const report = await stage.file('main', null, head, { options: { base, head } });
  expect([report.exitCode, outcomesOf(report)]).toEqual([0, []]);
  expect(report.leftOut.map(({ why }) => why)).toEqual([expect.stringContaining('never filed')]);
});

test('what a range given by hand has taken back is not deleted by the run of the push itself', async () => {
  await using stage = await Stage.begun({ 'X.RPGLE': 'x' }, mappingOf('DEMO'));
  await stage.push('Add', { 'C.RPGLE': 'c' });
  const base = stage.head();
  const head = stage.commit('Remove', { 'C.RPGLE': null });
  const byHand = await stage.file('main', null, head, { options: { base, head } });
  expect(outcomesOf(byHand)).toEqual(['C *MIGRATE withdrawn']);
  expect([...(await stage.filed('main', base, head)), stage.record('main').exceptions]).toEqual([0, [], []]);
});
