import { describe, expect, test } from 'vitest';
import { pathFilter } from '../../src/glob/path-filter.ts';
import { commitsOf } from '../../src/status/make-status.ts';
import { type Status, waiting } from '../../src/status/status.ts';
import { entry, oid, record } from '../ledger/support.ts';
import { call, note, openChange, run, statusOf } from './support.ts';

const names = (rows: readonly { readonly objn: string }[]) => rows.map(({ objn }) => objn);

describe('requests', () => {
  test('a request with all that is known of it', () => {
    const filed = [{ ...entry('ORD100', 10_003), rfp: 77, run: '4711-1', sent: { user: 'JANE', attr: 'RPGLE' } }];
    const notes = { [oid('1')]: note('4711-1', '2026-11-20T10:00:00.000Z') };
    expect(statusOf([{ filed }], { notes }).requests).toEqual([
      {
        ...{ record: 0, branch: 'main', objectId: 10_003, reason: '*MIGRATE', rfp: 77 },
        ...{ appl: 'ORD', lvl: 50, objn: 'ORD100', type: '*PGM', rpth: null, path: 'QRPGLESRC/ORD100.PGM.RPGLE' },
        ...{ user: 'JANE', account: 'jane-doe', run: '4711-1', commit: oid('1'), at: '2026-11-20T10:00:00.000Z' },
        remarks: [],
      },
    ]);
  });

  test('without a user that was sent, and without a note: null, not a guess', () => {
    const [request] = statusOf([{ filed: [entry('A', 1)] }]).requests;
    expect(request).toMatchObject({ user: null, account: null, at: null, run: '1-1' });
    const odd = statusOf([{ filed: [{ ...entry('A', 1), sent: { user: 5 } as never }] }]);
    expect(odd.requests[0]?.user).toBeNull();
  });

  test.each<[string, object, string[]]>([
    ['of an earlier branch', { closed: true }, ['earlierBranch']],
    ['that no seal vouches for', { claimed: true }, ['claimed']],
    ['whose file is mapped no longer', { left: 'noLongerMapped' }, ['noLongerMapped']],
    ['whose file is gone', { closed: true, left: 'notDeleted' }, ['earlierBranch', 'notDeleted']],
  ])('%s', (_, more, remarks) => {
    expect(statusOf([{ filed: [{ ...entry('A', 1), ...more }] }]).requests[0]?.remarks).toEqual(remarks);
  });

  test.each<[string, string, object]>([
    ['one run', note('9-1', '2026-11-20T10:00:00Z'), { run: '9-1', account: 'jane-doe', at: '2026-11-20T10:00:00Z' }],
    [
      'two',
      `${note('9-1', '2026-11-20T10:00:00Z')}\n\n${note('9-2', '2026-11-20T11:00:00Z')}`,
      { run: null, at: null },
    ],
    ['another branch', note('9-1', '2026-11-20T10:00:00Z', { branch: 'other' }), { run: null, account: null }],
  ])('that a later run found as it is comes from where it was filed; its note names %s', (_, text, told) => {
    const found = { ...entry('A', 1), commit: oid('5'), run: '55-1', since: oid('4') };
    const status = statusOf([{ filed: [found] }], { notes: { [oid('4')]: text, [oid('5')]: note('55-1', 'x') } });
    expect(status.requests[0]).toMatchObject({ commit: oid('4'), ...told });
  });
});

describe('notes', () => {
  const told = (text: string) => {
    const { requests } = statusOf([{ filed: [entry('A', 1)] }], { notes: { [oid('1')]: text } });
    return [requests[0]?.account, requests[0]?.at];
  };

  test.each<[string, string, [string | null, string | null]]>([
    [
      'the last of a run counts',
      `${note('1-1', '2026-01-01T00:00:00Z')}\n\n${note('1-1', '2026-02-01T00:00:00Z')}`,
      ['jane-doe', '2026-02-01T00:00:00Z'],
    ],
    [
      'an account that is not known',
      note('1-1', '2026-01-01T00:00:00Z', { account: 'unknown' }),
      [null, '2026-01-01T00:00:00Z'],
    ],
    ['a time that is none', note('1-1', 'yesterday <b>'), ['jane-doe', null]],
    ['another run', note('1-11', '2026-01-01T00:00:00Z'), [null, null]],
    ['a note of somebody else', 'Reviewed-by: me\n\nRun: 1-1', [null, null]],
    ['an empty one', '', [null, null]],
  ])('%s', (_, text, expected) => {
    expect(told(text)).toEqual(expected);
  });

  test('are asked for of the commits that something was filed from, or left open at', () => {
    const filed = [entry('A', 1), { ...entry('B', 2), commit: oid('5'), since: oid('4') }];
    const records = [record({ filed, open: [openChange('C'), openChange('D', { openSince: undefined as never })] })];
    expect([...commitsOf(records)]).toEqual([oid('1'), oid('4'), oid('2')]);
  });
});

describe('what waits', () => {
  test('changes: since which run, who and why; what needs a person first', () => {
    const open = [openChange('A'), openChange('B', { needsPerson: true, outcome: 'collision' })];
    const status = statusOf([{ open }], { notes: { [oid('2')]: note('5035-1', '2026-11-20T10:00:00Z') } });
    expect(names(status.open)).toEqual(['B', 'A']);
    expect(status.open[1]).toMatchObject({
      why: 'Attribute missing',
      since: { run: '5035-1', account: 'bob', commit: oid('2'), at: '2026-11-20T10:00:00Z' },
    });
  });

  test('a change of an earlier version does not say since when; a name that is not UTF-8 keeps its bytes', () => {
    const { openSince: _, ...open } = openChange('A', { path: `\0${Buffer.from([0x41, 0xff]).toString('base64')}` });
    expect(statusOf([{ open: [open] }]).open[0]).toMatchObject({ since: null, path: 'A\ufffd', pathBase64: 'Qf8=' });
  });

  test.each<[string, Parameters<typeof statusOf>[0][number], Partial<Status['counts']>, number]>([
    ['nothing', { filed: [entry('A', 1)] }, { requests: 1 }, 0],
    ['a change', { open: [openChange('A')] }, { open: 1 }, 1],
    ['a call', { unanswered: [call('A')] }, { unanswered: 1 }, 1],
    ['a call that nobody asks about', { unanswered: [call('A', { closed: true })] }, { unanswered: 0 }, 0],
    ['a run under way', { runs: [run(1, ['A'])] }, { runs: 1, unanswered: 0 }, 0],
    ['a run that never ended', { runs: [run(-1)] }, { runs: 1, unanswered: 0 }, 1],
    ['its calls', { runs: [run(-1, ['A', 'B'])] }, { runs: 1, unanswered: 2 }, 3],
    ['a run with a clock that is wrong', { runs: [run(10)] }, { runs: 1 }, 1],
  ])('%s', (_, more, counts, waits) => {
    const status = statusOf([more]);
    expect(status.counts).toMatchObject({ records: 1, ...counts });
    expect(waiting(status)).toBe(waits);
  });

  test('a record that cannot be read may hide anything', () => {
    expect(waiting(statusOf([], { damaged: ['x: it is not JSON'] }))).toBe(1);
  });

  test('calls: what they were to do, of which run', () => {
    const withdrawal = call('A', { objectId: 7, sent: null, withdraws: true });
    const { unanswered } = statusOf([{ unanswered: [withdrawal], runs: [run(-1, ['B'])] }]);
    expect(unanswered).toMatchObject([
      { objn: 'A', objectId: 7, withdraws: true, user: null, run: null, waits: true },
      { objn: 'B', objectId: null, withdraws: false, user: 'JANE', run: '6001-1', waits: true },
    ]);
  });
});

describe('what is asked for', () => {
  const filed = [
    { ...entry('A', 1), sent: { user: 'JANE' } },
    { ...entry('B', 2), sent: { user: 'BOB' }, commit: oid('6') },
    entry('C', 3),
  ];
  const records = [
    { branch: 'main', filed, open: [openChange('D')], unanswered: [call('E')], runs: [run(1, ['F'])] },
    { branch: 'feature/x', filed: [{ ...entry('G', 4), commit: oid('6') }] },
    { branch: 'gone' },
  ];
  const notes = { [oid('6')]: note('1-1', '2026-11-20T10:00:00Z', { account: 'Bob' }) };
  const shown = (asked: object) => {
    const status = statusOf(records, { asked, notes });
    const { requests, open, unanswered, runs } = status;
    return [
      status.records.map(({ branch }) => branch),
      [...names(requests), ...names(open), ...names(unanswered)],
      runs.length,
    ];
  };

  test('all of it, by service, repository and branch', () => {
    expect(shown({})).toEqual([['feature/x', 'gone', 'main'], ['G', 'A', 'B', 'C', 'D', 'E'], 1]);
  });

  test.each<[string, string[], number]>([
    ['jane', ['A', 'E'], 1],
    ['bob', ['B', 'D'], 0],
    ['nobody', [], 0],
  ])('user %s: who was sent, or the account at the host, in any case', (user, rows, runs) => {
    expect(shown({ user })).toEqual([rows.length === 0 ? [] : ['main'], rows, runs]);
  });

  test.each<[string[], string[], number]>([
    [['qrpglesrc/a.*'], ['A'], 0],
    [['D.RPGLE', '**/G.*'], ['G', 'D'], 0],
    [['F.RPGLE'], [], 1],
    [['nothing/**'], [], 0],
  ])('paths %j', (paths, rows, runs) => {
    expect(shown({ paths, isChosen: pathFilter(paths) }).slice(1)).toEqual([rows, runs]);
  });
});

test('verified: all of it, not all of it, or nobody can tell', () => {
  const verified = (...of: (boolean | null)[]) =>
    statusOf(of.map((one, n) => ({ branch: `${n}`, verified: one }))).verified;
  expect([verified(true, true), verified(true, false), verified(null, null), verified()]).toEqual([
    true,
    false,
    null,
    true,
  ]);
});
