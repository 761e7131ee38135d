import { expect, test } from 'vitest';
import { mappingOf, onceHeld, outcomesOf, Stage, stageOf } from './support.ts';

/** Two files of P, of which the first is edited. */
async function twins(): Promise<Stage> {
  return Stage.after('twins', mappingOf('DEMO'), async (made) => {
    const before = made.commit('Before the tool', { 'A/P.RPGLE': 'a', 'B/P.RPGLE': 'b' });
    await made.push('Edit', { 'A/P.RPGLE': 'a2' }, 'main', { before });
  });
}

test('the file that was filed is moved to another object: the one that stays is filed', async () => {
  await using stage = await twins();
  const moved = await stage.push('Move', { 'A/P.RPGLE': null, 'A/Q.RPGLE': 'a2' });
  const both = ['ORD/50 P *MIGRATE b (B/P.RPGLE)', 'ORD/50 Q *MIGRATE a2 (A/Q.RPGLE)'];
  expect([moved.exitCode, stage.live()]).toEqual([0, both]);
});

test('the file that was filed goes by a run that was killed: the next run files the one that stays', async () => {
  await using stage = await twins();
  stage.heads.set('main', stage.commit('Delete', { 'A/P.RPGLE': null }));
  expect(await stage.leaves('Next', { 'README.md': '1' })).toEqual([0, ['ORD/50 P *MIGRATE b (B/P.RPGLE)']]);
});

test('both contents are the same: the file goes, and the request follows the one that stays', async () => {
  await using stage = await stageOf('DEMO');
  const before = stage.commit('Before the tool', { 'A/P.RPGLE': 'a', 'B/P.RPGLE': 'b' });
  await stage.push('Edit', { 'A/P.RPGLE': 'b' }, 'main', { before });
  expect(await stage.leaves('Delete', { 'A/P.RPGLE': null })).toEqual([0, ['ORD/50 P *MIGRATE b (B/P.RPGLE)']]);
});

test('an edit whose run was killed, reverted: the old content stands', async () => {
  await using stage = await Stage.begun({ 'P.RPGLE': 'p1' }, mappingOf('DEMO'));
  await stage.push('Edit', { 'P.RPGLE': 'p2' }, 'main', { dies: onceHeld('P *MIGRATE p2') });
  expect(await stage.leaves('Revert', { 'P.RPGLE': 'p1' })).toEqual([0, ['ORD/50 P *MIGRATE p1 (P.RPGLE)']]);
});

test('a rename to another object whose run was killed, reverted: only the first object stands', async () => {
  await using stage = await Stage.edited({ 'P.RPGLE': 'p1' }, mappingOf('DEMO'));
  const rename = { 'P.RPGLE': null, 'R.RPGLE': 'p1' };
  await stage.push('Rename', rename, 'main', { options: { concurrency: 1 }, dies: onceHeld('P *DELETE') });
  const reverted = await stage.push('Revert', { 'P.RPGLE': 'p1', 'R.RPGLE': null });
  expect([reverted.exitCode, stage.live()]).toEqual([0, ['ORD/50 P *MIGRATE p1 (P.RPGLE)']]);
});

test('a second file of an object that stood before, added while the first is not in the push: filed, with a warning', async () => {
  await using stage = await stageOf('DEMO');
  const before = stage.commit('Before the tool', { 'A/P.RPGLE': 'a' });
  const added = await stage.push('Add', { 'B/P.RPGLE': 'b' }, 'main', { before });
  expect(added.exitCode).toBe(0);
  expect(outcomesOf(added)).toEqual(['P *MIGRATE created']);
  expect(stage.live()).toEqual(['ORD/50 P *MIGRATE b (B/P.RPGLE)']);
  expect(added.requests[0]?.warnings).toEqual(['A/P.RPGLE makes ORD/50 P *PGM too']);
  expect(await stage.leaves('Settle', { 'A/P.RPGLE': null })).toEqual([0, ['ORD/50 P *MIGRATE b (B/P.RPGLE)']]);
});

test('a twin whose run was killed: the next run files it as that one would have', async () => {
  await using stage = await Stage.edited({ 'A/P.RPGLE': 'a' }, mappingOf('DEMO'));
  await stage.push('Twin', { 'B/P.RPGLE': 'b' }, 'main', { dies: onceHeld('P *MIGRATE b') });
  const next = await stage.push('Next', { 'README.md': '1' });
  expect(next.exitCode).toBe(0);
  expect(outcomesOf(next)).toEqual(['P *MIGRATE updated']);
  expect(stage.live()).toEqual(['ORD/50 P *MIGRATE b (B/P.RPGLE)']);
  expect(stage.record('main').tried).toEqual([]);
  expect(await stage.next()).toEqual([0, []]);
});
