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
