import { expect, test } from 'vitest';
import { forge, keptAt, makeUp, numberOf } from './forge.ts';
import { outcomesOf, Stage } from './support.ts';

/** The ledger against somebody who may push its ref (design §8 "Sealed"): a sample; all of it is in sealed.slow.ts. */

const unsealed = /record of main is not sealed with the secret of this run/;

test('a forged number: the request of a colleague is not touched', async () => {
  await using stage = await Stage.open();
  await stage.byHand('demo-lead-token', { lvl: 50, objn: 'PAYROLL' });
  await stage.push('Import', { 'X.RPGLE': 'x' });
  const object = { appl: 'ORD', lvl: 50, type: '*PGM', objn: 'PAYROLL', rpth: null };
  const at = { path: 'PAYROLL.RPGLE', blob: null, rfp: 0, commit: '1'.repeat(40), run: '1-1', sent: {} };
  const filed = { ...object, ...at, objectId: numberOf(stage, 'PAYROLL'), reason: '*MIGRATE', added: false };
  forge(stage, (record) => ({ ...record, filed: [...record.filed, filed] }));
  const report = await stage.push('Attack', { 'PAYROLL.RPGLE': 'evil' });
  expect([report.exitCode, outcomesOf(report)]).toEqual([1, ['PAYROLL *MIGRATE conflict']]);
  expect(report.notices.join('\n')).toMatch(unsealed);
  expect(stage.held()).toEqual(['ORD/50 PAYROLL *MIGRATE', 'ORD/50 X *MIGRATE x']);
});

test.each<[string, (head: string) => object]>([
  ['a forged head hides no push', (head) => ({ head })],
  ['nor does one of a record that was made up', (head) => ({ head, filed: [], seal: undefined })],
])('%s', async (_, forged) => {
  await using stage = await Stage.open();
  await stage.push('Import', { 'X.RPGLE': 'x' });
  const before = stage.heads.get('main') ?? null;
  const head = stage.commit('Hidden', { 'P.RPGLE': 'p' });
  forge(stage, (record) => ({ ...record, ...forged(head) }));
  const report = await stage.file('main', before, head);
  expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['P *MIGRATE created']]);
  expect(report.notices.join('\n')).toMatch(unsealed);
});

test('a forged open change, or a delete that a made-up run had meant to file, deletes nothing', async () => {
  await using stage = await Stage.open();
  await stage.push('Import', { 'X.RPGLE': 'x', 'P.RPGLE': 'p' });
  const head = stage.heads.get('main') ?? null;
  const object = { appl: 'ORD', lvl: 50, type: '*PGM', objn: 'GONE', rpth: null, path: 'GONE.RPGLE', added: false };
  const open = { ...object, reason: '*DELETE', outcome: 'rejected', why: 'forged', needsPerson: false };
  const sent = { appl: 'ORD', lvl: 50, objn: 'GONE', rsn: '*DELETE' };
  const call = { ...object, reason: '*DELETE', blob: null, objectId: null, sent };
  const withdrawal = {
    ...call,
    objn: 'P',
    path: 'P.RPGLE',
    objectId: numberOf(stage, 'P'),
    sent: null,
    withdraws: true,
  };
  makeUp(stage, { head, open: [open as never], unanswered: [call, withdrawal] as never });
  const stands = stage.live();
  const report = await stage.push('Next', { 'README.md': 'x' });
  // P is looked at, and nothing tells any more that its request is ours: red once, and nothing is touched.
  expect([report.exitCode, outcomesOf(report), stage.live()]).toEqual([1, ['P *MIGRATE conflict'], stands]);
  const next = await stage.push('After', { 'README.md': 'y' });
  expect([next.exitCode, outcomesOf(next), stage.live()]).toEqual([0, [], stands]);
});

test('a token that was rotated: the numbers are proven and sealed anew, nothing is lost, and it is said once', async () => {
  await using stage = await Stage.open();
  const lead = { token: 'demo-lead-token' };
  await stage.push('Import', { 'X.RPGLE': 'x', 'P.RPGLE': 'p' });
  await stage.push('Failed', { 'Y.RPGLE': 'y', 'X.RPGLE': 'x2' }, 'main', { token: 'expired' });
  const first = await stage.push('Next', { 'P.RPGLE': 'p2' }, 'main', lead);
  expect([first.exitCode, outcomesOf(first)]).toEqual([
    0,
    ['P *MIGRATE updated', 'X *MIGRATE updated', 'Y *MIGRATE created'],
  ]);
  expect(first.notices.join('\n')).toMatch(unsealed);
  expect(stage.live()).toEqual([
    'ORD/50 P *MIGRATE p2 (P.RPGLE)',
    'ORD/50 X *MIGRATE x2 (X.RPGLE)',
    'ORD/50 Y *MIGRATE y (Y.RPGLE)',
  ]);
  const second = await stage.push('After', { 'X.RPGLE': 'x3' }, 'main', lead);
  expect([second.exitCode, outcomesOf(second)]).toEqual([0, ['X *MIGRATE updated']]);
  expect(second.notices).toEqual([]);
});

test('a run with a wrong token takes the seal away from nobody: the next one catches up, deletes included', async () => {
  await using stage = await Stage.open();
  await stage.push('Import', { 'X.RPGLE': 'x', 'P.RPGLE': 'p' }, 'main');
  const { seal } = keptAt(stage);
  const failed = await stage.push('Failed', { 'X.RPGLE': null, 'P.RPGLE': 'p2' }, 'main', { token: 'wrong' });
  expect([failed.exitCode, new Set(failed.requests.map(({ outcome }) => outcome))]).toEqual([
    4,
    new Set(['notAttempted']),
  ]);
  expect(keptAt(stage).seal).toBe(seal);
  const next = await stage.push('Next', { 'README.md': 'x' });
  expect([next.exitCode, outcomesOf(next)]).toEqual([
    0,
    ['P *MIGRATE updated', 'X *MIGRATE withdrawn', 'X *DELETE created'],
  ]);
  expect(next.notices.join('\n')).not.toMatch(unsealed);
});

test('with a secret of its own the ledger outlives every token', async () => {
  await using stage = await Stage.open();
  const ledgerSecret = 'the same for every job';
  await stage.push('Import', { 'X.RPGLE': 'x' }, 'main', { ledgerSecret });
  const next = await stage.push('Next', { 'X.RPGLE': null }, 'main', { ledgerSecret, token: 'demo-lead-token' });
  expect([next.exitCode, next.notices]).toEqual([0, []]);
});

test('a secret that is given later takes over what the token has sealed', async () => {
  await using stage = await Stage.open();
  await stage.push('Import', { 'X.RPGLE': 'x', 'P.RPGLE': 'p' });
  const next = await stage.push('Next', { 'X.RPGLE': null }, 'main', { ledgerSecret: 'new' });
  expect([next.exitCode, next.notices]).toEqual([0, []]);
  const later = await stage.push('Later', { 'P.RPGLE': null }, 'main', {
    ledgerSecret: 'new',
    token: 'demo-lead-token',
  });
  expect([later.exitCode, later.notices]).toEqual([0, []]);
});
