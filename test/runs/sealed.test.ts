import { expect, test } from 'vitest';
import { forge, tipOf } from './forge.ts';
import { Stage } from './support.ts';

/** The ledger against somebody who may push its ref, and against a secret that was changed (design §8 "Sealed"). */

/** X and P are filed on main. */
const begun = () => Stage.begun({ 'X.RPGLE': 'x', 'P.RPGLE': 'p' });

test('a record that somebody changed: the run is red, files nothing and touches nothing', async () => {
  await using stage = await begun();
  forge(stage, (text) => text.replace('"objn":"X"', '"objn":"PAYROLL"'));
  const [tip, held] = [tipOf(stage), stage.held()];
  const report = await stage.push('Attack', { 'PAYROLL.RPGLE': 'evil' });
  expect([report.exitCode, report.error?.code, report.requests]).toEqual([3, 'ledger', []]);
  expect(report.error?.message).toContain("the ledger's record of main cannot be verified");
  expect(report.error?.remedy).toMatch(/ledger-secret-previous|FILE_CHECKOUTS_LEDGER_SECRET_PREVIOUS/);
  expect([tipOf(stage), stage.held()]).toEqual([tip, held]);
});
