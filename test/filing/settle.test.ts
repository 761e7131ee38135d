import { expect, test } from 'vitest';
import { type FiledRequest, filed, type Outcome } from '../../src/filing/outcome.ts';
import { recordAfter, type Settlement } from '../../src/filing/settle.ts';
import { type GitPath, pathKey, textPath } from '../../src/git/git-path.ts';
import type { FiledObject, LedgerRecord, OpenChange } from '../../src/ledger/record.ts';
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

const after = (newest: LedgerRecord | null, rows: readonly FiledRequest[], more: Partial<Settlement> = {}) => {
  const me = { run: '2-1', id: '2', attempt: 1 };
  const countedFrom = newest?.head ?? null;
  return recordAfter(newest, {
    key,
    head: oid('2'),
    me,
    rows,
    firstPush: false,
    movesHead: true,
    countedFrom,
    stays: new Set(),
    unmapped: [],
    ...more,
  });
};

test('what was created is remembered: number, path, content, RFP, commit, run, and what was sent', () => {
  expect(after(record(), [row('created')])).toEqual({
    ...record(),
    head: oid('2'),
    filed: [entry({ blob: oid('b'), rfp: 77, commit: oid('2'), run: '2-1', sent: { attr: 'RPGLE', srcd: 'text' } })],
  });
});

test.each<[Outcome, boolean, boolean]>([
  ['created', true, false],
  ['updated', true, false],
  ['unchanged', true, false],
  ['withdrawn', false, false],
  ['conflict', false, true],
  ['rejected', false, true],
  ['collision', false, true],
  ['unknown', false, true],
  ['unsendable', false, true],
  ['notAttempted', false, true],
])('%s: remembered as filed %s, as open %s', (outcome, isFiled, isOpen) => {
  const settled = after(record(), [row(outcome, { msg: 'said' })]);
  expect([settled?.filed.length === 1, settled?.open.length === 1]).toEqual([isFiled, isOpen]);
  if (isOpen)
    expect(settled?.open[0]).toEqual(open({ outcome, why: 'said', needsPerson: forPersons.includes(outcome) }));
});

test('the head moves to the head of the push, also when something stays open', () => {
  expect(after(record(), [row('rejected')])?.head).toBe(oid('2'));
  expect(after(record(), [])?.head).toBe(oid('2'));
});

test('a range given by hand leaves the head and the other open changes where they are', () => {
  const before = record({ open: [open(), open({ objn: 'ORD200', path: 'other' })] });
  const settled = after(before, [row('created')], { movesHead: false });
  expect(settled?.head).toBe(oid('1'));
  expect(settled?.open.map(({ objn }) => objn)).toEqual(['ORD200']);
});

test('when another run has moved the head meanwhile, its later one stands, and the open changes that it left', () => {
  const newest = record({ head: oid('3'), open: [open({ objn: 'ORD200', path: 'other' })] });
  const settled = after(newest, [row('created')], { countedFrom: oid('1') });
  expect(settled).toMatchObject({ head: oid('3'), filed: [{ objectId: 10001 }], open: [{ objn: 'ORD200' }] });
});

test('a run that moves the head has tried every open change again: only what it left open is open', () => {
  const before = record({ open: [open(), open({ objn: 'ORD200', path: 'other' })] });
  expect(after(before, [row('rejected', { msg: 'again' })])?.open).toEqual([open({ why: 'again' })]);
});

test('a range given by hand before any push remembers what it filed, and nothing when it filed nothing', () => {
  expect(after(null, [row('rejected')], { movesHead: false })).toBeNull();
  expect(after(null, [row('created')], { movesHead: false })).toMatchObject({
    head: null,
    firstHead: null,
    filed: [{ objectId: 10001 }],
  });
});

test('the first push of a branch begins the record', () => {
  expect(after(null, [], { firstPush: true })).toEqual(record({ head: oid('2'), firstHead: oid('2') }));
});

test('the first push of a new branch of an old name closes its open changes and keeps its numbers', () => {
  const before = record({ filed: [entry()], open: [open({ objn: 'ORD200' })] });
  expect(after(before, [], { firstPush: true })).toEqual({ ...before, head: oid('2'), firstHead: oid('2'), open: [] });
});

test('a first push that is started again does not close what its first run began', () => {
  const before = record({ firstHead: oid('2'), filed: [entry()] });
  expect(after(before, [row('updated')], { firstPush: true })?.firstHead).toBe(oid('2'));
});

test('a withdrawn request is forgotten, and the one that follows it is known', () => {
  const before = record({ filed: [entry()] });
  const request = planned({ reason: '*DELETE', blob: null });
  const rows = [row('withdrawn', {}, request), row('created', { objectId: 10002 }, request)];
  expect(after(before, rows)?.filed.map(({ objectId, reason }) => [objectId, reason])).toEqual([[10002, '*DELETE']]);
  expect(after(before, rows.slice(0, 1))?.filed).toEqual([]);
});

test('a create that follows a withdrawal and is refused stays open', () => {
  const request = planned({ reason: '*DELETE' });
  const settled = after(record({ filed: [entry()] }), [row('withdrawn', {}, request), row('rejected', {}, request)]);
  expect(settled).toMatchObject({ filed: [], open: [{ reason: '*DELETE', outcome: 'rejected' }] });
});

test('two results for one object: the last one stands', () => {
  const settled = after(record(), [row('created'), row('updated', { rfp: 78 }, planned({ blob: oid('c') }))]);
  expect(settled?.filed).toEqual([expect.objectContaining({ objectId: 10001, rfp: 78, blob: oid('c') })]);
});

test('an object whose type was open and is mapped now keeps one entry', () => {
  const settled = after(record({ filed: [entry({ type: null })] }), [row('updated')]);
  expect(settled?.filed.map(({ type, objectId }) => [type, objectId])).toEqual([['*PGM', 10001]]);
});

test('requests whose number the service did not name do not displace each other', () => {
  const other = planned({ at: 'other', identity: { ...object, objn: 'ORD200' } });
  const settled = after(record(), [row('created', { objectId: null }), row('created', { objectId: null }, other)]);
  expect(settled?.filed.map(({ objn }) => objn)).toEqual(['ORD100', 'ORD200']);
});

test('a failed update leaves the entry as it was', () => {
  const before = record({ filed: [entry()] });
  expect(after(before, [row('rejected')])?.filed).toEqual(before.filed);
});

test('an open change with a name that is not UTF-8 is kept by its bytes', () => {
  const at = latin('A/\xff.BND');
  const settled = after(record(), [row('unsendable', {}, planned({ at }))]);
  expect(settled?.open[0]?.path).toBe(pathKey(at));
  const again = after(settled, [row('unsendable', {}, planned({ at }))], { movesHead: false });
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
  const settled = after(record({ filed: [entry({ added: before })] }), rows);
  expect(settled?.filed.map(({ added }) => added)).toEqual([expected]);
});

test('a new object that the branch added', () => {
  expect(after(record(), [row('created', {}, back)])?.filed[0]?.added).toBe(true);
});
