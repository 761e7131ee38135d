import { expect, test } from 'vitest';
import { forge, putBack, tipOf } from './forge.ts';
import { outcomesOf, Stage } from './support.ts';

/** The ledger against somebody who may push its ref, and against a secret that was changed (design §8 "Sealed"). */

/** X and P are filed on main. */
const begun = () => Stage.begun({ 'X.RPGLE': 'x', 'P.RPGLE': 'p' });

test('a record that somebody changed: the run is red, files nothing and touches nothing', async () => {
  await using stage = await begun();
  forge(stage, (text) => text.replace('"objn":"X"', '"objn":"PAYROLL"'));
  const [tip, held] = [tipOf(stage), stage.held()];
  const report = await stage.push('Attack', { 'PAYROLL.RPGLE': 'evil' });
  expect([report.exitCode, report.error?.code, report.requests]).toEqual([3, 'ledger', []]);
  expect(report.error?.message).toContain("the ledger's record of main is not believed");
  expect(report.error?.remedy).toMatch(/ledger-secret-previous|FILE_CHECKOUTS_LEDGER_SECRET_PREVIOUS/);
  expect([tipOf(stage), stage.held()]).toEqual([tip, held]);
});

test('a token that was rotated: red, until the earlier one is given beside it; a wrong one takes no seal away', async () => {
  await using stage = await begun();
  const lead = { token: 'demo-lead-token' };
  const wrong = await stage.push('Wrong', { 'X.RPGLE': 'x2' }, 'main', { token: 'expired' });
  expect([wrong.exitCode, wrong.error]).toEqual([
    3,
    expect.objectContaining({
      code: 'ledger',
      message: expect.stringMatching(/no secret of this run has sealed it\. The service does not accept the token/),
      remedy: expect.stringMatching(/mistyped/),
    }),
  ]);
  // The service takes this one.
  const changed = await stage.push('Changed', { 'X.RPGLE': 'x2' }, 'main', lead);
  expect(changed.error?.message).toMatch(/the service takes the token, so another secret has sealed it$/);
  const tip = tipOf(stage);
  const both = { token: 'expired', ledgerSecretPrevious: 'demo-token' };
  const refused = await stage.push('Refused', { 'Y.RPGLE': 'y' }, 'main', both);
  expect([refused.exitCode, tipOf(stage)]).toEqual([4, tip]);
  const rotated = await stage.push('Rotated', { 'P.RPGLE': 'p2' }, 'main', {
    ...lead,
    ledgerSecretPrevious: 'demo-token',
  });
  expect([rotated.exitCode, outcomesOf(rotated).toSorted()]).toEqual([
    0,
    ['P *MIGRATE updated', 'X *MIGRATE updated', 'Y *MIGRATE created'],
  ]);
  const after = await stage.push('After', { 'X.RPGLE': 'x3' }, 'main', lead);
  expect([after.exitCode, outcomesOf(after)]).toEqual([0, ['X *MIGRATE updated']]);
});

test('an older record of the branch that is put back: more is owed, nothing older is sent, nothing is filed twice', async () => {
  await using stage = await begun();
  const tip = tipOf(stage);
  await stage.push('Newer', { 'X.RPGLE': 'x2', 'N.RPGLE': 'n' });
  putBack(stage, tip);
  const report = await stage.push('Next', { 'P.RPGLE': 'p2' });
  expect(outcomesOf(report)).toContain('P *MIGRATE updated');
  expect(stage.live()).toEqual([
    'ORD/50 N *MIGRATE n (N.RPGLE)',
    'ORD/50 P *MIGRATE p2 (P.RPGLE)',
    'ORD/50 X *MIGRATE x2 (X.RPGLE)',
  ]);
});

test('a ledger that was deleted is a branch without a record: nobody else’s request is touched', async () => {
  await using stage = await begun();
  await stage.byHand('demo-lead-token', { lvl: 50, objn: 'PAYROLL' });
  stage.repository.git('-C', stage.ledgerDir, 'update-ref', '-d', 'refs/notes/check-outs');
  const report = await stage.push('Next', { 'PAYROLL.RPGLE': 'mine', 'Q.RPGLE': 'q' });
  expect([report.exitCode, outcomesOf(report)]).toEqual([1, ['PAYROLL *MIGRATE conflict', 'Q *MIGRATE created']]);
  expect(stage.held()).toContain('ORD/50 PAYROLL *MIGRATE');
});
