import { expect, test } from 'vitest';
import { outcomesOf, stageOf } from './support.ts';

/** Lost answers to a create (design §7 “Retries”), in every form that the service can be told to play. */

test.each([
  ['after the work', { cut: 'after' }],
  ['before the work', { cut: 'before' }],
  ['in the middle of the answer', { cut: 'midBody' }],
  ['as a page', { body: 'html' }],
  ['truncated', { body: 'truncated' }],
  ['as 500 after the work', { status: 500, when: 'after' }],
  ['as 504 before the work', { status: 504, when: 'before' }],
  ['as 503 after the work', { status: 503, when: 'after' }],
] as const)('a create whose answer is lost %s is filed once, with its content', async (_, fault) => {
  await using stage = await stageOf('DEMO', [{ method: 'POST', nth: 1, ...fault }]);
  const report = await stage.push('Import', { 'A.RPGLE': 'a1' }, 'main', { options: { rfp: 'per-push' } });
  expect(report.exitCode).toBe(0);
  expect(report.requests).toMatchObject([{ objn: 'A', objectId: expect.any(Number), rfp: 101 }]);
  expect(stage.held()).toEqual(['ORD/50 A *MIGRATE a1']);
  const next = await stage.push('Next', { 'A.RPGLE': 'a2' });
  expect([next.exitCode, outcomesOf(next), stage.held()]).toEqual([
    0,
    ['A *MIGRATE updated'],
    ['ORD/50 A *MIGRATE a2'],
  ]);
});
