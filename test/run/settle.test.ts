import { describe, expect, test } from 'vitest';
import { next, type Should } from '../../src/checkout/next.ts';
import { type FiledRequest, filed, type Outcome } from '../../src/checkout/outcome.ts';
import type { Work } from '../../src/filing/filing.ts';
import type { Filed } from '../../src/filing/one-object.ts';
import { toGitPath } from '../../src/git/git-path.ts';
import { type BranchRecord, type CheckOut, createRecord, type Exception, type Lease } from '../../src/ledger/record.ts';
import type { PlannedRequest } from '../../src/plan/planned.ts';
import type { RunPath } from '../../src/run/paths.ts';
import { deriveOtherChanges, type EndedRun, deriveRecord as settledRecord } from '../../src/run/settle.ts';
import { checkOut, deleting, object, path, planned, standing, tried, withdrawing } from '../checkout/support.ts';
import { key, keyed, runPathOf } from './support.ts';

/** What a run did, as the record takes it up: settled, exceptions, check-outs, leases (design §8, steps 6 and 7). */

const [settled, head] = ['5', '6'].map((digit) => digit.repeat(40)) as [string, string];
const me: Lease = { run: '2-1', id: '2', attempt: 1, instance: 'me', head, until: '' };
const other: Lease = { ...me, run: '3-1', id: '3', instance: 'other' };

const recordOf = (more: Partial<BranchRecord> = {}): BranchRecord => ({
  ...createRecord(key),
  settled: { commit: settled, began: settled, fork: null },
  leases: [me],
  ...more,
});

const excepted = (exception: Exception, at = path) => new Map([[at, exception]]);

/** One object of the run: how its row ended, and what is believed of it then. */
interface One extends Partial<Filed> {
  readonly request?: PlannedRequest;
  readonly kind?: 'request' | 'compiled' | 'nothing';
  readonly known?: CheckOut | null;
  readonly before?: CheckOut['before'];
  readonly outcomes?: readonly (Outcome | Partial<FiledRequest>)[];
}

function one({ request = planned(), kind = 'request', known = null, before = {}, outcomes = [], ...how }: One) {
  const should: Should = kind === 'nothing' ? { kind, request, follows: true } : { kind, request };
  const ahead = known ?? checkOut({ ...request.identity, before });
  const work: Work = { n: 1, step: next(known, should), ahead, group: null };
  const rows = outcomes.map((row) =>
    typeof row === 'string' ? filed(request, row) : filed(request, row.outcome ?? 'created', row),
  );
  const ended = { rows, checkOut: null, isSent: true, calls: [], taken: [], waitsFor: [] };
  return { work, ...ended, ...how } satisfies Filed;
}

/** The record after a run that has planned with the newest one, unless it says another. */
const recordAfter = (newest: BranchRecord, ended: Ended) => settledRecord(newest, { record: newest, ...ended });

type Ended = Omit<EndedRun, 'record'> & Partial<Pick<EndedRun, 'record'>>;

const endedRun = (objects: readonly One[], more: Partial<EndedRun> = {}): Ended => ({
  ...{ head, fork: null, rule: 'push' as const, began: null, movesSettled: true, uncompiled: new Set<string>() },
  ...{ me, actor: 'jane', hasLease: true, isRefused: false },
  ...{ paths: new Map([runPathOf(path, 'old', 'new')]), unmapped: [], rfps: new Map() },
  filed: objects.map(one),
  ...more,
});

const created: One = { outcomes: ['created'], checkOut: checkOut({ stands: standing() }) };
const refused: One = { outcomes: [{ outcome: 'rejected', msg: 'no' }] };

/** The exceptions of the record after a run; of a failure the outcome alone. */
function exceptionsAfter(record: BranchRecord, run: Ended): Record<string, unknown> {
  return Object.fromEntries(
    [...recordAfter(record, run).exceptions].map(([at, { failed, ...rest }]) => [
      at,
      failed === undefined ? rest : { ...rest, failed: failed.outcome },
    ]),
  );
}

describe('the settled commit', () => {
  test('moves to the head of a run at the tip, and where it began stays', () => {
    const after = recordAfter(recordOf(), endedRun([created], { fork: 'f' }));
    expect(after.settled).toEqual({ commit: head, began: settled, fork: 'f' });
    expect(recordAfter(recordOf(), endedRun([created], { began: 'earlier' })).settled.began).toBe('earlier');
  });

  test('stays in any other run, which writes exceptions for what it filed', () => {
    const passed = runPathOf('S', 'old', 'skipped', { code: 'passed' });
    const run = endedRun([created], { movesSettled: false, paths: new Map([runPathOf(path, 'old', 'new'), passed]) });
    expect(recordAfter(recordOf(), run).settled.commit).toBe(settled);
    expect(exceptionsAfter(recordOf(), run)).toEqual({ [path]: { was: 'new' }, S: { was: 'skipped' } });
  });

  test('nothing but what a range given by hand names is touched', () => {
    const exceptions = excepted({ was: 'x', unknown: true }, 'X');
    const run = endedRun([created], { movesSettled: false });
    expect(exceptionsAfter(recordOf({ exceptions }), run)).toEqual({
      X: { was: 'x', unknown: true },
      [path]: { was: 'new' },
    });
  });
});

const rows: [string, Ended, Record<string, unknown>, Map<string, Exception>?][] = [
  ['filed: none', endedRun([created]), {}],
  ['filed: the one it had is gone', endedRun([created]), {}, excepted({ was: 'older', unknown: true })],
  ['a path that is owed no longer loses its own', endedRun([created]), {}, excepted({ was: 'x' }, 'X')],
  ['refused: what was settled stays so', endedRun([refused]), { [path]: { was: 'old', failed: 'rejected' } }],
  [
    'refused, of a file that is new: nothing is settled there',
    endedRun([refused], { paths: new Map([runPathOf(path, null, 'new')]) }),
    { [path]: { was: null, failed: 'rejected' } },
  ],
  [
    'without an answer: unknown, owed no matter what head says',
    endedRun([{ outcomes: ['unknown'], checkOut: checkOut({ tried: [tried()] }) }]),
    { [path]: { was: 'old', unknown: true, failed: 'unknown' } },
  ],
  [
    'not attempted, and nothing was sent',
    endedRun([{ outcomes: ['notAttempted'], isSent: false }]),
    { [path]: { was: 'old', failed: 'notAttempted' } },
  ],
  [
    'not attempted, while an earlier run may have sent something: that stays known',
    endedRun([{ outcomes: ['notAttempted'], isSent: false }], { paths: new Map([runPathOf(path, 'older', 'new')]) }),
    { [path]: { was: 'older', unknown: true, failed: 'notAttempted' } },
    excepted({ was: 'older', unknown: true }),
  ],
  [
    'filed, and what follows is refused: unknown',
    endedRun([{ outcomes: ['created', 'rejected'] }]),
    { [path]: { was: 'old', unknown: true, failed: 'rejected' } },
  ],
  [
    'one of two objects of a file stands already, nothing was sent for the other: nothing is unknown',
    endedRun([
      { outcomes: ['unchanged'], isSent: false, request: planned({ identity: { ...object, objn: 'OTHER' } }) },
      { outcomes: ['notAttempted'], isSent: false },
    ]),
    { [path]: { was: 'old', failed: 'notAttempted' } },
  ],
  [
    'one of two objects of a file is filed: the file is owed, and unknown',
    endedRun([
      { ...created, request: planned({ identity: { ...object, objn: 'OTHER' } }) },
      refused,
      { outcomes: ['created', 'rejected'], request: planned({ identity: { ...object, objn: 'THIRD' } }) },
    ]),
    { [path]: { was: 'old', unknown: true, failed: 'rejected' } },
  ],
  [
    'a move that was refused: both names are owed',
    endedRun([{ ...refused, request: planned({ previousPath: toGitPath('OLD') }) }], {
      paths: new Map([runPathOf(path, null, 'new'), runPathOf('OLD', 'old', null)]),
    }),
    { [path]: { was: null, failed: 'rejected' }, OLD: { was: 'old', failed: 'rejected' } },
  ],
  [
    'a withdrawal succeeded, and what should follow was refused: settled at what made the object before',
    endedRun([
      {
        ...{ outcomes: ['withdrawn', { outcome: 'rejected', msg: 'no' }], request: deleting },
        known: checkOut({ stands: standing(), before: { [path]: 'zero', 'X/TWIN.RPGLE': 'twin' } }),
      },
    ]),
    { [path]: { was: 'zero', unknown: true, failed: 'rejected' }, 'X/TWIN.RPGLE': { was: 'twin' } },
  ],
  [
    'the same, of an object that this branch made: it is not there',
    endedRun([
      {
        ...{ outcomes: ['withdrawn', 'notAttempted'], request: deleting },
        known: checkOut({ stands: standing() }),
      },
    ]),
    { [path]: { was: null, unknown: true, failed: 'notAttempted' } },
  ],
  [
    'no rule matches, and each has to',
    endedRun([], { unmapped: [path] }),
    { [path]: { was: 'old', failed: 'unmapped' } },
  ],
];
test.each(rows)('exceptions of a run at the tip: %s', (_, run, expected, exceptions = new Map()) => {
  expect(exceptionsAfter(recordOf({ exceptions }), run)).toEqual(expected);
});

describe('why a path could not be filed', () => {
  const failedAfter = (record: BranchRecord, run: Ended) => recordAfter(record, run).exceptions.get(path)?.failed;
  const since = { run: '2-1', actor: 'jane', head };

  test('says what, of which content, since when, and whether only a person can settle it', () => {
    const run = endedRun([{ outcomes: [{ outcome: 'conflict', objectId: 9, msg: 'held', needsPerson: true }] }]);
    expect(failedAfter(recordOf(), run)).toEqual({
      ...{ outcome: 'conflict', said: 'held', blob: 'new', objectId: 9, since, rfp: 0, person: true },
    });
  });

  test.each([
    ['ended so before', 'rejected', 'new', true],
    ['ended otherwise before', 'conflict', 'new', false],
    ['of another content', 'rejected', 'older', false],
  ])('since the first run that %s', (_, outcome, blob, isOlder) => {
    const first = { run: '1-1', actor: 'bob', head: settled };
    const failed = { outcome, blob, said: 'no', objectId: null, since: first, rfp: 0, person: false };
    const record = recordOf({ exceptions: excepted({ was: 'old', failed }) });
    expect(failedAfter(record, endedRun([refused]))?.since).toEqual(isOlder ? first : since);
  });

  test('with the RFP that its group was given, for the next attempt of the run', () => {
    const { work, ...ended } = one(refused);
    const run = endedRun([], { filed: [{ work: { ...work, group: 'g' }, ...ended }], rfps: new Map([['g', 77]]) });
    expect(failedAfter(recordOf(), run)?.rfp).toBe(77);
  });
});

describe('a compilation (design §13)', () => {
  const causes = { 'INC.RPGLEINC': 'before' };
  const request = planned({ reason: '*RECOMPILE', blob: 'same', dependent: { causes, waitsFor: [] } });
  const compiled = (more: One): One => ({ request, kind: 'compiled', ...more });
  const open = (more: Partial<Exception> = {}) => excepted({ was: 'same', causes: { 'OLD.RPGLEINC': null }, ...more });
  const none = new Map<string, RunPath>();

  test.each<[string, One, Record<string, unknown>, Map<string, Exception>?]>([
    ['filed: nothing is owed', compiled(created), {}],
    ['filed: what was owed is settled', compiled(created), {}, open()],
    [
      'covered by another request: asked for again until it is filed, green',
      compiled({ outcomes: ['covered'] }),
      { [path]: { was: 'same', causes } },
    ],
    [
      'refused: owed with its causes, and those of earlier runs',
      compiled(refused),
      { [path]: { was: 'same', causes: { ...causes, 'OLD.RPGLEINC': null }, failed: 'rejected' } },
      open(),
    ],
    [
      'waits for a cause of this push: another cause may be filed',
      compiled({ outcomes: [], isSent: false, waitsFor: ['INC.RPGLEINC'] }),
      { [path]: { was: 'same', causes } },
    ],
    [
      'waits, and was owed before',
      compiled({ outcomes: [], isSent: false, waitsFor: ['INC.RPGLEINC'] }),
      { [path]: { was: 'same', causes: { ...causes, 'OLD.RPGLEINC': null } } },
      open(),
    ],
  ])('%s', (_, of, expected, exceptions = new Map()) => {
    const record = recordOf({ exceptions });
    // What is open for other reasons than this run's paths stays where settled does not move.
    expect(exceptionsAfter(record, endedRun([of], { paths: none, movesSettled: false }))).toEqual(expected);
  });

  test('is owed as before where nobody could find out what is affected', () => {
    const run = endedRun([], { paths: none, uncompiled: new Set([path]) });
    expect(exceptionsAfter(recordOf({ exceptions: open() }), run)).toEqual(Object.fromEntries(open()));
    expect(exceptionsAfter(recordOf({ exceptions: open() }), endedRun([], { paths: none }))).toEqual({});
  });

  test('filed, of a file that is owed for itself: that stays', () => {
    const exceptions = open({ was: 'older', unknown: true });
    const run = endedRun([compiled(created)], { paths: none, movesSettled: false });
    expect(exceptionsAfter(recordOf({ exceptions }), run)).toEqual({ [path]: { was: 'older', unknown: true } });
  });
});

describe('check-outs', () => {
  const numbers = (record: BranchRecord, run: Ended) =>
    [...recordAfter(record, run).checkOuts.values()].map(({ objn, stands, tried: calls }) => {
      return [objn, stands?.objectId ?? null, calls.length];
    });
  const another = checkOut({ objn: 'ELSE', stands: standing({ objectId: 8 }) });

  test('what is believed takes the place of what was; others stay', () => {
    const known = checkOut({ tried: [tried(), withdrawing()] });
    const record = recordOf({ checkOuts: keyed(known, another) });
    expect(numbers(record, endedRun([{ ...created, known }]))).toEqual([
      ['ELSE', 8, 0],
      ['ORD100', 7, 0],
    ]);
  });

  test('nothing stands and nothing may: it is gone', () => {
    const known = checkOut({ stands: standing() });
    const record = recordOf({ checkOuts: keyed(known) });
    expect(numbers(record, endedRun([{ known, kind: 'nothing', request: deleting, outcomes: ['withdrawn'] }]))).toEqual(
      [],
    );
  });

  test('an object whose type was open is known by its type from now on', () => {
    const known = checkOut({ type: null, stands: standing() });
    const record = recordOf({ checkOuts: keyed(known) });
    expect(
      [...recordAfter(record, endedRun([{ ...created, known }])).checkOuts.values()].map(({ type }) => type),
    ).toEqual(['*PGM']);
  });

  test('a number stands for one object: another one that had it loses it', () => {
    const twice = checkOut({ objn: 'ELSE', stands: standing(), tried: [tried({ objectId: 7 }), tried()] });
    expect(numbers(recordOf({ checkOuts: keyed(twice) }), endedRun([created]))).toEqual([
      ['ELSE', null, 1],
      ['ORD100', 7, 0],
    ]);
  });
});

describe('leases', () => {
  test('the run’s own ends; those of others stay', () => {
    expect(recordAfter(recordOf({ leases: [other, me] }), endedRun([created])).leases).toEqual([other]);
  });

  test('another run took over: calls that this one may have sent late are tried, and nothing else changes', () => {
    const record = recordOf({ leases: [other], checkOuts: keyed(checkOut({ stands: standing() })) });
    const calls = [tried(), tried({ objectId: 7 })];
    const quiet: One = { ...refused, isSent: false, calls, request: planned({ path: toGitPath('QUIET') }) };
    const late: One = { ...created, calls: [...calls, tried({ objectId: 8 })] };
    const after = recordAfter(record, endedRun([late, quiet]));
    expect(after).toEqual({ ...record, checkOuts: keyed(checkOut({ stands: standing(), tried: calls })) });
  });

  test('calls that a replaced run has added meanwhile are tried after this one, too', () => {
    const [before, own, late] = ['1.1', '2.1', '3.1'].map((run) => tried({ run }));
    if (before === undefined || own === undefined || late === undefined) throw new Error('three');
    const known = checkOut({ tried: [before] });
    const record = recordOf({ leases: [me], checkOuts: keyed(checkOut({ tried: [before, own, late] })) });
    const after = recordAfter(record, endedRun([{ ...created, known, calls: [own] }]));
    expect(after.checkOuts).toEqual(keyed(checkOut({ stands: standing(), tried: [late] })));
  });

  test('a run that only looked wrote none, and needs none', () => {
    const after = recordAfter(recordOf({ leases: [other] }), endedRun([], { hasLease: false }));
    expect(after).toMatchObject({ settled: { commit: head }, leases: [other] });
  });
});

test('a token that the service did not take settles nothing: it may be a wrong one', () => {
  const record = recordOf({ exceptions: excepted({ was: 'x' }, 'X') });
  expect(recordAfter(record, endedRun([{ ...refused, isSent: false }], { isRefused: true }))).toEqual({
    ...record,
    leases: [],
  });
});

test('a release ends the record, but for what could not be released', () => {
  const kept = checkOut({ objn: 'KEPT', stands: standing({ objectId: 8 }) });
  const known = checkOut({ stands: standing() });
  const record = recordOf({ checkOuts: keyed(known, kept), exceptions: excepted({ was: null }) });
  const after = recordAfter(record, endedRun([{ known, outcomes: ['withdrawn'] }], { rule: 'release' }));
  expect(after).toEqual({ ...createRecord(key), checkOuts: keyed(kept) });
});

test('another branch gives up what this one goes on with, and what ended runs had tried with the number', () => {
  const theirs = checkOut({ stands: standing(), tried: [tried({ objectId: 7 })] });
  const holder = {
    ...{ ...key, branch: 'feature', checkOut: theirs, isDefault: false, merged: true, busy: null, gone: false },
  };
  const [change] = deriveOtherChanges(endedRun([{ ...created, taken: [holder] }]).filed, recordOf());
  const rest = checkOut({ objn: 'ELSE', stands: standing({ objectId: 8 }) });
  const pending = checkOut({ objn: 'PENDING', stands: standing(), tried: [tried()] });
  const before = recordOf({ checkOuts: keyed(theirs, rest, pending) });
  expect(change).toMatchObject({ key: { branch: 'feature' }, of: [theirs] });
  expect(change?.change(before)?.checkOuts).toEqual(keyed(rest, { ...pending, stands: null }));
  expect(change?.change(null)).toBeNull();
});
