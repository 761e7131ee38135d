import { expect, test } from 'vitest';
import { noticesOf, outcomesOf, refusePushes, stageOf } from './support.ts';

/** When only the last write of a run fails, what it meant to do is remembered: nobody meets a lock. */

test.each([
  ['of a branch with a record', true, 2],
  ['of a branch without one', false, 3],
])(
  'the last write of a run fails, %s: the notice frightens nobody, and the next run settles it',
  async (_, known, nth) => {
    await using stage = await stageOf('DEMO');
    if (known) await stage.push('Import', { 'X.RPGLE': 'x' });
    refusePushes(stage, nth);
    const report = await stage.push('Add', { 'A.RPGLE': 'a1' });
    expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['A *MIGRATE created']]);
    expect(noticesOf(report).join('\n')).toContain('read-only');
    expect(noticesOf(report).join('\n')).not.toContain('meets their locks');
    expect(noticesOf(report).join('\n')).not.toContain('the requests of this run are not recorded');
    stage.pass(3);
    expect(await stage.pushed('Next', { 'A.RPGLE': 'a2' })).toEqual([0, ['A *MIGRATE updated']]);
  },
);
