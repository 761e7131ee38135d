import { expect, test } from 'vitest';
import { outcomesOf, Stage } from './support.ts';

/** A request that another user made by hand for the same file is never ours (design §7 “Conflict”). */

const lead = { token: 'demo-lead-token' };
const theirs = { lvl: 50, objn: 'A', srcn: 'A', repo: 'ORDERS', branch: 'main', gpath: '', gfile: 'A.RPGLE' };

test('only one branch reaches the level, and who we are is learnt from our own request: conflict', async () => {
  await using stage = await Stage.open();
  await stage.push('Import', { 'X.RPGLE': 'x1' }, 'main', lead);
  await stage.push('Change', { 'X.RPGLE': 'x2' }, 'main', lead);
  await stage.byHand('demo-token', theirs);
  const met = await stage.push('Add', { 'A.RPGLE': 'a' }, 'main', lead);
  expect([met.exitCode, outcomesOf(met)]).toEqual([1, ['A *MIGRATE conflict']]);
  expect(stage.live()).toEqual(['ORD/50 A *MIGRATE (A.RPGLE)', 'ORD/50 X *MIGRATE x2 (X.RPGLE)']);
});
