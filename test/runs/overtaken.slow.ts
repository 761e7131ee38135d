import { describe, expect, test } from 'vitest';
import { callIn } from '../commands/call.ts';
import { mappingOf, outcomesOf, overtaken, Stage } from './support.ts';

const x = 'ORD/50 X *MIGRATE x (X.RPGLE)';

/** P is new in a push whose run was overtaken: it is filed, and the head is before it. */
async function overtakenWithP(): Promise<Stage> {
  return Stage.after('P is overtaken', mappingOf('DEMO'), async (made) => {
    await made.push('Import', { 'X.RPGLE': 'x' });
    await overtaken(made, { 'P.RPGLE': 'p1' });
    expect(made.live()).toEqual(['ORD/50 P *MIGRATE p1 (P.RPGLE)', x]);
  });
}

test.each([
  ['renamed to another object: only that stands', 'R.RPGLE', 'ORD/50 R *MIGRATE p1 (R.RPGLE)'],
  ['moved: its request follows', 'NEW/P.RPGLE', 'ORD/50 P *MIGRATE p1 (NEW/P.RPGLE)'],
])('what an overtaken run has filed is %s', async (_, path, stands) => {
  await using stage = await overtakenWithP();
  expect(await stage.leaves('Rename', { 'P.RPGLE': null, [path]: 'p1' })).toEqual([0, [stands, x]]);
});

describe('what the level finds', () => {
  test('is withdrawn when its file goes, also under `deletes: ignore`', async () => {
    await using stage = await overtakenWithP();
    const mapping = `${mappingOf('DEMO')}deletes: ignore\n`;
    const next = await stage.push('Delete', { 'P.RPGLE': null, '.file-checkouts.yml': mapping });
    expect([next.exitCode, outcomesOf(next), stage.live()]).toEqual([0, ['P *MIGRATE withdrawn'], [x]]);
  });

  test('counts for the brakes', async () => {
    await using stage = await Stage.begun({ 'P.RPGLE': 'p0', 'Q.RPGLE': 'q0' }, mappingOf('DEMO'));
    await overtaken(stage, { 'P.RPGLE': 'p1', 'Q.RPGLE': 'q1' });
    const files = { 'P.RPGLE': 'p0', 'Q.RPGLE': 'q0' };
    const refused = await stage.push('Back', files, 'main', { options: { 'max-requests': 1 } });
    expect([refused.exitCode, refused.error?.code]).toEqual([1, 'limit']);
    expect((await stage.push('Next', { 'README.md': '1' })).exitCode).toBe(0);
    expect(stage.live()).toEqual(['ORD/50 P *MIGRATE p0 (P.RPGLE)', 'ORD/50 Q *MIGRATE q0 (Q.RPGLE)']);
  });

  test('is nothing that was forgotten', async () => {
    await using stage = await overtakenWithP();
    await callIn(stage.repository.dir, ['ledger', 'forget', 'P.RPGLE']);
    expect(await stage.pushed('Delete', { 'P.RPGLE': null })).toEqual([0, []]);
    expect(stage.live()).toEqual(['ORD/50 P *MIGRATE p1 (P.RPGLE)', x]);
  });
});

describe('what a push of a skipped account changed counts as standing', () => {
  const skipping = 'skip-pushers: [mdgit-bot]\n';

  test('an edit, a delete and a restore of it: nothing is filed', async () => {
    await using stage = await Stage.begun(
      { 'P.RPGLE': 'p1', 'Q.RPGLE': 'q1', 'X.RPGLE': 'x' },
      `${mappingOf('DEMO')}${skipping}`,
    );
    const stands = stage.live();
    const bot = { actor: 'mdgit-bot' };
    const skipped = await stage.push('Install', { 'P.RPGLE': 'p2', 'Q.RPGLE': null }, 'main', bot);
    expect(skipped.nothingToFile).toContain('skip-pushers');
    expect([...(await stage.next()), stage.live()]).toEqual([0, [], stands]);
    expect(await stage.pushed('Edit', { 'P.RPGLE': 'p3' })).toEqual([0, ['P *MIGRATE updated']]);
    expect(await stage.pushed('Back', { 'P.RPGLE': 'p2' })).toEqual([0, ['P *MIGRATE updated']]);
    expect(stage.live()).toContain('ORD/50 P *MIGRATE p2 (P.RPGLE)');
  });

  test('also over a change that was refused: its row says so', async () => {
    await using stage = await Stage.begun({ 'P.RPGLE': 'p1', 'X.RPGLE': 'x' }, `${mappingOf('DEMO')}${skipping}`);
    await stage.push('Refused', { 'P.RPGLE': 'p2' }, 'main', { rejected: true });
    const skipped = await stage.push('Install', { 'P.RPGLE': 'p3', 'X.RPGLE': 'x2' }, 'main', { actor: 'mdgit-bot' });
    const [over, other] = skipped.leftOut.map(({ why }) => why);
    expect([skipped.exitCode, over]).toEqual([0, `${other}, after an earlier change that no run has filed`]);
  });
});
