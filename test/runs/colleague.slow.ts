import { describe, expect, test } from 'vitest';
import type { Fault } from '../../src/service/faults.ts';
import { atOnce, mappingOf, onceHeld, outcomesOf, Stage, stageOf } from './support.ts';

/** A request that another user made by hand for the same file is never ours (design §8 "Whose is a number"). */

/** LEAD holds code 31, so its token may look at the requests of DEMO, and would be let to update them. */
const lead = { token: 'demo-lead-token' };
const atMain = { lvl: 50, objn: 'A', srcn: 'A', repo: 'ORDERS', branch: 'main', gpath: '', gfile: 'A.RPGLE' };
const atFeature = { ...atMain, lvl: 10, branch: 'feature/a' };
const byUsers = mappingOf('DEMO').replace(', user: DEMO', '').replace('rules:', 'users: { jane-doe: LEAD }\nrules:');

const conflict = [1, ['A *MIGRATE conflict']];
const untouched = 'ORD/50 A *MIGRATE (A.RPGLE)';

describe('one literal branch reaches the level, and a colleague’s request for the same file is there', () => {
  const lost: Fault = { method: 'POST', objn: 'A', nth: 2, cut: 'before' };

  test.each<[string, () => Promise<Stage>, string, object]>([
    ['the user is mapped', () => stageOf('LEAD'), 'demo-token', lead],
    ['a request of LEAD and runs of DEMO, which may not look', () => Stage.open(), 'demo-lead-token', {}],
    ['the answer to our own create was lost before the work', () => Stage.open([lost]), 'demo-token', lead],
  ])('%s: conflict', async (_, open, theirs, ours) => {
    await using stage = await open();
    await stage.byHand(theirs, atMain);
    expect(await stage.pushed('Import', { 'A.RPGLE': 'a' }, 'main', ours)).toEqual(conflict);
    expect(stage.live()).toEqual([untouched]);
  });

  test('who we are is not known: conflict, also in the next runs, until it is gone', async () => {
    await using stage = await Stage.open();
    await stage.byHand('demo-token', atMain);
    const met = await stage.push('Import', { 'A.RPGLE': 'a', 'X.RPGLE': 'x1' }, 'main', lead);
    expect([met.exitCode, outcomesOf(met)]).toEqual([1, ['A *MIGRATE conflict', 'X *MIGRATE created']]);
    expect(outcomesOf(await stage.push('Next', { 'X.RPGLE': 'x2' }, 'main', lead))).toContain('X *MIGRATE updated');
    expect(stage.live()).toEqual([untouched, 'ORD/50 X *MIGRATE x2 (X.RPGLE)']);
    await stage.later('A', { delete: true });
    expect(await stage.next('main', lead)).toEqual([0, ['A *MIGRATE created']]);
  });
});

test('of two objects of a file a colleague holds one: the other is sent once, and not again by each later run', async () => {
  const two =
    'rules:\n  - match: { gfile: "P.RPGLE" }\n    requests: [{ attr: RPGLE, objt: "*PGM" }, { attr: RPGLE, objt: "*PGM", objn: W }]\n';
  await using stage = await Stage.begun({}, mappingOf('DEMO').replace('rules:\n', two));
  const theirs = { ...atMain, objn: 'W', srcn: 'W', gfile: 'P.RPGLE', objt: '*PGM', attr: 'RPGLE' };
  await stage.byHand('demo-lead-token', theirs);
  expect(await stage.pushed('Import', { 'P.RPGLE': 'p' })).toEqual([1, ['P *MIGRATE created', 'W *MIGRATE conflict']]);
  expect(await stage.next()).toEqual([0, ['P *MIGRATE unchanged']]);
});

describe('our killed run had written down its create, and a colleague’s request is there', () => {
  const theirs = 'ORD/10 A *MIGRATE (A.RPGLE)';

  test('who we are is learnt from another object of the branch: conflict', async () => {
    await using stage = await Stage.open();
    await stage.push('Import', { 'README.md': '0' }, 'main', lead);
    await stage.push('One', { 'X.RPGLE': 'x1' }, 'feature/a', lead);
    await stage.push('Two', { 'X.RPGLE': 'x2' }, 'feature/a', lead);
    await stage.push('Add', { 'A.RPGLE': 'a' }, 'feature/a', { ...lead, dies: atOnce });
    await stage.byHand('demo-token', atFeature);
    expect(await stage.next('feature/a', lead)).toEqual(conflict);
    expect(stage.live()).toEqual([theirs, 'ORD/10 X *MIGRATE x2 (X.RPGLE)']);
  });

  test('a delete that was written down is no proof of a colleague’s request either', async () => {
    await using stage = await Stage.open();
    const before = stage.commit('Before the tool', { 'A.RPGLE': 'a' });
    await stage.push('Delete', { 'A.RPGLE': null }, 'main', { ...lead, before, dies: atOnce });
    await stage.byHand('demo-token', atMain);
    expect([...(await stage.next('main', lead)), stage.live()]).toEqual([1, ['A *DELETE conflict'], [untouched]]);
  });
});

describe('a create of our own whose answer never came is settled', () => {
  const green = [0, ['A *MIGRATE updated']];
  const heldA = (stage: Stage) => stage.live().find((line) => line.includes(' A '));

  test('the account is mapped to a user', async () => {
    await using stage = await Stage.open();
    await stage.push('Import', { '.file-checkouts.yml': byUsers }, 'main', lead);
    await stage.push('Add', { 'A.RPGLE': 'a' }, 'feature/a', { ...lead, dies: onceHeld('A *MIGRATE a') });
    const next = await stage.push('Next', { 'README.md': '1' }, 'feature/a', lead);
    expect([next.exitCode, outcomesOf(next), heldA(stage)]).toEqual([...green, 'ORD/10 A *MIGRATE a (A.RPGLE)']);
  });

  test('the user is learnt by asking for an object that the branch has only created', async () => {
    await using stage = await Stage.begun({ 'README.md': '0' });
    await stage.push('One', { 'X.RPGLE': 'x1' }, 'feature/a');
    await stage.push('Add', { 'A.RPGLE': 'a' }, 'feature/a', { dies: onceHeld('A *MIGRATE a') });
    expect([...(await stage.next('feature/a')), heldA(stage)]).toEqual([...green, 'ORD/10 A *MIGRATE a (A.RPGLE)']);
  });
});
