import { describe, expect, test } from 'vitest';
import { atOnce, mappingOf, onceHeld, outcomesOf, Stage, stageOf } from './support.ts';

/** A create whose answer was lost, and what holds its object by then (design §8). */

/** Two feature branches of one base, `feature/b` checked out: it has filed Y. */
function twoBranches(): Promise<Stage> {
  return Stage.after('two branches', mappingOf('DEMO'), async (made) => {
    made.commit('Base', { 'X.RPGLE': 'x' });
    made.repository.git('checkout', '-q', '-b', 'feature/a');
    await made.push('Begin', { 'Y.RPGLE': 'y' }, 'feature/b');
  });
}

const y = 'ORD/10 Y *MIGRATE y (Y.RPGLE)';
const x = 'ORD/50 X *MIGRATE x (X.RPGLE)';
const p = 'ORD/50 P *MIGRATE p (P.RPGLE)';
const red = [1, ['P *MIGRATE conflict']];

/** X is filed, and the run that filed P was killed. */
async function lostCreate(mapping = mappingOf('DEMO')): Promise<Stage> {
  return Stage.after('the create of P is lost', mapping, async (made) => {
    await made.push('Import', { 'X.RPGLE': 'x' });
    await made.push('Add', { 'P.RPGLE': 'p' }, 'main', { dies: onceHeld('P *MIGRATE') });
  });
}

describe('the lost create of a file that is gone now', () => {
  test('another branch, merged here, holds the object: its request stands, and no run of either withdraws it', async () => {
    await using stage = await twoBranches();
    await stage.push('B adds P', { 'P.RPGLE': 'pb' }, 'feature/b', { dies: atOnce });
    await stage.push('A adds P', { 'P.RPGLE': 'pa' }, 'feature/a');
    const stands = stage.live();
    expect(stands).toEqual(['ORD/10 P *MIGRATE pa (P.RPGLE)', y]);
    stage.merge('feature/a', 'feature/b', '-s', 'ours', '-m', 'merge');
    const gone = await stage.push('B drops P', { 'P.RPGLE': null }, 'feature/b');
    expect([gone.exitCode, outcomesOf(gone), stage.live()]).toEqual([0, ['P *MIGRATE unchanged'], stands]);
    expect([...(await stage.next('feature/b')), stage.live()]).toEqual([0, [], stands]);
    expect([...(await stage.next('feature/a')), stage.live()]).toEqual([0, [], stands]);
    expect(stage.record('feature/a')).toMatchObject({ stands: [{ objn: 'P', path: 'P.RPGLE' }] });
  });

  test('a rival branch may have filed it as well: both stay red, and nothing is withdrawn', async () => {
    await using stage = await twoBranches();
    await stage.push('B adds P', { 'P.RPGLE': 'pb' }, 'feature/b', { dies: onceHeld('P *MIGRATE') });
    await stage.push('A adds P', { 'P.RPGLE': 'pa' }, 'feature/a', { dies: atOnce });
    const stands = stage.live();
    expect(stands).toEqual(['ORD/10 P *MIGRATE pb (P.RPGLE)', y]);
    for (const branch of ['feature/b', 'feature/a']) {
      expect([...(await stage.pushed('Drop', { 'P.RPGLE': null }, branch)), stage.live()]).toEqual([...red, stands]);
      expect(stage.record(branch).tried).toMatchObject([{ objn: 'P', reason: '*MIGRATE' }]);
    }
    expect([...(await stage.next('feature/b')), stage.live()]).toEqual([...red, stands]);
  });

  test('a rival branch may have tried it for another user: the branch whose user it has withdraws it', async () => {
    await using stage = await twoBranches();
    const asLead = { options: { set: ['user=LEAD'] } };
    await stage.push('B adds P', { 'P.RPGLE': 'p' }, 'feature/b', { dies: onceHeld('P *MIGRATE') });
    await stage.push('A adds P', { 'P.RPGLE': 'p' }, 'feature/a', { dies: atOnce, ...asLead });
    expect(await stage.next('feature/a', asLead)).toEqual(red);
    const gone = await stage.push('Drop', { 'P.RPGLE': null }, 'feature/b');
    expect([gone.exitCode, outcomesOf(gone), stage.live()]).toEqual([0, ['P *MIGRATE withdrawn'], [y]]);
  });

  test('a branch that has filed it before, and waits for no answer, is no rival', async () => {
    await using stage = await twoBranches();
    await stage.push('B adds P', { 'P.RPGLE': 'pb' }, 'feature/b');
    await stage.later('P', { delete: true });
    await stage.push('A adds P', { 'P.RPGLE': 'pa' }, 'feature/a', { dies: onceHeld('P *MIGRATE') });
    expect(stage.record('feature/b')).toMatchObject({ stands: [{ objn: 'Y' }, { objn: 'P' }], tried: [] });
    const gone = await stage.push('Drop', { 'P.RPGLE': null }, 'feature/a');
    expect([gone.exitCode, outcomesOf(gone), stage.live()]).toEqual([0, ['P *MIGRATE withdrawn'], [y]]);
  });

  test('on-conflict is fail: red, the call stays open, and the next run without it settles it', async () => {
    await using stage = await lostCreate();
    const failed = await stage.push('Drop', { 'P.RPGLE': null }, 'main', { options: { 'on-conflict': 'fail' } });
    expect([failed.exitCode, outcomesOf(failed), stage.live()]).toEqual([...red, [p, x]]);
    expect(stage.record('main').tried).toMatchObject([{ objn: 'P', reason: '*MIGRATE' }]);
    expect([...(await stage.next()), stage.live()]).toEqual([0, ['P *MIGRATE withdrawn'], [x]]);
    expect(stage.record('main').tried).toEqual([]);
  });

  test('its attribute was changed by hand: red for as long as nobody settles it', async () => {
    await using stage = await lostCreate();
    await stage.changed('P', { srcn: 'PX', attr: 'SQLRPGLE' });
    for (const files of [{ 'P.RPGLE': null }, { 'README.md': '1' }]) {
      expect([...(await stage.pushed('Go on', files)), stage.live()]).toEqual([...red, [p, x]]);
      expect(stage.record('main').tried).toMatchObject([{ objn: 'P', reason: '*MIGRATE' }]);
    }
  });

  test('the earlier variant names no number to take back: red until somebody settles it', async () => {
    await using stage = await Stage.open([], { variant: 'earlier' });
    await stage.push('Import', { 'X.RPGLE': 'x', '.file-checkouts.yml': mappingOf('DEMO') });
    await stage.push('Add', { 'P.RPGLE': 'p' }, 'main', { dies: atOnce });
    expect(await stage.pushed('Drop', { 'P.RPGLE': null })).toEqual([1, ['P *MIGRATE unknown']]);
    expect(await stage.next()).toEqual(red);
  });
});

test('the lost create of a file that is mapped to another level now: what it may have filed is taken back', async () => {
  await using stage = await lostCreate();
  const elsewhere = mappingOf('DEMO').replace('lvl: 50', 'lvl: 10');
  const mapped = await stage.push('Map again', { '.file-checkouts.yml': elsewhere });
  expect([mapped.exitCode, stage.live()]).toEqual([0, ['ORD/10 P *MIGRATE p (P.RPGLE)', x]]);
  expect(outcomesOf(mapped)).toContain('P *MIGRATE withdrawn');
  expect([...(await stage.next()), stage.record('main').tried]).toEqual([0, [], []]);
});

describe('another file makes the same object, as only the service knows', () => {
  const rule = 'rules:\n  - match: { gpath: QRPGLESRC }\n    request: { attr: RPGLE }\n';
  const mapping = { '.file-checkouts.yml': mappingOf('DEMO').replace('rules:\n', rule) };
  const [path, newPath] = ['QRPGLESRC/P.PGM.RPGLE', 'QRPGLESRC/P-new.PGM.RPGLE'];

  test('is moved: the lost create of a file that is gone takes nothing back', async () => {
    await using stage = await stageOf('DEMO');
    await stage.push('Import', { ...mapping, [path]: 'p' });
    await stage.push('Add', { 'P.RPGLE': 'twin' }, 'main', { dies: atOnce });
    const gone = await stage.push('Drop', { [path]: null, [newPath]: 'p', 'P.RPGLE': null });
    expect([gone.exitCode, stage.live()]).toEqual([0, [`ORD/50 P *MIGRATE p (${newPath})`]]);
    expect(outcomesOf(gone)).not.toContain('P *MIGRATE withdrawn');
  });

  test('stays: a delete of the object that the file which is gone made is a collision', async () => {
    await using stage = await stageOf('DEMO');
    stage.heads.set('main', stage.commit('Before', { ...mapping, 'P.RPGLE': 'old' }));
    await stage.push('Import', { [path]: 'p' });
    expect(await stage.pushed('Drop', { 'P.RPGLE': null })).toEqual([1, ['P *DELETE collision']]);
    expect(stage.live()).toEqual([`ORD/50 P *MIGRATE p (${path})`]);
  });
});

describe('our request', () => {
  test('had moved on, and the run died when its delete was there: the next one goes on with it', async () => {
    await using stage = await Stage.begun({ 'X.RPGLE': 'x' }, mappingOf('DEMO'));
    await stage.push('Add', { 'P.RPGLE': 'p' });
    await stage.later('P', { status: '05' });
    await stage.push('Drop', { 'P.RPGLE': null }, 'main', { dies: onceHeld('P *DELETE') });
    const next = await stage.push('Next', { 'README.md': '1' });
    const stands = ['ORD/50 P *DELETE (P.RPGLE)', x];
    expect([next.exitCode, stage.live()]).toEqual([0, stands]);
    expect([...(await stage.next()), stage.live()]).toEqual([0, [], stands]);
  });

  test('was deleted, and one of a merged branch stands in its place: later runs ask for it, and change nothing', async () => {
    await using stage = await stageOf('DEMO');
    stage.commit('Base', { 'X.RPGLE': 'x' });
    await stage.push('B', { 'P.RPGLE': 'p1' }, 'feature/b');
    await stage.later('P', { delete: true });
    await stage.push('A', { 'P.RPGLE': 'p2' }, 'feature/a');
    const stands = ['ORD/10 P *MIGRATE p2 (P.RPGLE)'];
    stage.merge('feature/a', 'feature/b', '--ff-only');
    const merged = await stage.push('Merge', {}, 'feature/b');
    expect([merged.exitCode, outcomesOf(merged), stage.live()]).toEqual([0, ['P *MIGRATE unchanged'], stands]);
    expect([...(await stage.next('feature/b')), stage.live()]).toEqual([0, ['P *MIGRATE unchanged'], stands]);
  });

  test('is shared by two branches, and deleted on both: nothing stands', async () => {
    await using stage = await stageOf('DEMO');
    stage.commit('Base', { 'X.RPGLE': 'x' });
    await stage.push('A adds', { 'P.RPGLE': 'p' }, 'feature/a');
    await stage.push('B goes on', { 'Q.RPGLE': 'q' }, 'feature/b');
    const q = 'ORD/10 Q *MIGRATE q (Q.RPGLE)';
    const shared = ['ORD/10 P *MIGRATE p (P.RPGLE)', q];
    for (const files of [{ 'P.RPGLE': null }, { 'README.md': '1' }]) {
      expect([...(await stage.pushed('B drops', files, 'feature/b')), stage.live()]).toEqual([0, [], shared]);
    }
    const dropped = await stage.push('A drops', { 'P.RPGLE': null }, 'feature/a');
    expect([dropped.exitCode, outcomesOf(dropped), stage.live()]).toEqual([0, ['P *MIGRATE withdrawn'], [q]]);
    expect([...(await stage.next('feature/b')), stage.live()]).toEqual([0, [], [q]]);
  });
});
