import { renameSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Fault } from '../../src/service/faults.ts';
import { mappingText, noticesOf, outcomesOf, Stage, stageOf, writeHook } from './support.ts';

/**
 * A fault of each kind, on a create, on an update and on the ledger's remote: outcome, exit code, words, and the next run.
 * How each answer is read is in test/client/.
 */

interface Row {
  readonly fault: Partial<Fault>;
  readonly outcome: string;
  readonly exit: number;
  readonly says?: RegExp;
  /** Outcomes of the next run, in which the fault is over; default: it is filed then, or nothing is left to do. */
  readonly next?: string[];
}

const filedOnce = { outcome: 'created', exit: 0 } as const;
/** A create whose repeat met its own lock is settled by an update. */
const settled = { outcome: 'updated', exit: 0 } as const;

const rejected = { outcome: 'rejected', exit: 1 } as const;
const unknown = { outcome: 'unknown', exit: 1 } as const;
const lock = { refuse: 'Target Object already locked by another request', existingObjectId: 4711 };

const creates: [string, Row][] = [
  ['429 with Retry-After', { fault: { status: 429, retryAfter: 0 }, ...filedOnce }],
  ['500 after the work', { fault: { status: 500, when: 'after' }, ...settled }],
  ['a page instead of the work', { fault: { body: 'html', when: 'before' }, ...filedOnce }],
  ['a refusal', { fault: { refuse: 'Not authorized' }, ...rejected, says: /Not authorized/, next: ['created'] }],
];

const updates: [string, Row][] = [
  ['cut after the work', { fault: { cut: 'after' }, outcome: 'updated', exit: 0 }],
  ['500 after the work', { fault: { status: 500, when: 'after' }, ...unknown, says: /500/, next: ['updated'] }],
  ['a lock by somebody else', { fault: lock, outcome: 'conflict', exit: 1, says: /already locked/, next: ['updated'] }],
];

/** Pushes the text, and goes on with the next run. */
async function expectRow(stage: Stage, { outcome, exit, says, next = [] }: Row, text: string): Promise<void> {
  const report = await stage.push('Change', { 'A.RPGLE': text });
  expect([report.exitCode, outcomesOf(report)]).toEqual([exit, [`A *MIGRATE ${outcome}`]]);
  if (says) expect(report.requests[0]?.msg).toMatch(says);
  expect(await stage.next()).toEqual([0, next.map((one) => `A *MIGRATE ${one}`)]);
  expect(stage.held()).toEqual([`ORD/50 A *MIGRATE ${text}`]);
}

describe.concurrent('a fault', () => {
  test.each(creates)('on a create: %s', async (_, row) => {
    await using stage = await stageOf('DEMO', [{ method: 'POST', nth: 1, ...row.fault }]);
    await expectRow(stage, row, 'a1');
  });

  test.each(updates)('on an update: %s', async (_, row) => {
    const faults: Fault[] = [{ method: 'PATCH', nth: 1, ...row.fault }];
    await using stage = await Stage.begun({ 'A.RPGLE': 'a1' }, mappingText, faults);
    await expectRow(stage, row, 'a2');
  });
});

describe('the ledger’s remote', () => {
  test('is slow: all is filed and remembered', async () => {
    await using stage = await Stage.open();
    writeHook(stage, 'sleep 0.2');
    const report = await stage.push('Import', { 'A.RPGLE': 'a1' });
    expect([report.exitCode, noticesOf(report)]).toEqual([0, []]);
  });

  test('is gone before the run: exit 3, nothing is filed', async () => {
    await using stage = await Stage.begun({ 'X.RPGLE': 'x' });
    const before = stage.head();
    const head = stage.commit('Add', { 'A.RPGLE': 'a1' });
    renameSync(stage.repository.remote, `${stage.repository.remote}.away`);
    const report = await stage.file('main', before, head);
    expect([report.exitCode, report.requests]).toEqual([3, []]);
    expect(report.error?.remedy).not.toBe('');
    expect(stage.held()).toEqual(['ORD/50 X *MIGRATE x']);
  });
});
