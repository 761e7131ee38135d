import { describe, expect, test } from 'vitest';
import type { Action } from '../../src/filing/actions.ts';
import { intendedCalls } from '../../src/filing/intended-calls.ts';
import { leaseMs, type RunUnderWay } from '../../src/ledger/lease.ts';
import type { LedgerRecord } from '../../src/ledger/record.ts';
import { recordBegun, recordOpened, recordRenewed, withoutOverRuns } from '../../src/ledger/written-ahead.ts';
import { entry, intended, object, open, path, planned } from '../filing/support.ts';

/** What a run writes down before its first call (design §8 "Written ahead"). */

const now = new Date('2026-11-21T10:00:00Z');
const key = { service: 'https://s.example', repo: 'ORDERS', mapping: 'm.yml', branch: 'main' };
const me = { run: '5-1', id: '5', attempt: 1, instance: 'mine' };
const over: RunUnderWay = {
  run: '4-1',
  id: '4',
  attempt: 1,
  instance: 'another',
  head: 'h',
  until: '2026-11-21T09:59:59.000Z',
  calls: [],
};
const record = (more: Partial<LedgerRecord> = {}): LedgerRecord => ({
  version: 1,
  ...key,
  head: 'old',
  firstHead: 'first',
  filed: [entry()],
  open: [open()],
  runs: [],
  unanswered: [],
  ...more,
});
const fresh = { version: 1, ...key, firstHead: null, filed: [], open: [], runs: [], unanswered: [] };

describe('the record of a branch when a run begins', () => {
  const push = { key, base: 'base', head: 'head', firstPush: false };
  const first = { ...push, firstPush: true };
  const rows: [string, LedgerRecord | null, typeof push, object][] = [
    [
      'none yet: it accounts for the base, so that nothing of the range can be lost',
      null,
      push,
      { ...fresh, head: 'base' },
    ],
    ['none yet, first push: it knows which push began it', null, first, { ...fresh, head: 'base', firstHead: 'head' }],
    ['one that accounts for a head: it stays', record(), push, record()],
    ['one of ranges given by hand only: it begins at the base', record({ head: null }), push, record({ head: 'base' })],
    ['first push started again: it stays', record({ firstHead: 'head' }), first, record({ firstHead: 'head' })],
    [
      'first push of a new branch of an old name: numbers stay, head, contents and open changes go',
      record(),
      first,
      record({
        head: 'base',
        firstHead: 'head',
        filed: [entry({ blob: null, closed: true })],
        open: [],
        past: ['old'],
      }),
    ],
    [
      'the same: nothing that was looked at, left or without an answer counts for the new branch',
      record({
        filed: [entry({ added: true, left: 'notDeleted' })],
        unanswered: [intended()],
        began: 'start',
        past: ['older', 'base'],
        shared: [
          { ...object, objectId: 8, path, blob: 'b', added: false, of: { repo: 'R', mapping: 'm', branch: 'x' } },
        ],
        passed: { x: null },
        mapped: 'mapping',
      }),
      first,
      record({
        head: 'base',
        firstHead: 'head',
        filed: [entry({ blob: null, added: false, closed: true })],
        open: [],
        unanswered: [intended({ closed: true })],
        past: ['older', 'old'],
        mapped: 'mapping',
      }),
    ],
  ];
  test.each(rows)('%s', (_, newest, opening, expected) => {
    expect(recordOpened(newest, opening)).toEqual(expected);
  });
});

describe('calls of runs that are over without having ended', () => {
  const merged = (before: ReturnType<typeof intended>[], more: ReturnType<typeof intended>[]) =>
    withoutOverRuns(record({ unanswered: before, runs: [{ ...over, calls: more }] }), me, now);

  test('count as unanswered, and the run is no longer under way', () => {
    const alive = { ...over, run: '6-1', until: new Date(now.getTime() + 1000).toISOString(), calls: [intended()] };
    const call = intended({ objn: 'ORD200' });
    const after = withoutOverRuns(record({ runs: [alive, { ...over, calls: [call] }] }), me, now);
    expect(after).toEqual(record({ runs: [alive], unanswered: [call] }));
  });

  test('one for each object and reason: the newer create', () => {
    const newer = intended({ blob: 'newer' });
    const other = intended({ reason: '*DELETE' });
    expect(merged([intended(), other], [newer]).unanswered).toEqual([newer, other]);
    expect(merged([], [intended(), newer]).unanswered).toEqual([newer]);
  });

  test('of calls that sent the very same, the newer counts; others stand side by side', () => {
    const { fields } = planned();
    const naming = (rfp: number) => intended({ sent: { ...fields, rfp } });
    expect(merged([naming(71)], [naming(71)]).unanswered).toEqual([naming(71)]);
    expect(merged([naming(71)], [naming(72)]).unanswered).toEqual([naming(71), naming(72)]);
    expect(merged([intended()], [intended({ blob: 'newer' })]).unanswered).toEqual([intended({ blob: 'newer' })]);
    const moved = intended({ sent: { ...fields, gpath: 'LIB' }, path: 'LIB/ORD100.RPGLE' });
    expect(merged([intended()], [moved]).unanswered).toEqual([intended(), moved]);
  });

  test('an update stands beside the create that it followed, which may have been made', () => {
    const update = intended({ objectId: 7, blob: 'newer' });
    expect(merged([intended()], [update]).unanswered).toEqual([intended(), update]);
  });

  test('so many of one object, the newest', () => {
    const naming = (rfp: number) => intended({ sent: { ...planned().fields, rfp } });
    const numbers = Array.from({ length: 9 }, (_, n) => n + 1);
    expect(merged(numbers.map(naming), [intended({ objn: 'ORD200' })]).unanswered).toEqual([
      ...numbers.slice(-6).map(naming),
      intended({ objn: 'ORD200' }),
    ]);
  });

  test('a withdrawal and a create of one reason are two calls', () => {
    const withdrawal = intended({ objectId: 7, sent: null, withdraws: true });
    expect(merged([withdrawal], [intended()]).unanswered).toEqual([withdrawal, intended()]);
    expect(merged([withdrawal], [withdrawal]).unanswered).toEqual([withdrawal]);
  });
});

test('what calls the service is written down; what is unchanged, kept back or nothing at all is not', () => {
  const request = planned();
  const known = entry();
  const lost = intended({ reason: '*DELETE', blob: null });
  // The withdrawal of an earlier request, known by its own reason.
  const withdrawal = intended({ objectId: 7, blob: null, sent: null, withdraws: true });
  const actions: Action[] = [
    { kind: 'blocked', request, outcome: 'collision', why: '' },
    { kind: 'unchanged', request, known },
    { kind: 'nothing', request },
    { kind: 'create', request, earlier: null },
    { kind: 'create', request, earlier: known },
    { kind: 'update', request, known, fields: {}, sendContent: true, uncertain: false },
    { kind: 'withdraw', request, known },
    { kind: 'settle', request, lost },
  ];
  expect(intendedCalls(actions, 'per-push')).toEqual([
    intended(),
    intended(),
    withdrawal,
    intended({ objectId: 7 }),
    withdrawal,
    // A request that has moved on is followed by a create.
    intended(),
    lost,
  ]);
  const sent = { ...request.fields, rfp: 44 };
  expect(intendedCalls(actions, 44)).toEqual([
    intended({ sent }),
    intended({ sent }),
    withdrawal,
    intended({ objectId: 7, sent }),
    withdrawal,
    intended({ sent }),
    lost,
  ]);
});

test('a run is under way with its calls until its lease ends; only it can prolong the lease', () => {
  const calls = [intended()];
  const beginning = { key, me, base: 'base', head: 'head', firstPush: false, calls, now };
  const begun = recordBegun(record({ runs: [over] }), beginning);
  const until = new Date(now.getTime() + leaseMs).toISOString();
  expect(begun).toEqual(record({ runs: [{ ...me, head: 'head', until, calls }] }));
  const later = new Date(now.getTime() + 1000);
  expect(recordRenewed({ ...begun, runs: [over, ...begun.runs] }, me, later).runs).toEqual([
    over,
    { ...me, head: 'head', until: new Date(later.getTime() + leaseMs).toISOString(), calls },
  ]);
  expect(recordRenewed(record({ runs: [over] }), me, later)).toEqual(record({ runs: [over] }));
});
