import { expect, test } from 'vitest';
import type { GivenOptions } from '../../src/options.ts';
import { noticesOf, outcomesOf, Stage, stageOf } from './support.ts';

/** Update, create again, conflict, changed its mind (design §7), as stories over real Git and a real service. */

test('a create whose answer is lost is filed once, with its content', async () => {
  await using stage = await stageOf('DEMO', [{ method: 'POST', nth: 1, cut: 'after' }]);
  expect(await stage.pushed('Import', { 'A.RPGLE': 'a1' })).toEqual([0, ['A *MIGRATE updated']]);
  expect(stage.held()).toEqual(['ORD/50 A *MIGRATE a1']);
});

test.each<GivenOptions>([{ ledger: 'off' }, { ledger: 'off', 'on-conflict': 'adopt' }])(
  'a delete is never taken over, as no answer tells the reason of a request that is there: %j',
  async (options) => {
    await using stage = await Stage.open();
    await stage.push('Add', { 'A.RPGLE': 'a' }, 'main', { options });
    const gone = await stage.push('Remove', { 'A.RPGLE': null }, 'main', { options });
    expect([gone.exitCode, outcomesOf(gone)]).toEqual([1, ['A *DELETE conflict']]);
    expect(noticesOf(gone).join()).toContain('the ledger is off: the requests of this run are not recorded');
    expect(stage.held()).toEqual(['ORD/50 A *MIGRATE a']);
  },
);
