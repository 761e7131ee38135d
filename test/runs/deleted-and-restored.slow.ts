import { describe, expect, test } from 'vitest';
import { atOnce, mappingOf, mappingText, onceHeld, outcomesOf, refusePushes, Stage, stageOf } from './support.ts';

/** Deleted and restored in any order, by runs that were killed or could not write (design §8). */

describe('a delete that is lost half way, then restored', () => {
  test('the end of the run is not remembered: the migration stands', async () => {
    await using stage = await Stage.edited({ 'P.RPGLE': 'p1' }, mappingOf('DEMO'));
    refusePushes(stage, 2);
    await stage.push('Delete', { 'P.RPGLE': null });
    stage.pass(3);
    const restored = await stage.push('Restore', { 'P.RPGLE': 'p1' });
    expect([restored.exitCode, stage.live()]).toEqual([0, ['ORD/50 P *MIGRATE p1 (P.RPGLE)']]);
  });

  test('restored with another content and in another folder: that stands', async () => {
    await using stage = await Stage.edited({ 'P.RPGLE': 'p1' }, mappingOf('DEMO'));
    await stage.push('Delete', { 'P.RPGLE': null }, 'main', { dies: onceHeld('P *DELETE') });
    const restored = await stage.push('Restore', { 'NEW/P.RPGLE': 'p2' });
    expect([restored.exitCode, stage.live()]).toEqual([0, ['ORD/50 P *MIGRATE p2 (NEW/P.RPGLE)']]);
  });

  test('under per-push: what stands again is in an RFP, and what is withdrawn in none', async () => {
    await using stage = await Stage.edited({ 'P.RPGLE': 'p1' }, `${mappingOf('DEMO')}rfp: per-push\n`);
    await stage.push('Delete', { 'P.RPGLE': null }, 'main', { dies: onceHeld('P *DELETE') });
    const restored = await stage.push('Restore', { 'P.RPGLE': 'p1' });
    expect([restored.exitCode, stage.live()]).toEqual([0, ['ORD/50 P *MIGRATE p1 (P.RPGLE)']]);
    const rfps = stage.service.inspect().requests.map(({ lock, rfp }) => [lock, rfp > 0]);
    expect(rfps.filter(([lock]) => lock === '*YES')).toEqual([['*YES', true]]);
  });

  test('killed between withdrawal and create: the request is locked again', async () => {
    await using stage = await Stage.edited({ 'P.RPGLE': 'p1' }, mappingOf('DEMO'));
    await stage.push('Delete', { 'P.RPGLE': null }, 'main', { dies: onceHeld('P *MIGRATE unlocked p1') });
    expect(stage.live()).toEqual([]);
    const restored = await stage.push('Restore', { 'P.RPGLE': 'p1' });
    expect([restored.exitCode, stage.live()]).toEqual([0, ['ORD/50 P *MIGRATE p1 (P.RPGLE)']]);
  });
});

test('killed between withdrawal and create of a delete: the next push creates the delete', async () => {
  await using stage = await Stage.edited({ 'P.RPGLE': 'p1' }, mappingOf('DEMO'));
  await stage.push('Delete', { 'P.RPGLE': null }, 'main', { dies: onceHeld('P *MIGRATE unlocked p1') });
  const next = await stage.push('Next', { 'README.md': '1' });
  expect([next.exitCode, stage.live()]).toEqual([0, ['ORD/50 P *DELETE (P.RPGLE)']]);
});

describe('a restore that is lost half way, then deleted again', () => {
  test.each([
    ['after the create', 'P *MIGRATE p2'],
    ['between withdrawal and create', 'P *DELETE unlocked'],
  ])('killed %s: the delete stands', async (_, held) => {
    await using stage = await Stage.edited({ 'P.RPGLE': 'p1' }, mappingOf('DEMO'));
    await stage.push('Delete', { 'P.RPGLE': null });
    await stage.push('Restore', { 'P.RPGLE': 'p2' }, 'main', { dies: onceHeld(held) });
    const again = await stage.push('Delete again', { 'P.RPGLE': null });
    expect([again.exitCode, stage.live()]).toEqual([0, ['ORD/50 P *DELETE (P.RPGLE)']]);
  });
});

describe('a create that is lost, reverted, with one 503 on the next create', () => {
  const once503 = { method: 'POST', nth: 2, status: 503, retryAfter: 0 } as const;

  test('an object that the branch added: it is withdrawn, and nothing is deleted', async () => {
    await using stage = await stageOf('DEMO', [once503]);
    const before = stage.commit('Before the tool', { 'X.RPGLE': 'x' });
    await stage.push('Add', { 'N.RPGLE': 'n' }, 'main', { before, dies: onceHeld('N *MIGRATE n') });
    const gone = await stage.push('Revert', { 'N.RPGLE': null });
    expect([gone.exitCode, stage.live()]).toEqual([0, []]);
    expect(stage.held()).toEqual(['ORD/50 N *MIGRATE unlocked n']);
  });
});

describe('two kills with two reasons', () => {
  /** An edit whose create was lost, then a delete whose run was killed as well. */
  async function killedTwice(held: string): Promise<Stage> {
    const { stage } = await Stage.after(`killed twice, at ${held}`, mappingOf('DEMO'), async (made) => {
      const before = made.commit('Before the tool', { 'P.RPGLE': 'p1' });
      await made.push('Edit', { 'P.RPGLE': 'p2' }, 'main', { before, dies: onceHeld('P *MIGRATE p2') });
      await made.push('Delete', { 'P.RPGLE': null }, 'main', { dies: onceHeld(held) });
    });
    return stage;
  }

  test('the delete stands', async () => {
    await using stage = await killedTwice('P *MIGRATE unlocked p2');
    const next = await stage.push('Next', { 'README.md': '1' });
    expect([next.exitCode, stage.live()]).toEqual([0, ['ORD/50 P *DELETE (P.RPGLE)']]);
  });

  test('restored: that stands', async () => {
    await using stage = await killedTwice('P *DELETE');
    const next = await stage.push('Restore', { 'P.RPGLE': 'p3' });
    expect([next.exitCode, stage.live()]).toEqual([0, ['ORD/50 P *MIGRATE p3 (P.RPGLE)']]);
  });
});

describe('an object that the branch added', () => {
  test('whose first run failed, and which was edited and moved since: it is only withdrawn', async () => {
    await using stage = await Stage.begun({ 'X.RPGLE': 'x' }, mappingOf('DEMO'));
    await stage.push('Add', { 'N.RPGLE': 'n' }, 'main', { token: 'wrong' });
    await stage.push('Move', { 'N.RPGLE': null, 'NEW/N.RPGLE': 'n2' });
    const gone = await stage.push('Delete', { 'NEW/N.RPGLE': null });
    expect([gone.exitCode, stage.live()]).toEqual([0, ['ORD/50 X *MIGRATE x (X.RPGLE)']]);
  });

  test('deleted and restored twice, the second time by a run that was killed: still only withdrawn', async () => {
    await using stage = await Stage.begun({ 'X.RPGLE': 'x' }, mappingOf('DEMO'));
    await stage.push('Add', { 'N.RPGLE': 'n' });
    await stage.push('Delete', { 'N.RPGLE': null });
    await stage.push('Restore', { 'N.RPGLE': 'n' }, 'main', { dies: atOnce });
    await stage.push('Next', { 'README.md': '1' });
    const gone = await stage.push('Delete again', { 'N.RPGLE': null });
    expect([gone.exitCode, stage.live()]).toEqual([0, ['ORD/50 X *MIGRATE x (X.RPGLE)']]);
  });
});

describe('an object that stood before', () => {
  test('deleted by a run that was killed before its call, restored, deleted again: it is deleted', async () => {
    await using stage = await stageOf('DEMO');
    const before = stage.commit('Before the tool', { 'P.RPGLE': 'p1' });
    await stage.push('Delete', { 'P.RPGLE': null }, 'main', { before, dies: atOnce });
    await stage.push('Restore', { 'P.RPGLE': 'p2' });
    const gone = await stage.push('Delete again', { 'P.RPGLE': null });
    expect([gone.exitCode, stage.live()]).toEqual([0, ['ORD/50 P *DELETE (P.RPGLE)']]);
  });
});

test('a file that another one replaced is refused, filed later, and deleted: its object stood before, so that the delete is filed', async () => {
  await using stage = await Stage.begun({ 'P.RPGLE': 'p0' }, mappingText);
  stage.repository.git('checkout', '-qb', 'feature/a');
  await stage.push('Replace', { 'P.RPGLE': null, 'NEW/P.RPGLE': 'p1' }, 'feature/a', { rejected: true });
  await stage.push('Next', { 'README.md': '1' }, 'feature/a');
  const deleted = await stage.push('Delete', { 'NEW/P.RPGLE': null }, 'feature/a');
  expect([deleted.exitCode, outcomesOf(deleted)]).toEqual([0, ['P *MIGRATE withdrawn', 'P *DELETE created']]);
});
