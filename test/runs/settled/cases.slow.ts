import { describe, expect, test } from 'vitest';
import {
  type Files,
  mappingOf,
  mappingText,
  noticesOf,
  onceHeld,
  outcomesOf,
  overtaken,
  Stage,
  stageOf,
} from '../support.ts';

/** How the cases come out (design §8): what a run could not pay is owed, and what is settled is not looked at again. */

const x = 'ORD/50 X *MIGRATE x (X.RPGLE)';
const at = (text: string, lvl = 50) => `ORD/${lvl} P *MIGRATE ${text} (P.RPGLE)`;
const begun = (files: Record<string, string> = {}) => Stage.begun({ 'X.RPGLE': 'x', ...files }, mappingOf('DEMO'));

/** X is filed, and the run that had filed P was killed. */
async function killed(): Promise<Stage> {
  return Stage.after('killed behind the create of P', mappingOf('DEMO'), async (made) => {
    await made.push('Import', { 'X.RPGLE': 'x' });
    await made.push('Add', { 'P.RPGLE': 'p1' }, 'main', { dies: onceHeld('P *MIGRATE p1') });
  });
}

test('a request that is without an answer is tried again by every later run', async () => {
  const fault = { method: 'POST', objn: 'P', times: 9, status: 500, when: 'before' } as const;
  await using stage = await stageOf('DEMO', [fault]);
  expect(await stage.leaves('Import', { 'P.RPGLE': 'p' })).toEqual([1, []]);
  for (let n = 0; n < 3 && stage.live().length === 0; n += 1) {
    await stage.push('Next', { 'README.md': String(n) });
  }
  expect(stage.live()).toEqual([at('p')]);
  const last = await stage.push('Last', { 'README.md': 'last' });
  expect([last.exitCode, outcomesOf(last), noticesOf(last)]).toEqual([0, [], []]);
});

describe('a run that was killed', () => {
  test.each([
    ['another content', { 'P.RPGLE': 'p2' }, [at('p2'), x]],
    ['another file', { 'P.RPGLE': null, 'lib/P.RPGLE': 'p3' }, ['ORD/50 P *MIGRATE p3 (lib/P.RPGLE)', x]],
  ])('behind its create; then head says %s', async (_, files, stands) => {
    await using stage = await killed();
    expect(await stage.leaves('Next', files)).toEqual([0, stands]);
    expect(await stage.next()).toEqual([0, []]);
  });

  test.each<[string, Files, string]>([
    ['create', { 'P.RPGLE': 'p1' }, 'P *MIGRATE unlocked p1'],
    ['delete', { 'Y.RPGLE': null }, 'Y *DELETE unlocked'],
  ])('without a lock, behind its %s: unknown, for a person', async (_, files, held) => {
    const unlocked = mappingText.replace('proj: null', 'proj: null, lock: "*NO", user: DEMO');
    await using stage = await Stage.open();
    stage.heads.set('main', stage.commit('Before', { 'Y.RPGLE': 'y' }));
    await stage.push('Mapping', { '.file-checkouts.yml': unlocked });
    await stage.push('Change', files, 'main', { dies: onceHeld(held) });
    for (const text of ['1', '2']) {
      const next = await stage.push('Next', { 'README.md': text });
      expect([...outcomesOf(next), ...noticesOf(next)].join()).toMatch(/unknown/);
    }
    expect(stage.held()).toHaveLength(1);
  });
});

test('pushes that were overtaken, replaced, never run', async () => {
  await using stage = await begun();
  await overtaken(stage, { 'P.RPGLE': 'p1' });
  stage.heads.set('main', stage.commit('Never run', { 'Q.RPGLE': 'q' }));
  expect(await stage.leaves('Next', { 'README.md': '1' })).toEqual([0, [at('p1'), 'ORD/50 Q *MIGRATE q (Q.RPGLE)', x]]);
});

test('a forced push is nothing special', async () => {
  const branch = 'feature/x';
  await using stage = await begun({ 'P.RPGLE': 'p0' });
  await stage.push('Edit', { 'P.RPGLE': 'p1', 'Q.RPGLE': 'q' }, branch);
  stage.repository.git('reset', '-q', '--hard', 'main');
  expect(await stage.leaves('Other', { 'P.RPGLE': 'p2' }, branch)).toEqual([0, [at('p2', 10), at('p0'), x]]);
});

describe('objects, not paths, are decided', () => {
  test.each<[string, Files[], string[] | null]>([
    ['a restore after a delete', [{ 'P.RPGLE': null }, { 'P.RPGLE': 'p0' }], [at('p0'), x]],
    ['a delete after a restore', [{ 'P.RPGLE': null }, { 'P.RPGLE': 'p1' }, { 'P.RPGLE': null }], null],
    ['a rename', [{ 'P.RPGLE': null, 'lib/P.RPGLE': 'p0' }], ['ORD/50 P *MIGRATE p0 (lib/P.RPGLE)', x]],
  ])('%s', async (_, pushes, stands) => {
    await using stage = await Stage.after('P before X', mappingOf('DEMO'), async (made) => {
      made.heads.set('main', made.commit('Before', { 'P.RPGLE': 'p0' }));
      await made.push('X', { 'X.RPGLE': 'x' });
    });
    for (const files of pushes) await stage.push('Change', files);
    expect(stage.live()).toEqual(stands ?? ['ORD/50 P *DELETE (P.RPGLE)', x]);
    expect(await stage.next()).toEqual([0, []]);
  });
});

describe('the mapping changed', () => {
  const skipped = mappingText.replace('rules:\n', 'rules:\n  - match: { gfile: "P.RPGLE" }\n    skip: not now\n');

  test.each([
    ['without a rule', mappingText.replace('gfile: "*.RPGLE"', 'gfile: "X.RPGLE"'), []],
    ['mapped to another level', mappingText.replace('lvl: 50', 'lvl: 10'), [at('p1', 10)]],
  ])(
    '%s: a path is owed by its content; the row of its push says that the check-out stays, once',
    async (_, text, more) => {
      await using stage = await begun({ 'P.RPGLE': 'p0' });
      const report = await stage.push('Map again', { '.file-checkouts.yml': text });
      expect([report.exitCode, outcomesOf(report), stage.live()]).toEqual([0, [], [at('p0'), x]]);
      const edit = await stage.push('Edit', { 'P.RPGLE': 'p1' });
      expect([edit.exitCode, stage.live()]).toEqual([0, [...more, at('p0'), x]]);
      const said = 'no longer mapped: ORD/50 P *PGM stays as it was filed (request 10001)';
      expect(edit.leftOut.flatMap(({ path, why }) => (path === 'P.RPGLE' ? [why] : []))).toEqual([
        expect.stringContaining(said),
      ]);
      const next = await stage.push('Next', { 'README.md': '1' });
      expect([outcomesOf(next), stage.live()]).toEqual([[], [...more, at('p0'), x]]);
      expect(next.leftOut.map(({ path }) => path)).toEqual(['README.md']);
    },
  );

  test('a create has no answer, and its file is skipped and goes: it is taken back, once', async () => {
    await using stage = await killed();
    const skip = await stage.push('Skip', { '.file-checkouts.yml': skipped, 'P.RPGLE': null });
    expect([skip.exitCode, stage.live(), stage.record('main').tried]).toEqual([0, [x], []]);
    expect(await stage.next()).toEqual([0, []]);
  });

  test('what was skipped is filed by the mapping of its next push', async () => {
    await using stage = await Stage.open();
    await stage.push('Skip', { '.file-checkouts.yml': skipped, 'P.RPGLE': 'p0' });
    expect([...(await stage.pushed('Map', { '.file-checkouts.yml': mappingText })), stage.live()]).toEqual([0, [], []]);
    await stage.push('Edit', { 'P.RPGLE': 'p1' });
    expect(stage.live()).toEqual([at('p1')]);
  });

  test('unmapped: warn: what had no rule is settled', async () => {
    const none = mappingText.replace('"*.RPGLE"', '"*.NONE"').replace(/ {2}- match: \{ path: "\*\*" \}\n.*\n/, '');
    await using stage = await Stage.open();
    const files = { '.file-checkouts.yml': `${none}unmapped: warn\n`, 'P.RPGLE': 'p0' };
    expect((await stage.push('Import', files)).exitCode).toBe(0);
    await stage.push('Rule', { '.file-checkouts.yml': `${mappingText}unmapped: warn\n` });
    expect(stage.live()).toEqual([]);
  });
});

describe('what is chosen by hand', () => {
  test('--paths: these are owed no matter what is settled, and nothing else is', async () => {
    await using stage = await begun({ 'P.RPGLE': 'p0' });
    stage.heads.set('main', stage.commit('Never run', { 'Q.RPGLE': 'q' }));
    const head = stage.head();
    const report = await stage.file('main', null, head, {
      event: 'workflow_dispatch',
      options: { paths: ['P.RPGLE'] },
    });
    expect([report.exitCode, outcomesOf(report), stage.live()]).toEqual([0, ['P *MIGRATE updated'], [at('p0'), x]]);
    expect(await stage.next()).toEqual([0, ['Q *MIGRATE created']]);
  });

  test('--base and --head', async () => {
    await using stage = await begun({ 'P.RPGLE': 'p0' });
    stage.heads.set('main', stage.commit('Never run', { 'Q.RPGLE': 'q' }));
    const base = stage.head();
    const head = stage.commit('Nor this', { 'R.RPGLE': 'r' });
    stage.heads.set('main', head);
    const options = { base, head };
    const report = await stage.file('main', null, head, { event: 'workflow_dispatch', options });
    expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['R *MIGRATE created']]);
    expect(await stage.next()).toEqual([0, ['Q *MIGRATE created']]);
  });
});

test('a request that another branch goes on with: here the path stays settled until this branch changes it', async () => {
  await using stage = await begun();
  await stage.push('A', { 'P.RPGLE': 'pa' }, 'feature/a');
  await stage.push('B', { 'P.RPGLE': 'pb' }, 'feature/b');
  expect([...(await stage.next('feature/a')), stage.live()]).toEqual([0, [], [at('pb', 10), x]]);
  const own = await stage.push('Own', { 'P.RPGLE': 'pc' }, 'feature/a');
  expect([own.exitCode, outcomesOf(own), stage.live()]).toEqual([1, ['P *MIGRATE conflict'], [at('pb', 10), x]]);
});
