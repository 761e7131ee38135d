import { describe, expect, test } from 'vitest';
import { type Files, mappingText, noticesOf, outcomesOf, Stage } from './support.ts';

/** A branch goes on with the request of another that it had merged (design §16 “Taken over”). */

/** `feature/a` has filed P, and `feature/b`, made from it, has edited P since. */
async function takenOver(): Promise<Stage> {
  return Stage.after('P is taken over', mappingText, async (made) => {
    await made.push('Import', { 'X.RPGLE': 'x' });
    await made.push('A', { 'P.RPGLE': 'pa' }, 'feature/a');
    expect(outcomesOf(await made.push('B', { 'P.RPGLE': 'pb ' }, 'feature/b'))).toEqual(['P *MIGRATE updated']);
  });
}

test('the other branch is released: the first one files the path again', async () => {
  await using stage = await takenOver();
  stage.drop('feature/b');
  expect(outcomesOf(await stage.ended('feature/b', { releases: true }))).toEqual(['P *MIGRATE withdrawn']);
  expect(await stage.next('feature/a')).toEqual([0, ['P *MIGRATE created']]);
});

test('the other branch drops it while a run of the first one is under way: the first one files the path again', async () => {
  await using stage = await takenOver();
  stage.onCall = async () => {
    stage.onCall = null;
    expect(outcomesOf(await stage.push('Drop', { 'P.RPGLE': null }, 'feature/b'))).toEqual(['P *MIGRATE withdrawn']);
    stage.goTo('feature/a');
    return null;
  };
  expect(await stage.pushed('Busy', { 'Q.RPGLE': 'q' }, 'feature/a')).toEqual([0, ['Q *MIGRATE created']]);
  expect(await stage.next('feature/a')).toEqual([0, ['P *MIGRATE created']]);
});

test('a run that was killed while it took over, and whose edit is taken back: what stands is sent again', async () => {
  await using stage = await Stage.begun({ 'X.RPGLE': 'x' });
  await stage.push('A', { 'P.RPGLE': 'pa' }, 'feature/a');
  await stage.push('Begin', { 'README.md': '1' }, 'feature/b');
  const isSent = (held: readonly string[]) => held.some((line) => line.includes('pb'));
  await stage.push('B', { 'P.RPGLE': 'pb ' }, 'feature/b', { dies: isSent });
  expect(await stage.pushed('Back', { 'P.RPGLE': 'pa' }, 'feature/b')).toEqual([0, ['P *MIGRATE updated']]);
  expect(stage.live()).toContain('ORD/10 P *MIGRATE pa (P.RPGLE)');
});

/** For a run that is killed at its nth look at the service: each call has one before its work, and one after it. */
function nthLook(nth: number): () => boolean {
  let looks = 0;
  return () => {
    looks += 1;
    return looks === nth;
  };
}

/** The same, but the run of `feature/b` was killed before, or after, its call. */
async function killedAt(look: number): Promise<Stage> {
  return Stage.after(`P is taken over, and killed at look ${look}`, mappingText, async (made) => {
    await made.push('Import', { 'X.RPGLE': 'x' });
    await made.push('A', { 'P.RPGLE': 'pa' }, 'feature/a');
    await made.push('B', { 'P.RPGLE': 'pb ' }, 'feature/b', { dies: nthLook(look) });
  });
}

const ways = [
  ['', takenOver, 'feature/a'],
  [', whose run was killed before its call,', () => killedAt(3), 'feature/b'],
  [', whose run was killed after its call,', () => killedAt(4), 'feature/a'],
] as const;

test.each(ways)('the other one%s is released, or the first: each releases what it has', async (_, made, branch) => {
  await using stage = await made();
  stage.drop(branch);
  const released = await stage.ended(branch, { releases: true });
  const rows = branch === 'feature/b' ? ['P *MIGRATE withdrawn'] : [];
  expect([released.exitCode, outcomesOf(released)]).toEqual([0, rows]);
  if (branch === 'feature/b') return;
  await stage.push('Next', { 'README.md': '2' }, 'feature/b');
  expect(stage.live()).toContain('ORD/10 P *MIGRATE pb (P.RPGLE)');
});

test.each(ways)('the other one%s drops what the first had added: the first one files it again', async (_, made) => {
  await using stage = await made();
  expect(outcomesOf(await stage.push('Drop', { 'P.RPGLE': null }, 'feature/b'))).toEqual(['P *MIGRATE withdrawn']);
  const report = await stage.push('Next', { 'README.md': '1' }, 'feature/a');
  expect([report.exitCode, outcomesOf(report), noticesOf(report)]).toEqual([0, ['P *MIGRATE created'], []]);
  expect(stage.live()).toContain('ORD/10 P *MIGRATE pa (P.RPGLE)');
  expect(await stage.next('feature/a')).toEqual([0, []]);
});

/** `feature/a` has filed P, and main has merged it. */
async function merged(): Promise<Stage> {
  return Stage.after('main has P', mappingText.replace('lvl: 50', 'lvl: 10'), async (made) => {
    await made.push('Import', { 'X.RPGLE': 'x' });
    await made.push('A', { 'P.RPGLE': 'pa' }, 'feature/a');
    made.merge('feature/a');
    expect(outcomesOf(await made.push('Merged', { 'README.md': '1' }))).toEqual(['P *MIGRATE unchanged']);
  });
}

describe('main merges a branch of its level, and drops what that had added: it is withdrawn, and no delete is made up', () => {
  const drop = { 'P.RPGLE': null };
  const killed = (look: number) => (stage: Stage) => stage.push('Drop', drop, 'main', { dies: nthLook(look) });
  test.each<[string, Files, (stage: Stage) => Promise<unknown>]>([
    ['after it has edited it', drop, (stage) => stage.push('Edit', { 'P.RPGLE': 'pm' })],
    ['by a run that is killed before its withdrawal', { 'README.md': '2' }, killed(1)],
    ['by a run that is killed behind its withdrawal', { 'README.md': '2' }, killed(2)],
  ])('%s', async (_, last, play) => {
    await using stage = await merged();
    await play(stage);
    const dropped = await stage.push('Last', last);
    expect([dropped.exitCode, outcomesOf(dropped).at(-1)]).toEqual([0, expect.stringMatching(/ withdrawn$/)]);
    expect([stage.live(), stage.record('main').tried]).toEqual([['ORD/10 X *MIGRATE x (X.RPGLE)'], []]);
    expect(stage.held().join()).not.toContain('*DELETE');
    // The first branch goes on: its request is none any more.
    expect(await stage.pushed('A', { 'P.RPGLE': 'pa2' }, 'feature/a')).toEqual([0, ['P *MIGRATE created']]);
  });
});

describe('main merges a branch of its level, and goes on with its request', () => {
  const both = ['ORD/10 P *MIGRATE pa (P.RPGLE)', 'ORD/10 X *MIGRATE x (X.RPGLE)'];

  test('the branch is deleted and released: the request stays, until main drops it, and no delete is made up', async () => {
    await using stage = await merged();
    stage.drop('feature/a');
    await stage.ended('feature/a', { releases: true });
    expect(stage.live()).toEqual(both);
    expect(outcomesOf(await stage.push('Drop', { 'P.RPGLE': null }))).toEqual(['P *MIGRATE withdrawn']);
  });

  test('the branch drops it, and main merges that: so it does', async () => {
    await using stage = await merged();
    await stage.push('Drop', { 'P.RPGLE': null }, 'feature/a');
    expect(stage.live()).toEqual(both);
    stage.merge('feature/a');
    expect(outcomesOf(await stage.push('Merged', { 'README.md': '2' }))).toEqual(['P *MIGRATE withdrawn']);
  });

  test('the branch edits it: it goes on with the request itself', async () => {
    await using stage = await merged();
    expect(await stage.pushed('Edit', { 'P.RPGLE': 'pa2' }, 'feature/a')).toEqual([0, ['P *MIGRATE updated']]);
  });
});

test('a branch moves a file whose request main filed, and deletes it: it stood at the fork, so a delete is filed', async () => {
  const mapping = mappingText.replace('lvl: 50', 'lvl: 10');
  await using stage = await Stage.begun({ 'src/P.RPGLE': 'p', 'X.RPGLE': 'x' }, mapping);
  const moved = await stage.push('Move', { 'src/P.RPGLE': null, 'lib/P.RPGLE': 'p' }, 'feature/a');
  expect(outcomesOf(moved)).toEqual(['P *MIGRATE updated']);
  const gone = await stage.push('Delete', { 'lib/P.RPGLE': null }, 'feature/a');
  expect([gone.exitCode, outcomesOf(gone)]).toEqual([0, ['P *MIGRATE withdrawn', 'P *DELETE created']]);
});

test('a branch that has merged another one is filed by hand: what the other one has filed stays its own', async () => {
  await using stage = await takenOver();
  await stage.push('C', { 'Q.RPGLE': 'q' }, 'feature/c');
  const options = { base: 'main', head: 'HEAD' };
  const byHand = { event: 'workflow_dispatch', payload: { ref: 'refs/heads/feature/c' }, options };
  const report = await stage.file('feature/c', null, stage.head('feature/c'), byHand);
  expect(outcomesOf(report)).toEqual(['P *MIGRATE unchanged', 'Q *MIGRATE updated']);
  expect([stage.record('feature/b'), stage.record('feature/c')].map(({ stands }) => stands.length)).toEqual([1, 1]);
});

test('a branch that lives drops what one made from it still has: that one files it, and asked for it until then', async () => {
  await using stage = await Stage.after('Shared', mappingText, async (made) => {
    await made.push('Import', { 'X.RPGLE': 'x' });
    await made.push('A', { 'P.RPGLE': 'p' }, 'feature/a');
    await made.push('B', { 'Q.RPGLE': 'q' }, 'feature/b');
  });
  expect(await stage.next('feature/b')).toEqual([0, ['P *MIGRATE unchanged']]);
  expect(outcomesOf(await stage.push('Drops', { 'P.RPGLE': null }, 'feature/a'))).toEqual(['P *MIGRATE withdrawn']);
  expect(await stage.next('feature/b')).toEqual([0, ['P *MIGRATE created']]);
  expect(await stage.next('feature/b')).toEqual([0, []]);
});
