import { describe, expect, test } from 'vitest';
import { type Files, mappingText, noticesOf, onceHeld, outcomesOf, Stage } from '../support.ts';

/**
 * A check-out whose file is gone is withdrawn, no matter what the mapping says by then, and no `*DELETE` is made up for an object
 * that was never filed (design §8 "A run").
 */

const branch = 'feature/x';
const mappingFile = '.file-checkouts.yml';
const skipped = mappingText.replace('rules:\n', 'rules:\n  - match: { gfile: "P.RPGLE" }\n    skip: not now\n');
const renamed = mappingText.replace('objt: "*PGM" }', 'objt: "*PGM", objn: "{name|upper}X" }');
const atMain = 'ORD/50 Q *MIGRATE q (Q.RPGLE)';

/** P was on main before and is edited by the branch, or is added by it; its request stands. */
async function filed(inMain: Record<string, string> = { 'P.RPGLE': 'p0' }): Promise<Stage> {
  return Stage.after(`P of ${JSON.stringify(inMain)}`, mappingText, async (made) => {
    made.heads.set('main', made.commit('Main', { [mappingFile]: mappingText, ...inMain }));
    await made.push('Q', { 'Q.RPGLE': 'q' });
    await made.push('P', { 'P.RPGLE': 'p1' }, branch, { before: null });
    expect(made.live()).toEqual(['ORD/10 P *MIGRATE p1 (P.RPGLE)', atMain]);
  });
}

describe('a file is filed, and then', () => {
  test('skipped and deleted in one push', async () => {
    await using stage = await filed();
    const gone = await stage.push('Both', { [mappingFile]: skipped, 'P.RPGLE': null }, branch);
    expect([gone.exitCode, outcomesOf(gone), stage.live()]).toEqual([0, ['P *MIGRATE withdrawn'], [atMain]]);
  });

  test('moved to two places that collide, which are deleted in turn', async () => {
    await using stage = await filed({});
    const collided = await stage.push('Two', { 'P.RPGLE': null, 'a/P.RPGLE': 'p2', 'b/P.RPGLE': 'p3' }, branch);
    expect([collided.exitCode, outcomesOf(collided)]).toEqual([1, ['P *MIGRATE collision', 'P *MIGRATE collision']]);
    const gone = await stage.push('Drop', { 'a/P.RPGLE': null, 'b/P.RPGLE': null }, branch);
    expect([gone.exitCode, outcomesOf(gone), stage.live()]).toEqual([0, ['P *MIGRATE withdrawn'], [atMain]]);
  });

  test('its object gets another name, and it is deleted in the same push', async () => {
    await using stage = await filed();
    expect((await stage.push('Change', { [mappingFile]: renamed, 'P.RPGLE': null }, branch)).exitCode).toBe(0);
    expect(stage.live()).toEqual([atMain]);
    expect(stage.held().filter((line) => line.includes('*DELETE'))).toEqual([]);
  });

  test('deleted by a push that never ran, and restored, by a range given by hand, and deleted later', async () => {
    await using stage = await filed();
    const base = stage.commit('Never run', { 'P.RPGLE': null });
    const head = stage.commit('By hand', { 'P.RPGLE': 'other' });
    await stage.file('main', null, head, { options: { base, head } });
    const outcomes = ['P *MIGRATE withdrawn', 'P *DELETE created'];
    expect(await stage.pushed('Drop', { 'P.RPGLE': null })).toEqual([0, outcomes]);
  });

  test('its object gets another name, and it is edited and then deleted: the branch had made that object, too', async () => {
    await using stage = await filed({});
    for (const text of ['p2', null]) {
      const files = { [mappingFile]: renamed, 'P.RPGLE': text };
      expect((await stage.push('Change', files, branch)).exitCode).toBe(0);
    }
    expect(stage.live()).toEqual([atMain]);
  });

  test.each<[string, Record<string, string>, string[]]>([
    ['on main before', { 'P.RPGLE': 'p0' }, ['ORD/10 P *DELETE (P.RPGLE)']],
    ['added by the branch', {}, []],
  ])('skipped, mapped again and deleted: %s', async (_, inMain, deleted) => {
    await using stage = await filed(inMain);
    await stage.push('Skip', { [mappingFile]: skipped }, branch);
    await stage.push('Map', { [mappingFile]: mappingText }, branch);
    expect(await stage.leaves('Drop', { 'P.RPGLE': null }, branch)).toEqual([0, [...deleted, atMain]]);
  });

  test.each<[string, Files, Files]>([
    [
      'a twin by a run that was killed, skipped, and the twin is gone',
      { 'lib/P.RPGLE': 'p2' },
      { 'lib/P.RPGLE': null },
    ],
    ['deleted by a run that was killed, skipped, and restored', { 'P.RPGLE': null }, { 'P.RPGLE': 'p1' }],
  ])('%s', async (_, tried, back) => {
    await using stage = await filed();
    await stage.push('Try', tried, branch, {
      dies: (held) => onceHeld('P *MIGRATE p2')(held) || onceHeld('P *DELETE')(held),
    });
    expect(await stage.leaves('Back', { [mappingFile]: skipped, ...back }, branch)).toEqual([0, [atMain]]);
    expect(stage.record(branch).tried).toEqual([]);
  });

  test('skipped, edited, and edited again once it is mapped: the request gets the content', async () => {
    await using stage = await filed();
    const kept = await stage.push('Skip', { [mappingFile]: skipped, 'P.RPGLE': 'p2' }, branch);
    expect([kept.exitCode, stage.live()]).toEqual([0, ['ORD/10 P *MIGRATE p1 (P.RPGLE)', atMain]]);
    expect(JSON.stringify([kept.leftOut, noticesOf(kept)])).toContain('P.RPGLE');
    const next = await stage.push('Map', { [mappingFile]: mappingText, 'P.RPGLE': 'p3' }, branch);
    expect([next.exitCode, outcomesOf(next)]).toEqual([0, ['P *MIGRATE updated']]);
    expect(stage.live()).toEqual(['ORD/10 P *MIGRATE p3 (P.RPGLE)', atMain]);
  });
});

test('never filed, and its object has another name by the time it is deleted: no delete of the new name', async () => {
  await using stage = await Stage.open();
  stage.heads.set('main', stage.commit('Main', { [mappingFile]: mappingText, 'P.RPGLE': 'p' }));
  await stage.push('Q', { 'Q.RPGLE': 'q' });
  await stage.push('P', { 'P.RPGLE': 'p1' }, branch, { before: null });
  await stage.push('Name', { [mappingFile]: renamed }, branch);
  await stage.push('Drop', { 'P.RPGLE': null }, branch);
  expect(stage.held().filter((line) => line.includes(' PX '))).toEqual([]);
});

test('deleted by the branch, and made by another file that comes with a merge of main: the delete is taken back', async () => {
  await using stage = await filed();
  const { repository } = stage;
  await stage.push('Drop', { 'P.RPGLE': null }, branch);
  expect(stage.live()).toEqual(['ORD/10 P *DELETE (P.RPGLE)', atMain]);
  await stage.push('Another', { 'P.RPGLE': null, 'P-other.RPGLE': 'other' });
  repository.git('checkout', '-q', branch);
  repository.git('merge', '-q', 'main', '-m', 'Merge main');
  expect(await stage.next(branch)).toEqual([0, ['P *DELETE withdrawn', 'P *MIGRATE created']]);
  expect(stage.live()).toContain('ORD/10 P *MIGRATE other (P-other.RPGLE)');
});

test('moved by the branch, first filed by hand from before it was there, and deleted: it stood at the fork', async () => {
  await using stage = await Stage.open();
  await stage.push('Q', { 'Q.RPGLE': 'q' });
  const base = stage.head();
  await stage.push('P', { 'P.RPGLE': 'p' });
  const head = stage.commit('Move', { 'P.RPGLE': null, 'src/P.RPGLE': 'p' }, branch);
  expect(outcomesOf(await stage.file(branch, null, head, { options: { base, head } }))).toEqual(['P *MIGRATE created']);
  const gone = await stage.push('Drop', { 'src/P.RPGLE': null }, branch, { before: head });
  expect([gone.exitCode, outcomesOf(gone)]).toEqual([0, ['P *MIGRATE withdrawn', 'P *DELETE created']]);
});

test('moved by a skipped push, and deleted: the report names the file that is gone', async () => {
  await using stage = await filed({});
  const skipPushers = { [mappingFile]: `${mappingText}skip-pushers: [bot]\n` };
  await stage.push('Map', skipPushers, branch);
  await stage.push('Move', { 'P.RPGLE': null, 'lib/P.RPGLE': 'p1' }, branch, { actor: 'bot' });
  const gone = await stage.push('Drop', { 'lib/P.RPGLE': null }, branch);
  expect([gone.exitCode, stage.live()]).toEqual([0, [atMain]]);
  expect(gone.requests.map(({ path, warnings }) => [path, warnings])).toEqual([
    ['lib/P.RPGLE', ['it was filed for P.RPGLE']],
  ]);
});

const ofTwo = mappingText.replace(
  'rules:\n',
  'rules:\n  - match: { gfile: "P.RPGLE" }\n    requests: [{ attr: RPGLE, objt: "*PGM" }, { attr: RPGLE, objt: "*PGM", objn: W }]\n',
);

describe('withdrawn by a run by hand that looks at another file of the object', () => {
  test.each<[string, string, Files]>([
    ['no delete is made up for the file it was filed for', mappingText, { 'P.RPGLE': null }],
    ['the other object of that file is withdrawn later', ofTwo, { 'P.RPGLE': null }],
    ['a file that the mapping leaves out is not owed when it is mapped again', mappingText, { [mappingFile]: skipped }],
  ])('%s', async (_, mapping, dropped) => {
    await using stage = await Stage.after('Q and P on main', mapping, async (made) => {
      await made.push('Q', { 'Q.RPGLE': 'q' });
      await made.push('P', { 'P.RPGLE': 'p' });
    });
    stage.commit('Twin', { 'P-twin.RPGLE': 'twin' });
    const base = stage.commit('Drop', dropped);
    const head = stage.commit('Drop the twin', { 'P-twin.RPGLE': null });
    const byHand = await stage.file('main', null, head, { event: 'workflow_dispatch', options: { base, head } });
    expect(outcomesOf(byHand)).toEqual(['P *MIGRATE withdrawn']);
    await stage.push('Next', { [mappingFile]: mapping, 'README.md': '1' });
    expect(stage.live()).toEqual([atMain]);
  });
});

describe('a branch without a record, whose changes are filed by hand: what it had added is never deleted', () => {
  test.each([
    ['--paths', { paths: ['N.RPGLE'] }, { 'N.RPGLE': 'n' }, ['N *MIGRATE created']],
    ['--base and --head', { base: 'HEAD~1', head: 'HEAD' }, { 'N.RPGLE': null }, []],
  ])('%s', async (_, options, last, filedByHand) => {
    await using stage = await Stage.begun({ 'Q.RPGLE': 'q' });
    stage.commit('First', { 'N.RPGLE': 'n0' }, branch);
    const head = stage.commit('Second', last, branch);
    expect(await stage.filed(branch, null, head, { event: 'workflow_dispatch', options })).toEqual([0, filedByHand]);
    const files = filedByHand.length > 0 ? { 'N.RPGLE': null } : { 'README.md': '1' };
    expect((await stage.push('Next', files, branch, { before: head })).exitCode).toBe(0);
    expect(stage.live()).toEqual([atMain]);
    expect(stage.held().join()).toEqual(expect.not.stringContaining('*DELETE'));
  });
});
