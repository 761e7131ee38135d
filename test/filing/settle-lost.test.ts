import { describe, expect, test } from 'vitest';
import type { CallResult } from '../../src/client/results.ts';
import { settleLost } from '../../src/filing/settle-lost.ts';
import type { IntendedCall } from '../../src/ledger/lease.ts';
import { interfereFrom } from '../../src/service/play-faults.ts';
import { bench, pgm } from './bench.ts';
import { answered, cancelled, type Given, lostAnswer, scripted, stopped } from './scripted.ts';
import { entry, intended, planned } from './support.ts';

/**
 * A create without an answer, of an object that this branch had added and that is gone by now: what it made is found
 * out and taken back (design §8 "Unanswered first").
 */

const gone = planned({ reason: '*DELETE', blob: null, added: true });
const lost = intended({ added: true });
const created = answered({ msg: 'Request created', request: { objectId: 7 } });
const held = answered({ sev: 30, msg: 'Target Object already locked by another request', existingObjectId: 7 });
const agreeing = answered({
  request: { objt: '*PGM', attr: 'RPGLE', user: 'JANE', gpath: 'SRC', gfile: 'ORD100.RPGLE' },
});
const done = answered({ request: { rfp: 0 } });
const refusedAs = (msg: string) => answered({ sev: 30, msg });

async function settled(answers: CallResult[], given: Given = {}, call: IntendedCall = lost) {
  const { filing, calls } = scripted({ lostFor: () => [call], ...given }, answers);
  const rows = await settleLost(filing, gone, call, 3);
  return {
    rows,
    calls: calls.map(({ method, fields }) => [method, fields]),
    filing,
    contents: calls.map((one) => one.content),
  };
}

const again = [
  'POST',
  {
    appl: 'ORD',
    lvl: 50,
    objn: 'ORD100',
    objt: '*PGM',
    attr: 'RPGLE',
    user: 'JANE',
    gpath: 'SRC',
    gfile: 'ORD100.RPGLE',
    arfp: '*NO',
    vref: '4711-1.3',
  },
];
const probe = ['PATCH', { objectId: 7 }];
const back = ['PATCH', { objectId: 7, arfp: '*NO', lock: '*NO' }];
const nothing = { outcome: 'unchanged', stands: false, uncertain: [] };

test('nothing stood there: what the repetition made is taken back', async () => {
  const { rows, calls, contents } = await settled([created, done]);
  expect(calls).toEqual([again, back]);
  expect(contents).toEqual([null, null]);
  expect(rows).toMatchObject([{ outcome: 'withdrawn', reason: '*MIGRATE', objectId: 7, request: gone }]);
});

test('it stood there: it is proven, and taken back', async () => {
  const { rows, calls } = await settled([held, agreeing, done]);
  expect(calls).toEqual([again, probe, back]);
  expect(rows).toMatchObject([{ outcome: 'withdrawn', reason: '*MIGRATE', objectId: 7, request: gone }]);
});

test("somebody else's stands there: ours does not, and nothing of theirs is touched", async () => {
  const theirs = answered({ request: { attr: 'CLLE', user: 'JOE' } });
  const { rows, calls } = await settled([held, theirs]);
  expect(calls).toEqual([again, probe]);
  expect(rows).toMatchObject([{ ...nothing, objectId: 7 }]);
});

test.each([
  ['with the content that was lost', lost.blob],
  ['with another content', 'other'],
])("a merged branch's request stands there, %s: it is that branch's, and stays", async (_, blob) => {
  const holders = [
    {
      entry: entry({ blob }),
      ...{ repo: 'ORDERS', branch: 'feature', mapping: 'm.yml' },
      ...{ own: false, isSealed: true, isAncestor: true },
    },
  ];
  const { rows, calls } = await settled([held, done], { holders });
  expect(calls).toEqual([again]);
  expect(rows).toMatchObject([{ ...nothing, objectId: 7 }]);
});

test('it has moved on meanwhile: nothing of ours is left to take back', async () => {
  const { rows } = await settled([held, agreeing, refusedAs('Request not in open or assigned status')]);
  expect(rows).toMatchObject([{ ...nothing, objectId: 7 }]);
});

test('a call that named an RFP is repeated in none', async () => {
  const call = intended({ added: true, sent: { ...lost.sent, rfp: 44 } });
  const { rows, calls } = await settled([created, done], {}, call);
  expect(calls).toEqual([again, back]);
  expect(rows).toMatchObject([{ outcome: 'withdrawn' }]);
});

describe('without an answer: what is known of the create stays known', () => {
  const rows: [string, CallResult[], object][] = [
    ['the repetition', [lostAnswer], { outcome: 'unknown', needsPerson: false }],
    ['the probe', [held, lostAnswer], { outcome: 'notAttempted' }],
    ['the withdrawal', [held, agreeing, lostAnswer], { outcome: 'notAttempted', objectId: 7 }],
    ['the withdrawal, cancelled', [held, agreeing, cancelled], { outcome: 'notAttempted', objectId: 7 }],
    ['the withdrawal of what was made just now', [created, lostAnswer], { outcome: 'notAttempted', objectId: 7 }],
  ];
  test.each(rows)('%s', async (_, answers, row) => {
    const came = await settled(answers);
    const known = { objn: 'ORD100', reason: '*MIGRATE', objectId: null, added: true, sent: lost.sent };
    expect(came.rows).toMatchObject([{ ...row, uncertain: [known] }]);
  });

  test('a token that is refused ends the run', async () => {
    const { rows, filing } = await settled([stopped]);
    expect(rows).toMatchObject([{ outcome: 'notAttempted' }]);
    expect(filing.stop).toEqual(stopped);
  });

  test('whose user it has is not known: tried again, by its place in the plan', async () => {
    const { user: _, ...fields } = lost.sent ?? {};
    const { rows, filing } = await settled([held, agreeing], {}, intended({ added: true, sent: fields }));
    expect(rows).toMatchObject([{ outcome: 'conflict', objectId: 7, uncertain: [{ objn: 'ORD100' }] }]);
    expect([...filing.unproven]).toEqual([3]);
  });
});

describe('at the service', () => {
  const ord100 = pgm('ORD100');
  const before = { 'A/Z.BND': 'z' };
  const none = { filed: [], open: [], unanswered: [] };
  /** The create is cut, however often it is repeated. */
  const cut = (when: 'before' | 'after') => ({
    before,
    service: { interfere: interfereFrom([{ method: 'POST', objn: 'ORD100', from: 1, times: 5, cut: when }]) },
  });
  const filedFirst = { 'A/Z.BND': 'edited' };

  test.each([
    ['was done', 'after'],
    ['never came', 'before'],
  ] as const)('the create %s: the object is free again, in no RFP', async (_, when) => {
    await using at = await bench(cut(when));
    // Something that is surely ours tells the user.
    await at.push(filedFirst);
    expect((await at.push({ ...filedFirst, [ord100]: 'new' })).rows).toMatchObject([{ outcome: 'unknown' }]);
    const { texts } = await at.push(filedFirst, { mode: 'per-push' });
    expect(texts).toEqual(['withdrawn *MIGRATE ORD100 #10002']);
    expect(at.inspect().requests).toMatchObject([{ objectId: 10001 }, { objectId: 10002, lock: '*NO', rfp: 0 }]);
    expect(at.inspect().rfps).toEqual([]);
    expect(at.record).toMatchObject({ ...none, filed: [{ objectId: 10001 }] });
  });

  test('of a push with an RFP', async () => {
    await using at = await bench(cut('after'));
    const mode = (await at.push(filedFirst, { mode: 'per-push' })).rows[0]?.rfp ?? 0;
    expect(mode).toBeGreaterThan(0);
    await at.push({ ...filedFirst, [ord100]: 'new' }, { mode });
    expect(at.record?.unanswered).toMatchObject([{ objn: 'ORD100', objectId: null, sent: { rfp: mode } }]);
    expect((await at.push(filedFirst, { mode })).texts).toEqual(['withdrawn *MIGRATE ORD100 #10002']);
    expect(at.record).toMatchObject({ ...none, filed: [{ objectId: 10001 }] });
  });

  test('a request that is not proven ours is there by now: it stays as it is, and the call stays open', async () => {
    await using at = await bench(cut('before'));
    await at.push({ ...before, [ord100]: 'new' });
    const held = await at.stranger({ appl: 'ORD', lvl: 50, objn: 'ORD100', objt: '*PGM', attr: 'CLLE' });
    const stored = at.inspect().requests;
    const { texts } = await at.push(before);
    expect(texts).toEqual([`conflict *MIGRATE ORD100 #${held}`]);
    expect(at.inspect().requests).toEqual(stored);
    expect(at.record?.unanswered).toHaveLength(1);
  });

  test('and restored: the create is proven and gone on with', async () => {
    await using at = await bench(cut('after'));
    await at.push(filedFirst);
    await at.push({ ...filedFirst, [ord100]: 'new' });
    const { texts } = await at.push({ ...filedFirst, [ord100]: 'newer' });
    expect(texts).toEqual(['updated *MIGRATE ORD100 #10002']);
    expect(at.record).toMatchObject({ open: [], unanswered: [], filed: { length: 2 } });
  });
});
