import { expect, test } from 'vitest';
import { noticesOf, outcomesOf, Stage } from './support.ts';

/** What a gateway refuses before the service has seen it (design §7 "Answers"). */

test('a file that a gateway refuses with 413 is rejected after one call, also without a lock; the rest is filed', async () => {
  await using stage = await Stage.open([{ objn: 'A', status: 413, times: 3 }]);
  const told = { options: { set: ['lock=*NO'] } } as const;
  const report = await stage.push('Import', { 'A.RPGLE': 'a1', 'B.RPGLE': 'b1' }, 'main', told);
  expect([report.exitCode, outcomesOf(report)]).toEqual([1, ['A *MIGRATE rejected', 'B *MIGRATE created']]);
  expect(report.requests[0]?.msg).toContain('HTTP 413');
  expect(report.requests[0]?.msg).toContain('Payload Too Large');
  const again = await stage.push('Smaller', { 'B.RPGLE': 'b2' }, 'main', told);
  expect([again.exitCode, outcomesOf(again)]).toEqual([0, ['B *MIGRATE updated']]);
  expect(noticesOf(again).join()).toContain(
    'the change of A.RPGLE is still open (since run 101-1, jane-doe): rejected – ',
  );
  await stage.push('Smaller', { 'B.RPGLE': 'b3' }, 'main', told);
  const last = await stage.push('Smaller', { 'B.RPGLE': 'b4' }, 'main', told);
  expect([last.exitCode, outcomesOf(last)]).toEqual([0, ['A *MIGRATE created', 'B *MIGRATE updated']]);
  expect(stage.held()).toEqual(['ORD/50 B *MIGRATE unlocked b4', 'ORD/50 A *MIGRATE unlocked a1']);
});
