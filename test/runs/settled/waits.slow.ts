import { describe, expect, test } from 'vitest';
import { ServiceRefusal } from '../../../src/service/refusal.ts';
import type { FaultEnding } from '../../../src/service/server.ts';
import { changedFile, include, installed, mapping } from '../dependents-support.ts';
import { noticesOf, outcomesOf, type Stage } from '../support.ts';

/** A compilation waits for its cause: what a path affects is asked for when that path is paid (design §13). */

const proven = mapping().replace('proj: null', 'proj: null, user: DEMO');
const both = ['ORD/50 B *RECOMPILE (B.RPGLE)', 'ORD/50 CUST *MIGRATE A          R CUSTR2 (CUST.PF)'];

/** Ends the creates of CUST so. */
function meet(stage: Stage, moment: 'before-work' | 'before-answer', ending: () => FaultEnding): void {
  stage.onCall = async (now, method, { objn }) =>
    now === moment && method === 'POST' && objn === 'CUST' ? ending() : null;
}

/** The next run, for a push that touches neither, files both. */
async function expectBoth(stage: Stage): Promise<void> {
  expect(await stage.leaves('Next', { 'README.md': '1' })).toEqual([0, both]);
  expect(await stage.next()).toEqual([0, []]);
}

describe('the changed file is', () => {
  test('in conflict with somebody else’s request', async () => {
    await using stage = await installed(proven);
    await stage.byHand('demo-lead-token', { lvl: 50, objn: 'CUST', objt: '*FILE', attr: 'PF' });
    const report = await stage.push('File', changedFile);
    expect([report.exitCode, outcomesOf(report).filter((row) => row.endsWith('created'))]).toEqual([1, []]);
    expect(outcomesOf(report)).toContain('CUST *MIGRATE conflict');
    expect(JSON.stringify(report)).toMatch(/waits until CUST/);
    const still = await stage.push('Still', { 'README.md': '0' });
    expect([still.exitCode, stage.live().filter((line) => line.includes('*RECOMPILE'))]).toEqual([0, []]);
    await stage.later('CUST', { delete: true });
    await expectBoth(stage);
  });

  test.each<[string, Parameters<typeof meet>[1], () => FaultEnding, string]>([
    ['rejected', 'before-work', () => new ServiceRefusal('Not now'), 'CUST *MIGRATE rejected'],
    ['not answered', 'before-answer', () => 'cut', 'CUST *MIGRATE unknown'],
  ])('%s', async (_, moment, ending, outcome) => {
    await using stage = await installed(proven);
    meet(stage, moment, ending);
    expect(await stage.pushed('File', changedFile)).toEqual([1, [outcome]]);
    stage.onCall = null;
    await expectBoth(stage);
  });
});

describe('what is affected by another file, too,', () => {
  const before = { 'CUST.PF': '     A          R CUSTR\n' };
  const usesBoth = { ...include(1), ...before, 'B.RPGLE': '**free\ndcl-f CUST;\n/copy INC\nreturn;\n' };

  test('is filed for that one', async () => {
    await using stage = await installed(proven, usesBoth);
    meet(stage, 'before-work', () => new ServiceRefusal('Not now'));
    await stage.push('File', changedFile);
    stage.onCall = null;
    expect(await stage.leaves('Include', include(2))).toEqual([0, both]);
  });

  test('is filed for that one alone, if the refused one is taken back', async () => {
    await using stage = await installed(proven, usesBoth);
    meet(stage, 'before-work', () => new ServiceRefusal('Not now'));
    const report = await stage.push('Both', { ...changedFile, ...include(2) });
    expect([report.exitCode, stage.live()]).toEqual([1, []]);
    const waits = noticesOf(report).filter((line) => line.includes('waits until'));
    expect(waits).toEqual([expect.stringContaining('until CUST.PF is filed')]);
    expect(await stage.leaves('Back', before)).toEqual([0, ['ORD/50 B *RECOMPILE (B.RPGLE)']]);
  });
});
