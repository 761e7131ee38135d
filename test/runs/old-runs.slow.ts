import { expect, test } from 'vitest';
import { mappingOf, outcomesOf, Stage } from './support.ts';

/** Three pushes of a feature branch; the run of the first was killed before it wrote anything, if `dead`. */
function threePushes(dead = false) {
  return Stage.after(`three pushes, ${dead}`, mappingOf('DEMO'), (stage) => pushThree(stage, dead));
}

async function pushThree(stage: Stage, dead: boolean) {
  stage.commit('Base', { 'X.RPGLE': 'x' });
  const first = stage.commit('First', { 'A.RPGLE': 'a1', 'F.RPGLE': 'f' }, 'feature/a');
  if (!dead) await stage.file('feature/a', null, first);
  stage.heads.set('feature/a', first);
  await stage.push('Second', { 'A.RPGLE': 'a2', 'B.RPGLE': 'b', 'F.RPGLE': null }, 'feature/a');
  const second = stage.head('feature/a');
  await stage.push('Third', { 'A.RPGLE': 'a3', 'B.RPGLE': null }, 'feature/a');
  const third = stage.head('feature/a');
  return { first, second, third };
}

/** The pushes of the feature branch: where each began and ended. */
const pushesOf = ({ known: { first, second, third } }: Awaited<ReturnType<typeof threePushes>>) =>
  [
    [null, first],
    [first, second],
    [second, third],
  ] as const;

/** Starts an old run again: nothing changes at the service, and the record’s head stays. */
async function startAgain(stage: Stage, before: string | null, head: string): Promise<void> {
  const stands = stage.held();
  const was = stage.record('feature/a').settled;
  const again = await stage.file('feature/a', before, head);
  expect(outcomesOf(again).filter((row) => !row.endsWith(' unchanged'))).toEqual([]);
  expect([stage.held(), stage.record('feature/a').settled]).toEqual([stands, was]);
}

/** The new branch of that name, whose first push is in the record already. */
async function createdAgain(stage: Stage): Promise<void> {
  stage.drop('feature/a');
  stage.repository.git('checkout', '-q', '-B', 'feature/a', 'main');
  const files = { 'N.RPGLE': 'n1', 'A.RPGLE': 'new' };
  expect((await stage.push('Again', files, 'feature/a', { before: null })).exitCode).toBe(0);
  expect(stage.record('feature/a').settled).toBe(stage.head('feature/a'));
}

test.each<[string, boolean, (stage: Stage) => unknown]>([
  ['the branch is there, and the first of them had died', true, () => {}],
  ['the branch is gone', false, (stage) => stage.drop('feature/a')],
  ['the branch is gone, and was created again', true, createdAgain],
])('runs started again after later ones file nothing old: %s', async (_, dead, play) => {
  await using stage = await threePushes(dead);
  expect(stage.live()).toEqual(['ORD/10 A *MIGRATE a3 (A.RPGLE)']);
  expect(stage.record('feature/a').settled).toBe(stage.known.third);
  await play(stage);
  for (const [before, head] of pushesOf(stage)) await startAgain(stage, before, head);
});

test('a change that is open stays open, and the next push files it', async () => {
  await using stage = await threePushes(true);
  const { first } = stage.known;
  await stage.push('Failed', { 'C.RPGLE': 'c' }, 'feature/a', { rejected: true });
  await startAgain(stage, null, first);
  expect(stage.record('feature/a').exceptions.map(({ path }) => path)).toEqual(['C.RPGLE']);
  expect(await stage.next('feature/a')).toEqual([0, ['C *MIGRATE created']]);
});

test('after a run of the earlier one, the next push of the new one files what it has to', async () => {
  await using stage = await threePushes();
  const { first } = stage.known;
  await createdAgain(stage);
  await stage.file('feature/a', null, first);
  const next = await stage.push('Next', { 'N.RPGLE': 'n2' }, 'feature/a');
  expect([next.exitCode, next.range?.rule, outcomesOf(next)]).toEqual([0, 'push', ['N *MIGRATE updated']]);
  expect(stage.live().filter((line) => / [AN] /.test(line))).toEqual([
    'ORD/10 A *MIGRATE new (A.RPGLE)',
    'ORD/10 N *MIGRATE n2 (N.RPGLE)',
  ]);
});

test('main: a run from before the record began, whose token is refused: what it owes is filed by the next push', async () => {
  await using stage = await Stage.open();
  const root = stage.commit('Root', { 'P.RPGLE': 'p', 'Q.RPGLE': 'q' });
  const first = stage.commit('First', { 'Q.RPGLE': null });
  const second = stage.commit('Second', { 'P.RPGLE': 'p2' });
  const secret = { ledgerSecret: 'of all jobs' };
  await stage.file('main', first, second, { ...secret, dies: () => true });
  expect(await stage.filed('main', root, first, { ...secret, refused: true })).toEqual([4, ['Q *DELETE notAttempted']]);
  stage.heads.set('main', second);
  expect(await stage.next('main', secret)).toEqual([0, ['P *MIGRATE created', 'Q *DELETE created']]);
});

test('main: a run from before the record began, whose file has moved since: the next push knows that this branch added it', async () => {
  await using stage = await Stage.open();
  const root = stage.commit('Root', { 'P.RPGLE': 'p' });
  const first = stage.commit('First', { 'Q.RPGLE': 'q' });
  const second = stage.commit('Second', { 'README.md': '1' });
  await stage.file('main', first, second);
  const third = stage.commit('Third', { 'Q.RPGLE': null, 'lib/Q.RPGLE': 'q' });
  expect(outcomesOf(await stage.file('main', root, first))).toEqual([]);
  expect(outcomesOf(await stage.file('main', second, third))).toEqual(['Q *MIGRATE created']);
  stage.heads.set('main', third);
  expect(await stage.pushed('Fourth', { 'lib/Q.RPGLE': null })).toEqual([0, ['Q *MIGRATE withdrawn']]);
});

test('main: a run from before the record began, which added a twin of a file that is gone since: what stood before both is deleted with the twin', async () => {
  await using stage = await Stage.open();
  const root = stage.commit('Root', { 'P.RPGLE': 'p' });
  const first = stage.commit('First', { 'lib/P.RPGLE': 'twin' });
  const second = stage.commit('Second', { 'P.RPGLE': null });
  expect(outcomesOf(await stage.file('main', first, second))).toEqual([]);
  expect(outcomesOf(await stage.file('main', root, first))).toEqual([]);
  stage.heads.set('main', second);
  expect(await stage.pushed('Third', { 'lib/P.RPGLE': null })).toEqual([0, ['P *DELETE created']]);
});
