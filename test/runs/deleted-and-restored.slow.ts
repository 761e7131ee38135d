import { expect, test } from 'vitest';
import { atOnce, type Files, mappingOf, onceHeld, Stage, stageOf } from './support.ts';

/** Deleted and restored in any order, by runs that were killed or could not write (design §8). */

/** P stood before the tool, and is filed. */
const filed = () => Stage.edited({ 'P.RPGLE': 'p1' }, mappingOf('DEMO'));
const before = async () => {
  const stage = await stageOf('DEMO');
  stage.heads.set('main', stage.commit('Before the tool', { 'P.RPGLE': 'p1' }));
  return stage;
};
const nothing = () => Stage.begun({}, mappingOf('DEMO'));

type Push = [files: Files, told?: Parameters<Stage['push']>[3]];
const gone = { 'P.RPGLE': null };
const put = (text: string, told?: Push[1]): Push => [{ 'P.RPGLE': text }, told];
const moved: Push = [{ 'NEW/P.RPGLE': 'p2' }];
const atNew = 'ORD/50 P *MIGRATE p2 (NEW/P.RPGLE)';
const unrelated: Push = [{ 'README.md': '1' }];
const killed = (held: string) => ({ dies: onceHeld(held) });
const drop: Push = [gone];
const dropKilled = (held: string): Push => [gone, killed(held)];
const half = dropKilled('P *MIGRATE unlocked p1');
const put2Killed = put('p2', killed('P *MIGRATE p2'));
const [deleted, p] = ['ORD/50 P *DELETE (P.RPGLE)', (text: string) => `ORD/50 P *MIGRATE ${text} (P.RPGLE)`] as const;

test.each<[string, () => Promise<Stage>, Push[], string[]]>([
  ['a delete that is lost, restored otherwise in another folder', filed, [dropKilled('P *DELETE'), moved], [atNew]],
  ['killed between withdrawal and create of a delete, restored: locked again', filed, [half, put('p1')], [p('p1')]],
  ['killed between withdrawal and create of a delete: the next push creates it', filed, [half, unrelated], [deleted]],
  [
    'a restore that is lost between withdrawal and create, deleted again',
    filed,
    [drop, put('p2', killed('P *DELETE unlocked')), drop],
    [deleted],
  ],
  ['an edit and a delete, both lost, restored', before, [put2Killed, dropKilled('P *DELETE'), put('p3')], [p('p3')]],
  [
    'added by a run that failed, edited and moved, deleted: it is only withdrawn',
    nothing,
    [put('n', { refused: true }), [{ 'P.RPGLE': null, 'NEW/P.RPGLE': 'n2' }], [{ 'NEW/P.RPGLE': null }]],
    [],
  ],
  [
    'added, deleted and restored, the second time by a run that was killed, deleted: it is only withdrawn',
    nothing,
    [put('n'), drop, put('n', { dies: atOnce }), unrelated, drop],
    [],
  ],
])('%s', async (_, start, pushes, stands) => {
  await using stage = await start();
  let exitCode: number | null = null;
  for (const [files, told] of pushes) ({ exitCode } = await stage.push('Push', files, 'main', told));
  expect([exitCode, stage.live()]).toEqual([0, stands]);
});

test('under per-push: what stands again is in an RFP, and what is withdrawn in none', async () => {
  await using stage = await Stage.edited({ 'P.RPGLE': 'p1' }, `${mappingOf('DEMO')}rfp: per-push\n`);
  await stage.push('Delete', { 'P.RPGLE': null }, 'main', { dies: onceHeld('P *DELETE') });
  expect(await stage.leaves('Restore', { 'P.RPGLE': 'p1' })).toEqual([0, ['ORD/50 P *MIGRATE p1 (P.RPGLE)']]);
  const rfps = stage.service.inspect().requests.map(({ lock, rfp }) => [lock, rfp > 0]);
  expect(rfps.filter(([lock]) => lock === '*YES')).toEqual([['*YES', true]]);
});

test('a create that is lost, reverted, with one 503 on the next create: it is withdrawn, and nothing is deleted', async () => {
  await using stage = await stageOf('DEMO', [{ method: 'POST', nth: 2, status: 503, retryAfter: 0 }]);
  const before = stage.commit('Before the tool', { 'X.RPGLE': 'x' });
  await stage.push('Add', { 'N.RPGLE': 'n' }, 'main', { before, dies: onceHeld('N *MIGRATE n') });
  expect(await stage.leaves('Revert', { 'N.RPGLE': null })).toEqual([0, []]);
  expect(stage.held()).toEqual(['ORD/50 N *MIGRATE unlocked n']);
});
