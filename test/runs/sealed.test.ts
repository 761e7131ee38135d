import { expect, test } from 'vitest';
import { forge, numberOf } from './forge.ts';
import { noticesOf, outcomesOf, Stage } from './support.ts';

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
  expect(noticesOf(report).join('\n')).toMatch(unsealed);
  expect(stage.held()).toEqual(['ORD/50 PAYROLL *MIGRATE', 'ORD/50 X *MIGRATE x']);
});

test.each<[string, (head: string) => object]>([
  ['a forged head hides no push', (head) => ({ head })],
  ['nor does one of a record that was made up', (head) => ({ head, filed: [], seal: undefined })],
])('%s', async (_, forged) => {
  await using stage = await Stage.begun({ 'X.RPGLE': 'x' });
  const before = stage.heads.get('main') ?? null;
  const head = stage.commit('Hidden', { 'P.RPGLE': 'p' });
  forge(stage, (record) => ({ ...record, ...forged(head) }));
  const report = await stage.file('main', before, head);
  expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['P *MIGRATE created']]);
  expect(noticesOf(report).join('\n')).toMatch(unsealed);
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
  expect(noticesOf(first).join('\n')).toMatch(unsealed);
  expect(stage.live()).toEqual([
    'ORD/50 P *MIGRATE p2 (P.RPGLE)',
    'ORD/50 X *MIGRATE x2 (X.RPGLE)',
    'ORD/50 Y *MIGRATE y (Y.RPGLE)',
  ]);
  const second = await stage.push('After', { 'X.RPGLE': 'x3' }, 'main', lead);
  expect([second.exitCode, outcomesOf(second)]).toEqual([0, ['X *MIGRATE updated']]);
  expect(noticesOf(second)).toEqual([]);
});
