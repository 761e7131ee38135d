import { describe, expect, test } from 'vitest';
import { type GitPath, pathKey, textPath } from '../../src/git/git-path.ts';
import type { IntendedCall } from '../../src/ledger/lease.ts';
import { type FiledRequest, filed, type Outcome } from '../../src/ledger/outcome.ts';
import type { FiledObject, LedgerRecord, OpenChange } from '../../src/ledger/record.ts';
import { recordAfter } from '../../src/ledger/settle.ts';
import type { Settlement } from '../../src/ledger/settlement.ts';
import { identityKey } from '../../src/plan/identity.ts';
import type { PlannedRequest } from '../../src/plan/planned.ts';
import { latin } from '../plan/support.ts';

const oid = (letter: string) => letter.repeat(40);
const key = { service: 'https://s.example', repo: 'ORDERS', mapping: '.file-checkouts.yml', branch: 'main' };
const object = { appl: 'ORD', lvl: 50, type: '*PGM', objn: 'ORD100', rpth: null };
const path = 'QRPGLESRC/ORD100.PGM.RPGLE';

const entry = (more: Partial<FiledObject> = {}): FiledObject => ({
  ...object,
  objectId: 10001,
  reason: '*MIGRATE',
  path,
  blob: oid('a'),
  rfp: 0,
  commit: oid('1'),
  run: '1-1',
  added: false,
  sent: { attr: 'RPGLE' },
  ...more,
});

const open = (more: Partial<OpenChange> = {}): OpenChange => ({
  ...object,
  path,
  reason: '*MIGRATE',
  outcome: 'rejected',
  why: 'refused',
  needsPerson: false,
  added: false,
  ...more,
});

/** Outcomes that trying again does not change (design §8). */
const forPersons = ['unsendable', 'collision', 'unknown'];

const feature = { repo: 'ORDERS', mapping: '.file-checkouts.yml', branch: 'feature' };
const lostCall = {
  ...object,
  path,
  reason: '*MIGRATE',
  blob: oid('b'),
  objectId: null,
  sent: {},
  added: false,
} as const satisfies IntendedCall;
const me = { run: '2-1', id: '2', attempt: 1, instance: 'mine' };

const record = (more: Partial<LedgerRecord> = {}): LedgerRecord => ({
  version: 1,
  ...key,
  head: oid('1'),
  firstHead: oid('0'),
  filed: [],
  open: [],
  runs: [],
  unanswered: [],
  ...more,
});

const planned = (more: Partial<PlannedRequest> & { at?: string | GitPath } = {}): PlannedRequest => ({
  path: typeof more.at === 'object' ? more.at : textPath(more.at ?? path),
  previousPath: null,
  reason: '*MIGRATE',
  rule: 'rules[0]',
  identity: object,
  fields: { appl: 'ORD', lvl: 50, objn: 'ORD100', attr: 'RPGLE', srcd: 'text', proj: 'CUST' },
  blob: oid('b'),
  bytes: 3,
  added: false,
  obstacle: null,
  ...more,
});

const row = (outcome: Outcome, more: Partial<FiledRequest> = {}, request = planned()): FiledRequest =>
  filed(request, outcome, { objectId: 10001, rfp: 77, ...more });

const recorded = (newest: LedgerRecord | null, rows: readonly FiledRequest[], more: Partial<Settlement> = {}) => {
  const countedFrom = newest?.head ?? null;
  return recordAfter(newest, {
    key,
    head: oid('2'),
    actor: null,
    me,
    rows,
    firstPush: false,
    movesHead: true,
    countedFrom,
    stays: new Set(),
    unmapped: [],
    hasBegun: false,
    left: null,
    hasLookedAtClaims: true,
    gone: [],
    given: [],
    mappingBlob: null,
    ...more,
  });
};

test('what was created is remembered: number, path, content, RFP, commit, run, and what was sent', () => {
  expect(recorded(record(), [row('created')])).toEqual({
    ...record(),
    head: oid('2'),
    past: [oid('1')],
    filed: [
      entry({
        blob: oid('b'),
        rfp: 77,
        commit: oid('2'),
        run: '2-1',
        sent: { attr: 'RPGLE', srcd: 'text' },
        fixed: { proj: 'CUST' },
      }),
    ],
  });
});

test.each<[Outcome, boolean, boolean]>([
  ['created', true, false],
  ['updated', true, false],
  ['unchanged', true, false],
  ['withdrawn', false, false],
  ['covered', false, false],
  ['conflict', false, true],
  ['rejected', false, true],
  ['collision', false, true],
  ['unknown', false, true],
  ['unsendable', false, true],
  ['notAttempted', false, true],
])('%s: remembered as filed %s, as open %s', (outcome, isFiled, isOpen) => {
  const settled = recorded(record(), [row(outcome, { msg: 'said' })]);
  expect([settled?.filed.length === 1, settled?.open.length === 1]).toEqual([isFiled, isOpen]);
  const openSince = { run: '2-1', actor: null, head: oid('2') };
  const said = { outcome, why: 'said', needsPerson: forPersons.includes(outcome), openSince };
  if (isOpen) expect(settled?.open[0]).toEqual(open(said));
});

test('the head moves to the head of the push, also when something stays open', () => {
  expect(recorded(record(), [row('rejected')])?.head).toBe(oid('2'));
  expect(recorded(record(), [])?.head).toBe(oid('2'));
});

test('a range given by hand leaves the head and the other open changes where they are', () => {
  const before = record({ open: [open(), open({ objn: 'ORD200', path: 'other' })] });
  const settled = recorded(before, [row('created')], { movesHead: false });
  expect(settled?.head).toBe(oid('1'));
  expect(settled?.open.map(({ objn }) => objn)).toEqual(['ORD200']);
});

test('when another run has moved the head meanwhile, its later one stands, and the open changes that it left', () => {
  const runs = [{ ...me, head: oid('2'), until: '2026-11-22T00:00:00.000Z', calls: [] }];
  const newest = record({ head: oid('3'), open: [open({ objn: 'ORD200', path: 'other' })], runs });
  const settled = recorded(newest, [row('created')], { countedFrom: oid('1'), hasBegun: true });
  // What it sent may have replaced what the later one had sent: the next run files that again, as it is by then.
  expect(settled).toMatchObject({
    head: oid('3'),
    filed: [{ objectId: 10001, blob: null }],
    open: [{ objn: 'ORD200' }, { outcome: 'notAttempted', why: expect.stringContaining('overtaken') }],
  });
});

test('a run that moves the head has tried every open change again: only what it left open is open', () => {
  const before = record({ open: [open(), open({ objn: 'ORD200', path: 'other' })] });
  expect(recorded(before, [row('rejected', { msg: 'again' })])?.open).toMatchObject([open({ why: 'again' })]);
});

test('a range given by hand before any push remembers what it filed, and nothing when it filed nothing', () => {
  expect(recorded(null, [row('rejected')], { movesHead: false })).toBeNull();
  expect(recorded(null, [row('created')], { movesHead: false })).toMatchObject({
    head: null,
    firstHead: null,
    filed: [{ objectId: 10001 }],
  });
});

test('the first push of a branch begins the record', () => {
  expect(recorded(null, [], { firstPush: true })).toEqual(record({ head: oid('2'), firstHead: oid('2') }));
});

test('the first push of a new branch of an old name closes its open changes and keeps its numbers', () => {
  const before = record({ filed: [entry()], open: [open({ objn: 'ORD200' })] });
  expect(recorded(before, [], { firstPush: true })).toEqual({
    ...before,
    head: oid('2'),
    firstHead: oid('2'),
    past: [oid('1')],
    open: [],
  });
});

test('a first push that is started again does not close what its first run began', () => {
  const before = record({ firstHead: oid('2'), filed: [entry()] });
  expect(recorded(before, [row('updated')], { firstPush: true })?.firstHead).toBe(oid('2'));
});

test('a withdrawn request is forgotten, and the one that follows it is known', () => {
  const before = record({ filed: [entry()] });
  const request = planned({ reason: '*DELETE', blob: null });
  const rows = [row('withdrawn', {}, request), row('created', { objectId: 10002 }, request)];
  expect(recorded(before, rows)?.filed.map(({ objectId, reason }) => [objectId, reason])).toEqual([[10002, '*DELETE']]);
  expect(recorded(before, rows.slice(0, 1))?.filed).toEqual([]);
});

test('a create that follows a withdrawal and is refused stays open', () => {
  const request = planned({ reason: '*DELETE' });
  const settled = recorded(record({ filed: [entry()] }), [row('withdrawn', {}, request), row('rejected', {}, request)]);
  expect(settled).toMatchObject({ filed: [], open: [{ reason: '*DELETE', outcome: 'rejected' }] });
});

test('two results for one object: the last one stands', () => {
  const settled = recorded(record(), [row('created'), row('updated', { rfp: 78 }, planned({ blob: oid('c') }))]);
  expect(settled?.filed).toEqual([expect.objectContaining({ objectId: 10001, rfp: 78, blob: oid('c') })]);
});

test('an object whose type was open and is mapped now keeps one entry', () => {
  const settled = recorded(record({ filed: [entry({ type: null })] }), [row('updated')]);
  expect(settled?.filed.map(({ type, objectId }) => [type, objectId])).toEqual([['*PGM', 10001]]);
});

test('requests whose number the service did not name do not displace each other', () => {
  const other = planned({ at: 'other', identity: { ...object, objn: 'ORD200' } });
  const settled = recorded(record(), [row('created', { objectId: null }), row('created', { objectId: null }, other)]);
  expect(settled?.filed.map(({ objn }) => objn)).toEqual(['ORD100', 'ORD200']);
});

test('what the branch added is told by object where the service names no number', () => {
  const before = record({ filed: [entry({ objectId: null, objn: 'ORD200', added: false })] });
  const after_ = recorded(before, [row('created', { objectId: null }, planned({ added: true }))]);
  expect(after_?.filed.map(({ objn, added }) => [objn, added])).toEqual([
    ['ORD200', false],
    ['ORD100', true],
  ]);
});

test('a failed update leaves the entry as it was', () => {
  const before = record({ filed: [entry()] });
  expect(recorded(before, [row('rejected')])?.filed).toEqual(before.filed);
});

test('an open change with a name that is not UTF-8 is kept by its bytes', () => {
  const at = latin('A/\xff.BND');
  const settled = recorded(record(), [row('unsendable', {}, planned({ at }))]);
  expect(settled?.open[0]?.path).toBe(pathKey(at));
  const again = recorded(settled, [row('unsendable', {}, planned({ at }))], { movesHead: false });
  expect(again?.open).toHaveLength(1);
});

const gone = planned({ reason: '*DELETE', blob: null });
const back = planned({ added: true });

test.each<[string, boolean, FiledRequest[], boolean]>([
  ['an update', true, [row('updated')], true],
  ['a delete after a withdrawal', true, [row('withdrawn', {}, gone), row('created', { objectId: 10002 }, gone)], true],
  [
    'a delete while the first request has moved on: it may be installed',
    true,
    [row('created', { objectId: 10002 }, gone)],
    false,
  ],
  [
    'a file that came back, over a withdrawn delete',
    false,
    [row('withdrawn', {}, back), row('created', { objectId: 10002 }, back)],
    false,
  ],
  ['a file that came back when its delete has moved on', false, [row('created', { objectId: 10002 }, back)], false],
])('whether the branch itself added the object, after %s', (_, before, rows, expected) => {
  const settled = recorded(record({ filed: [entry({ added: before })] }), rows);
  expect(settled?.filed.map(({ added }) => added)).toEqual([expected]);
});

test('a new object that the branch added', () => {
  expect(recorded(record(), [row('created', {}, back)])?.filed[0]?.added).toBe(true);
});

test('a range given by hand that filed one of several before any push remembers that one', () => {
  const other = planned({ at: 'other', identity: { ...object, objn: 'ORD200' } });
  const rows = [row('rejected', {}, other), row('created')];
  expect(recorded(null, rows, { movesHead: false })).toMatchObject({ filed: [{ objn: 'ORD100' }] });
});

test("a merged branch's request that is unchanged stays in that branch's record alone", () => {
  expect(recorded(record(), [row('unchanged', { of: feature })])?.filed).toEqual([]);
});

test('a row that says nothing stands is remembered as nothing', () => {
  const settled = recorded(record({ unanswered: [lostCall] }), [row('unchanged', { stands: false })]);
  expect(settled).toMatchObject({ filed: [], open: [], unanswered: [] });
});

test('an object of which nothing stands and nothing should: calls about it are settled, and its open change is over', () => {
  const other = { ...lostCall, objn: 'ORD200' };
  const before = record({ unanswered: [lostCall, other], open: [open()] });
  expect(recorded(before, [], { gone: [object] })).toMatchObject({ open: [], unanswered: [other] });
  // Its type may have been open when the call was written down.
  const untyped = record({ unanswered: [{ ...lostCall, type: null }] });
  expect(recorded(untyped, [], { gone: [object] })?.unanswered).toEqual([]);
});

describe('the heads that the record had', () => {
  test('are remembered, the newest last, each once', () => {
    const past = (before: Partial<LedgerRecord>) => recorded(record(before), [])?.past;
    expect(past({ past: [oid('0')] })).toEqual([oid('0'), oid('1')]);
    expect(past({ past: [oid('1'), oid('0')] })).toEqual([oid('1'), oid('0')]);
    expect(past({ past: [oid('2'), oid('0')] })).toEqual([oid('0'), oid('1')]);
    expect(past({ head: null, past: [oid('0')] })).toEqual([oid('0')]);
    expect(past({ head: oid('2') })).toBeUndefined();
    expect(recorded(null, [])).not.toHaveProperty('past');
  });

  test('stay as they are when the head stays', () => {
    const before = record({ past: [oid('0')] });
    expect(recorded(before, [], { movesHead: false })?.past).toEqual([oid('0')]);
    // A run that only looked, and that another one has overtaken, writes nothing.
    expect(recorded(before, [], { countedFrom: oid('3') })).toBeNull();
    expect(recorded(record(), [], { movesHead: false })).not.toHaveProperty('past');
  });

  test('are the last fifty', () => {
    const heads = Array.from({ length: 60 }, (_, n) => n.toString(16).padStart(40, '0'));
    const past = recorded(record({ past: heads }), [])?.past;
    expect(past).toEqual([...heads.slice(11), oid('1')]);
  });
});

describe('objects that stand by the request of a merged branch', () => {
  const shared = { ...object, objectId: 10001, path, blob: oid('b'), added: false, of: feature };

  test('are looked after', () => {
    expect(recorded(record(), [row('unchanged', { of: feature })])?.shared).toEqual([shared]);
    const other = { ...shared, objn: 'ORD200' };
    expect(recorded(record({ shared: [other] }), [row('unchanged', { of: feature })])?.shared).toEqual([other, shared]);
  });

  test.each<Outcome>(['created', 'updated', 'conflict'])(
    'no longer, once this branch has one of its own: %s',
    (outcome) => {
      expect(recorded(record({ shared: [shared] }), [row(outcome)])).not.toHaveProperty('shared');
    },
  );

  test('until then', () => {
    expect(recorded(record({ shared: [shared] }), [], { movesHead: false })?.shared).toEqual([shared]);
  });

  test('once, however often', () => {
    expect(recorded(record({ shared: [shared] }), [row('unchanged', { of: feature })])?.shared).toEqual([shared]);
  });
});

describe('what skipped accounts made of files', () => {
  const passed = { [path]: oid('c'), other: null };

  test('counts while the file belongs to something that was filed', () => {
    expect(recorded(record({ passed, filed: [entry()] }), [])?.passed).toEqual({ [path]: oid('c') });
    expect(recorded(record({ passed }), [])).not.toHaveProperty('passed');
  });

  test('stays while the head is before it', () => {
    expect(recorded(record({ passed }), [], { movesHead: false })?.passed).toEqual(passed);
  });
});

describe('the mapping by which everything filed was looked at', () => {
  const mapped = (before: string | undefined, more: Partial<Settlement>) =>
    recorded(record(before === undefined ? {} : { mapped: before }), [], more)?.mapped;

  test('is that of the run that looked', () => {
    expect(mapped(undefined, { left: new Map(), mappingBlob: oid('f') })).toBe(oid('f'));
    expect(mapped(oid('e'), { left: new Map(), mappingBlob: oid('f') })).toBe(oid('f'));
    expect(mapped(oid('e'), { left: new Map(), mappingBlob: null })).toBeUndefined();
  });

  test('stays where nobody looked, or the head stays', () => {
    expect(mapped(oid('e'), { mappingBlob: oid('f') })).toBe(oid('e'));
    expect(mapped(oid('e'), { left: new Map(), mappingBlob: oid('f'), movesHead: false })).toBe(oid('e'));
  });
});

describe('why filed objects are left as they are (design §8 "Level")', () => {
  const key = identityKey(object);
  const left = (before: FiledObject['left'], now: FiledObject['left'] | null, rows: FiledRequest[] = []) => {
    const filed = [entry(before === undefined ? {} : { left: before })];
    return recorded(record({ filed }), rows, { left: new Map([[key, now]]) })?.filed.map((one) => one.left);
  };

  test('is remembered, so that it is said once', () => {
    expect(left(undefined, 'noLongerMapped')).toEqual(['noLongerMapped']);
    expect(left('noLongerMapped', 'noLongerMapped')).toEqual(['noLongerMapped']);
    expect(left('noLongerMapped', 'notDeleted')).toEqual(['notDeleted']);
  });

  test('is forgotten once it is so no more, or the object is filed', () => {
    expect(left('noLongerMapped', null)).toEqual([undefined]);
    expect(left('noLongerMapped', 'noLongerMapped', [row('updated')])).toEqual([undefined]);
    expect(
      recorded(record({ filed: [entry({ left: 'notDeleted' })] }), [], { left: new Map([[key, null]]) })?.filed,
    ).toEqual([entry()]);
  });

  test('stays where nobody looked, or the head stays', () => {
    const before = record({ filed: [entry({ left: 'notDeleted' })] });
    expect(recorded(before, [])?.filed).toEqual(before.filed);
    const settled = recorded(before, [], { movesHead: false, left: new Map([[key, null]]) });
    expect(settled?.filed).toEqual(before.filed);
  });
});

describe('a request of an earlier branch of that name', () => {
  test('is closed until this branch files it', () => {
    const filed = [entry({ closed: true, blob: null })];
    expect(recorded(record({ filed }), [])?.filed).toEqual(filed);
    expect(recorded(record({ filed }), [row('updated')])?.filed[0]).not.toHaveProperty('closed');
  });
});

describe('a run that was replaced while it lived (design §8 "Lease")', () => {
  const runs = [{ ...me, head: oid('2'), until: '2026-11-21T10:00:00.000Z', calls: [] }];
  const other = [{ ...runs[0], instance: 'another' }] as LedgerRecord['runs'];

  test('adds nothing: the other one has settled what it had meant to do', () => {
    expect(recorded(record({ runs: other }), [row('created')], { hasBegun: true })).toBeNull();
    expect(recorded(record({ runs: other, filed: [entry()] }), [row('rejected')], { hasBegun: true })).toBeNull();
  });

  test('but an update of its own may have come last: that is sent once more', () => {
    const newest = record({ runs: other, filed: [entry(), entry({ objectId: 10002, objn: 'ORD200' })] });
    expect(recorded(newest, [row('updated')], { hasBegun: true })).toEqual({
      ...newest,
      filed: [entry({ blob: null }), entry({ objectId: 10002, objn: 'ORD200' })],
    });
  });

  test('one that is there ends as ever, and so does one that wrote nothing down', () => {
    expect(recorded(record({ runs }), [row('created')], { hasBegun: true })).toMatchObject({
      head: oid('2'),
      filed: [{ objectId: 10001 }],
      runs: [],
    });
    expect(recorded(record({ runs: other }), [row('created')], { hasBegun: false })).toMatchObject({ head: oid('2') });
  });
});

test('the number tells which entry goes on, before the object', () => {
  const before = record({
    filed: [entry({ objectId: 10002, type: null, added: false }), entry({ type: '*MODULE', added: true })],
  });
  expect(recorded(before, [row('updated')])?.filed.find(({ objectId }) => objectId === 10001)?.added).toBe(true);
});

describe('the run that put a request into its RFP', () => {
  const rfpRun = (before: Partial<FiledObject>, rfp: number | null) =>
    recorded(record({ filed: [entry({ rfp: 77, run: '1-1', ...before })] }), [row('updated', { rfp })])?.filed.map(
      (filed) => [filed.run, filed.rfpRun],
    );

  test('stays known while the request stays there', () => {
    expect(rfpRun({}, 77)).toEqual([['2-1', '1-1']]);
    expect(rfpRun({ rfpRun: '0-1' }, 77)).toEqual([['2-1', '0-1']]);
  });

  test.each<[string, Partial<FiledObject>, number | null]>([
    ['it is in another by now', {}, 78],
    ['it is in none', { rfp: 0 }, 0],
    ['its RFP is not known', { rfp: 0 }, null],
    ['this very run put it there', { run: '2-1' }, 77],
  ])('is this one when %s', (_, before, rfp) => {
    expect(rfpRun(before, rfp)).toEqual([['2-1', undefined]]);
  });

  test('is this one for a new request', () => {
    expect(recorded(record(), [row('created')])?.filed[0]).not.toHaveProperty('rfpRun');
  });
});

describe('what was open and this run did not get to', () => {
  const stays = (open: readonly OpenChange[], rows: readonly FiledRequest[]) =>
    recorded(record({ open }), rows, { movesHead: false })?.open.map(({ objn, path: at }) => `${objn} ${at}`);

  test('stays open', () => {
    expect(stays([open({ objn: 'ORD200', path: 'other' })], [row('created')])).toEqual(['ORD200 other']);
    expect(recorded(record({ open: [open({ path: 'x' })] }), [], { stays: new Set(['x']) })?.open).toHaveLength(1);
    expect(recorded(record({ open: [open({ path: 'x' })] }), [], { stays: new Set(['y']) })?.open).toEqual([]);
  });

  test('is over when the object was filed from another path, or the path for another object', () => {
    expect(stays([open({ path: 'other' })], [row('created')])).toEqual([]);
    expect(stays([open({ objn: 'ORD200' })], [row('created')])).toEqual([]);
  });
});

describe('files that no rule reaches although each must be', () => {
  const unmapped = [textPath('x.txt'), latin('\xff.txt')];

  test('are open, as it is not known what they make', () => {
    const settled = recorded(record(), [], { unmapped });
    expect(settled?.open.map(({ path: at }) => at)).toEqual(unmapped.map(pathKey));
    expect(settled?.open[0]).toEqual({
      appl: '',
      lvl: 0,
      type: null,
      objn: '',
      rpth: null,
      path: 'x.txt',
      reason: '*MIGRATE',
      outcome: 'unmapped',
      why: 'no rule matches it',
      needsPerson: false,
      added: false,
      openSince: expect.objectContaining({ head: expect.any(String) }),
    });
  });

  test('are open once', () => {
    const kept = record({ open: [open({ path: 'x.txt' })] });
    expect(recorded(kept, [], { unmapped, movesHead: false })?.open.map(({ outcome }) => outcome)).toEqual([
      'rejected',
      'unmapped',
    ]);
  });
});

describe('the pipeline key of each RFP (interface §6)', () => {
  const other = planned({ at: 'other', identity: { ...object, objn: 'ORD200' } });

  test('is remembered with the request that carried it', () => {
    const rows = [row('created', { tkey: '4711-1' }), row('created', { objectId: 10002 }, other)];
    expect(recorded(record(), rows)?.keys).toEqual({ 77: '4711-1' });
  });

  test.each<[string, Partial<FiledRequest>]>([
    ['none was sent', {}],
    ['the request is in no RFP', { rfp: 0, tkey: '4711-1' }],
    ['its RFP is not known', { rfp: null, tkey: '4711-1' }],
  ])('is not there when %s', (_, more) => {
    expect(recorded(record(), [row('created', more)])).not.toHaveProperty('keys');
  });

  test('stays as long as a request of the branch is in that RFP, and gives way to a later one', () => {
    const before = record({ filed: [entry({ objectId: 10002, objn: 'ORD200', rfp: 76 })], keys: { 75: 'a', 76: 'b' } });
    expect(recorded(before, [row('created', { tkey: 'c' })])?.keys).toEqual({ 76: 'b', 77: 'c' });
    expect(recorded(before, [row('created', { rfp: 76, tkey: 'c' })])?.keys).toEqual({ 76: 'c' });
  });
});

describe('calls whose answer never came', () => {
  const call = lostCall;
  const left = (outcome: Outcome, more: Partial<FiledRequest> = {}) =>
    recorded(record({ unanswered: [call, { ...call, objn: 'ORD200' }] }), [row(outcome, more)])?.unanswered;

  test.each<Outcome>(['created', 'updated', 'unchanged', 'withdrawn'])('%s: this one is settled', (outcome) => {
    expect(left(outcome)).toEqual([{ ...call, objn: 'ORD200' }]);
  });

  test.each<Outcome>(['notAttempted', 'conflict', 'unknown'])('%s: as uncertain as before', (outcome) => {
    expect(left(outcome)).toEqual([call, { ...call, objn: 'ORD200' }]);
  });

  test('what this run adds, all of it', () => {
    const calls = [lostCall, { ...lostCall, reason: '*DELETE' } as const];
    expect(left('notAttempted', { uncertain: calls })).toEqual([{ ...call, objn: 'ORD200' }, ...calls]);
  });

  test('the later one of the same object takes its place', () => {
    const later = { ...call, blob: oid('c') };
    expect(left('unknown', { uncertain: [later] })).toEqual([{ ...call, objn: 'ORD200' }, later]);
  });
});
