import { expect, test } from 'vitest';
import { outcomesOf, Stage } from './support.ts';

/** What a gateway refuses before the service has seen it (design §7 "Answers"). */

test('an update that is refused so is rejected, and sent again by the next run', async () => {
  await using stage = await Stage.open([
    { method: 'PATCH', nth: 1, status: 403, body: 'html' },
    { method: 'PATCH', nth: 2, status: 422 },
  ]);
  await stage.push('Import', { 'A.RPGLE': 'a1' });
  const stopped = await stage.push('Forbidden', { 'A.RPGLE': 'a2' });
  expect([stopped.exitCode, outcomesOf(stopped)]).toEqual([4, ['A *MIGRATE notAttempted']]);
  const refused = await stage.push('Refused', { 'A.RPGLE': 'a3' });
  expect([refused.exitCode, outcomesOf(refused)]).toEqual([1, ['A *MIGRATE rejected']]);
  const sent = await stage.push('Sent', { 'B.RPGLE': 'b1' });
  expect([sent.exitCode, outcomesOf(sent)]).toEqual([0, ['A *MIGRATE updated', 'B *MIGRATE created']]);
  expect(stage.held()).toEqual(['ORD/50 A *MIGRATE a3', 'ORD/50 B *MIGRATE b1']);
});
