import { expect, test } from 'vitest';
import { outcomesOf, Stage } from './support.ts';

/** Under an RFP mode no request of a push stays without an RFP in silence (design §7 "RFP"). */

const perPush = { options: { rfp: 'per-push' } } as const;
const rfpsOf = (stage: Stage) => stage.service.inspect().requests.map(({ objn, rfp }) => `${objn} ${rfp}`);

test('a request that was filed under none: an update alone opens the RFP, and the next joins its own', async () => {
  await using stage = await Stage.begun({ 'A.RPGLE': 'a1' });
  const report = await stage.push('Change', { 'A.RPGLE': 'a2' }, 'main', perPush);
  expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['A *MIGRATE updated']]);
  const [rfp] = stage.service.inspect().rfps;
  expect(report.requests[0]).toMatchObject({ rfp: rfp?.rfp, warnings: [] });
  await stage.push('Both', { 'A.RPGLE': 'a3', 'B.RPGLE': 'b' }, 'main', perPush);
  expect(rfpsOf(stage)).toEqual([`A ${rfp?.rfp}`, `B ${(rfp?.rfp ?? 0) + 1}`]);
});

test('what cannot get in is rejected, and the next push takes it in', async () => {
  await using stage = await Stage.open([{ method: 'PATCH', nth: 1, status: 422 }]);
  await stage.push('Import', { 'X.RPGLE': 'x' });
  stage.repository.git('checkout', '-q', '-b', 'hotfix');
  await stage.push('Hot', { 'A.RPGLE': 'a1' }, 'hotfix');
  stage.repository.git('checkout', '-q', '-b', 'feature/c');
  const report = await stage.push('On top', { 'A.RPGLE': 'a2' }, 'feature/c', perPush);
  expect(outcomesOf(report)).toEqual(['A *MIGRATE rejected']);
  const next = await stage.push('Further', { 'A.RPGLE': 'a3' }, 'feature/c', perPush);
  expect(outcomesOf(next)).toEqual(['A *MIGRATE updated']);
  expect(stage.service.inspect().rfps.map(({ requests }) => requests.length)).toEqual([1]);
});
