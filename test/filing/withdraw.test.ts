import { describe, expect, test } from 'vitest';
import type { CallResult } from '../../src/client/results.ts';
import { intendedCalls, withdrawalOf } from '../../src/filing/intended-calls.ts';
import { withdraw } from '../../src/filing/withdraw.ts';
import { filed } from '../../src/ledger/outcome.ts';
import type { FiledObject } from '../../src/ledger/record.ts';
import { side } from '../plan/support.ts';
import { bench, pgm } from './bench.ts';
import { answered, cancelled, lostAnswer, scripted, stopped, unreadable } from './scripted.ts';
import { entry, intended, path, planned } from './support.ts';

/** A request of ours is taken out of its RFP and its object freed (design §7 "Changed its mind"). */

const gone = planned({ reason: '*DELETE', blob: null, added: true });
const anew = planned({ reason: '*DELETE', blob: null });

async function withdrawn(
  earlier: FiledObject,
  answer: CallResult | null,
  lostBefore = [] as ReturnType<typeof intended>[],
) {
  const { filing, calls } = scripted({ lostFor: () => lostBefore }, answer === null ? [] : [answer]);
  return { row: await withdraw(filing, gone, earlier), filing, calls };
}

test('one call, and a row about the earlier request', async () => {
  const { row, calls } = await withdrawn(entry(), answered({ request: { rfp: 0 } }));
  expect(calls).toEqual([{ method: 'PATCH', fields: { objectId: 7, arfp: '*NO', lock: '*NO' }, content: null }]);
  expect(row).toEqual(
    filed(gone, 'withdrawn', {
      reason: '*MIGRATE',
      path: { text: path, raw: null },
      objectId: 7,
      rfp: 0,
      sev: 10,
      msg: 'taken out of its RFP and unlocked: its file is gone, and there is nothing to delete, as this branch had added it',
      remedy: 'Delete request 7 at the service.',
      used: { rfp: 0 },
    }),
  );
});

test('says why: the object is filed anew', async () => {
  const { filing } = scripted({}, [answered({ sev: 20, msg: 'Request updated, unlocked' })]);
  expect(await withdraw(filing, anew, entry())).toMatchObject({
    msg: 'taken out of its RFP and unlocked: ORD/50 ORD100 *PGM is filed anew as *DELETE',
    warnings: ['Request updated, unlocked'],
  });
});

test.each([
  ['it is not found', 'Request not found', 'movedOn'],
  ['it is not open', 'Request not in open or assigned status', 'movedOn'],
] as const)('%s: it has moved on, and nothing of it can be taken back', async (_, msg, expected) => {
  expect((await withdrawn(entry(), answered({ sev: 30, msg }))).row).toBe(expected);
});

test('one without a number (interface §9) has moved on as far as anybody can tell, without a call', async () => {
  const { row, calls } = await withdrawn(entry({ objectId: null }), null);
  expect([row, calls]).toEqual(['movedOn', []]);
});

test('any other refusal is a conflict that a person has to settle, with the words of the service', async () => {
  const { row } = await withdrawn(entry(), answered({ sev: 30, msg: 'Not authorized' }));
  expect(row).toEqual(
    filed(gone, 'conflict', {
      objectId: 7,
      needsPerson: true,
      msg: 'request 7 (*MIGRATE) of this branch holds the object and could not be withdrawn: Not authorized',
      remedy: 'Delete request 7 at the service, then file again.',
    }),
  );
});

describe('without an answer: whether it was done is found out by the next run', () => {
  const lost = 'request 7 (*MIGRATE) of this branch holds the object, and whether it was withdrawn is not known: ';
  const rows: [string, CallResult, string][] = [
    ['lost', lostAnswer, `${lost}no answer`],
    ['unreadable', unreadable, `${lost}HTTP 500`],
    ['stopped', stopped, 'HTTP 401'],
    ['cancelled', cancelled, 'the run was cancelled'],
  ];
  test.each(rows)('%s', async (_, answer, msg) => {
    const { row, filing } = await withdrawn(entry(), answer);
    expect(row).toMatchObject({
      outcome: 'notAttempted',
      objectId: 7,
      msg,
      needsPerson: false,
      uncertain: [withdrawalOf(entry())],
    });
    expect(filing.stop).toEqual(answer.kind === 'stopped' ? answer : null);
  });

  test('what an earlier run lost stays known beside it', async () => {
    const { row } = await withdrawn(entry(), lostAnswer, [intended()]);
    expect(row).toMatchObject({ uncertain: [intended(), withdrawalOf(entry())] });
  });

  test('of a request that only a lost create made, that create is what is known', async () => {
    const { row } = await withdrawn(entry({ run: '' }), lostAnswer, [intended()]);
    expect(row).toMatchObject({ uncertain: [intended()] });
  });
});

test('once the run is over nothing is sent', async () => {
  const { filing, calls } = scripted({ filing: { stop: { code: 'unreachable', why: 'gone', remedy: '' } } }, []);
  expect(await withdraw(filing, gone, entry())).toMatchObject({ outcome: 'notAttempted', objectId: 7, msg: 'gone' });
  expect(calls).toEqual([]);
});

describe('an object that this branch added is gone', () => {
  const ord100 = pgm('ORD100');
  const before = { 'A/Z.BND': 'z' };

  test('its request is withdrawn at once, and no delete goes out', async () => {
    await using at = await bench({ before });
    await at.push({ ...before, [ord100]: 'new' }, { mode: 'per-push' });
    const { texts, calls } = await at.push(before, { mode: 'per-push' });
    expect(texts).toEqual(['withdrawn *MIGRATE ORD100 #10001']);
    expect(calls).toMatchObject([{ method: 'PATCH', fields: { objectId: 10001, arfp: '*NO', lock: '*NO' } }]);
    expect(at.record).toMatchObject({ filed: [], open: [], unanswered: [] });
    expect(at.inspect().requests).toMatchObject([{ objectId: 10001, lock: '*NO', rfp: 0 }]);
  });

  test.each([
    ['has moved on', { status: '50' }],
    ['was deleted', { delete: true }],
  ] as const)('its request %s: what stands at the target by now is deleted there', async (_, what) => {
    await using at = await bench({ before });
    await at.push({ ...before, [ord100]: 'new' });
    await at.later(10001, what);
    const { texts, calls } = await at.push(before);
    expect(texts).toEqual(['created *DELETE ORD100 #10002']);
    expect(calls.map(({ method }) => method)).toEqual(['PATCH', 'POST']);
    expect(at.record).toMatchObject({ filed: [{ objectId: 10002, reason: '*DELETE', added: false }] });
  });

  test('the same, and the run is killed after that: what it had written down tells that the delete is ours', async () => {
    await using at = await bench({ before });
    // Another request of this branch tells which user is ours.
    const more = { ...before, [pgm('ORD200')]: 'other' };
    await at.push({ ...more, [ord100]: 'new' });
    const { record } = at;
    const known = record?.filed.find(({ objectId }) => objectId === 10001);
    await at.later(10001, { status: '50' });
    const { rows } = await at.push(more);
    expect(rows).toMatchObject([{ outcome: 'created', objectId: 10003 }]);
    const request = planned({ ...rows[0]?.request, added: true });
    if (record === null || known === undefined) throw new Error('nothing was filed');
    // As the ledger is for the next run.
    at.record = { ...record, unanswered: intendedCalls([{ kind: 'withdraw', request, known }], 'none') };
    const changes = [{ before: side(ord100, 'new'), after: null }];
    const { texts } = await at.push(more, { changes, sources: { ownNumbers: async () => [10002] } });
    expect(texts).not.toContain('conflict *DELETE ORD100 #10003');
    expect(at.inspect().requests).toMatchObject([
      { objectId: 10001 },
      { objectId: 10002 },
      { objectId: 10003, rsn: '*DELETE', lock: '*YES' },
    ]);
    expect(at.record).toMatchObject({ filed: { length: 2 }, open: [], unanswered: [] });
    expect(at.record?.filed).toContainEqual(expect.objectContaining({ objectId: 10003, reason: '*DELETE' }));
  });

  test('it came and went in red runs, and nothing was ever filed: nothing is', async () => {
    await using at = await bench({ before });
    at.recorder.intercept = () => 401;
    await at.push({ ...before, [ord100]: 'new' });
    at.recorder.intercept = () => null;
    const { rows, calls } = await at.push(before);
    expect([rows, calls]).toEqual([[], []]);
    expect(at.record).toMatchObject({ filed: [], open: [], unanswered: [] });
  });
});
