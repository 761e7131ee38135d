import { expect, test } from 'vitest';
import { outcomesOf, Stage, stageOf } from './support.ts';

/** Under an RFP mode no request of a push stays without an RFP in silence (design §7 "RFP"). */

const perPush = { options: { rfp: 'per-push' } } as const;

test('one that is taken over from a merged branch joins the RFP that a create of the push opens', async () => {
  await using stage = await Stage.begun({ 'X.RPGLE': 'x' });
  await stage.push('Hot', { 'A.RPGLE': 'a1' }, 'hotfix');
  const report = await stage.push('On top', { 'B.RPGLE': 'b1', 'A.RPGLE': 'a2' }, 'feature/c', perPush);
  expect(outcomesOf(report)).toEqual(['A *MIGRATE updated', 'B *MIGRATE created']);
  const [rfp, ...others] = stage.service.inspect().rfps;
  expect([rfp?.requests.length, others, report.requests[0]?.rfp]).toEqual([2, [], rfp?.rfp]);
});

test('one whose answer was lost under none opens it by itself', async () => {
  await using stage = await stageOf('DEMO');
  await stage.push('Import', { 'A.RPGLE': 'a1' }, 'main', { dies: (held) => held.length === 1 });
  const report = await stage.push('Again', { 'A.RPGLE': 'a2' }, 'main', perPush);
  expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['A *MIGRATE updated']]);
  expect(stage.service.inspect().rfps.map(({ requests }) => requests.length)).toEqual([1]);
  expect(report.requests[0]?.rfp).toBeGreaterThan(0);
  expect(report.requests[0]?.used).toMatchObject({ arfp: '*NEW' });
});

test('what cannot get in is rejected, and the next push takes it in', async () => {
  await using stage = await Stage.open([{ method: 'PATCH', nth: 1, status: 422 }]);
  await stage.push('Import', { 'X.RPGLE': 'x' });
  await stage.push('Hot', { 'A.RPGLE': 'a1' }, 'hotfix');
  const report = await stage.push('On top', { 'A.RPGLE': 'a2' }, 'feature/c', perPush);
  expect(outcomesOf(report)).toEqual(['A *MIGRATE rejected']);
  const next = await stage.push('Further', { 'A.RPGLE': 'a3' }, 'feature/c', perPush);
  expect(outcomesOf(next)).toEqual(['A *MIGRATE updated']);
  expect(stage.service.inspect().rfps.map(({ requests }) => requests.length)).toEqual([1]);
});
