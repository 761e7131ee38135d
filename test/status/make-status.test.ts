import { describe, expect, test } from 'vitest';
import { createPathFilter } from '../../src/glob/match.ts';
import { collectCommits } from '../../src/status/make-status.ts';
import { countWaiting, type Status } from '../../src/status/status.ts';
import { formatHolders } from '../../src/status/status-words.ts';
import { oid, pathOf } from '../ledger/support.ts';
import { failing, lease, type Made, made, note, standing, statusOf, trying } from './support.ts';

const names = (rows: readonly { readonly objn: string }[]) => rows.map(({ objn }) => objn);

describe('requests', () => {
  const one = standing('ORD100', 10_003, { rfp: 77, run: '4711-1', fields: { user: 'JANE', attr: 'RPGLE' } });

  test('a request with all that is known of it', () => {
    const notes = { [oid('1')]: note('4711-1', '2026-11-20T10:00:00.000Z') };
    expect(statusOf([{ checkOuts: [one] }], { notes }).requests).toEqual([
      {
        ...{ record: 0, branch: 'main', objectId: 10_003, reason: '*MIGRATE', rfp: 77 },
        ...{ appl: 'ORD', lvl: 50, objn: 'ORD100', type: '*PGM', rpth: null, path: pathOf('ORD100') },
        ...{ user: 'JANE', account: 'jane-doe', run: '4711-1', commit: oid('1'), at: '2026-11-20T10:00:00.000Z' },
      },
    ]);
  });

  test('a user that was not sent is the one that an answer told; without a note: null, not a guess', () => {
    const of = (more: object) => statusOf([{ checkOuts: [standing('A', 1, more)] }]).requests[0];
    expect(of({})).toMatchObject({ user: null, account: null, at: null, run: '1-1' });
    expect(of({ user: 'TOM' })?.user).toBe('TOM');
    expect(of({ fields: { user: 5 } })?.user).toBeNull();
  });

  const at = '2026-11-20T10:00:00Z';
  test.each<[string, string, object]>([
    ['one run', note('9-1', at), { run: '9-1', account: 'jane-doe', at }],
    ['two', `${note('9-1', at)}\n\n${note('9-2', '2026-11-20T11:00:00Z')}`, { run: '1-1', at: null }],
    ['another branch', note('9-1', at, { branch: 'other' }), { run: '1-1', account: null }],
  ])('one that a later run wrote: the note on that commit names %s', (_, text, told) => {
    const { requests } = statusOf([{ checkOuts: [standing('A', 1)] }], { notes: { [oid('1')]: text } });
    expect(requests[0]).toMatchObject(told);
  });
});

describe('notes', () => {
  const told = (text: string) => {
    const { requests } = statusOf([{ checkOuts: [standing('A', 1)] }], { notes: { [oid('1')]: text } });
    return [requests[0]?.account, requests[0]?.at];
  };
  const again = `${note('1-1', '2026-01-01T00:00:00Z')}\n\n${note('1-1', '2026-02-01T00:00:00Z')}`;

  test.each<[string, string, [string | null, string | null]]>([
    ['the last of a run counts', again, ['jane-doe', '2026-02-01T00:00:00Z']],
    ['no account', note('1-1', '2026-01-01T00:00:00Z', { account: 'unknown' }), [null, '2026-01-01T00:00:00Z']],
    ['a time that is none', note('1-1', 'yesterday <b>'), ['jane-doe', null]],
    ['a note of somebody else', 'Reviewed-by: me\n\nRun: 1-1', [null, null]],
    ['an empty one', '', [null, null]],
  ])('%s', (_, text, expected) => {
    expect(told(text)).toEqual(expected);
  });

  test('are asked for of the commits that something was filed from, or left open at', () => {
    const checkOuts = [standing('A', 1), standing('B', 2, { commit: oid('4') }), trying('C')];
    const record = made({ checkOuts, exceptions: { D: failing(), E: { was: null } } });
    expect([...collectCommits([record])]).toEqual([oid('1'), oid('4'), oid('2')]);
  });
});

describe('what waits', () => {
  test('changes: since which run, who and why; what needs a person first; the object where there is one', () => {
    const collision = failing({ person: true, outcome: 'collision' });
    const exceptions = { 'A.RPGLE': failing(), 'B.RPGLE': collision, 'P.PF': { was: oid('4') } };
    const notes = { [oid('2')]: note('5035-1', '2026-11-20T10:00:00Z') };
    const status = statusOf([{ exceptions, checkOuts: [standing('A', 1, { path: 'A.RPGLE' })] }], { notes });
    expect(status.open.map(({ path, objn }) => `${path} ${objn}`)).toEqual(['B.RPGLE ', 'A.RPGLE A']);
    expect(status.open[1]).toMatchObject({
      why: 'Attribute missing',
      since: { run: '5035-1', account: 'bob', commit: oid('2'), at: '2026-11-20T10:00:00Z' },
    });
    expect(status.records[0]?.notSettled).toBe(2);
  });

  test('what may have been sent; a record of version 1 does not say since when; a name that is not UTF-8 keeps its bytes', () => {
    const since = { run: '', actor: null, head: oid('1') };
    const odd = `\0${Buffer.from([0x41, 0xff]).toString('base64')}`;
    const exceptions = { [odd]: failing({ since }), B: { was: null, unknown: true as const } };
    expect(statusOf([{ exceptions }]).open).toMatchObject([
      { since: null, path: 'A\ufffd', pathBase64: 'Qf8=', outcome: 'rejected' },
      { since: null, path: 'B', outcome: 'unknown' },
    ]);
  });

  test.each<[string, Made, Partial<Status['counts']>, number]>([
    ['nothing', { checkOuts: [standing('A', 1)] }, { requests: 1 }, 0],
    ['a change', { exceptions: { A: failing() } }, { open: 1 }, 1],
    ['what is only settled otherwise', { exceptions: { A: { was: oid('4') } } }, { open: 0 }, 0],
    ['a call', { checkOuts: [trying('A')] }, { unanswered: 1 }, 1],
    ['a run under way', { leases: [lease(1)], checkOuts: [trying('A')] }, { runs: 1, unanswered: 0 }, 0],
    ['a run that never ended', { leases: [lease(-1)] }, { runs: 1, unanswered: 0 }, 1],
    ['its calls', { leases: [lease(-1)], checkOuts: [trying('A'), trying('B')] }, { runs: 1, unanswered: 2 }, 3],
    ['a run with a clock that is wrong', { leases: [lease(10)] }, { runs: 1 }, 1],
  ])('%s', (_, more, counts, waits) => {
    const status = statusOf([more]);
    expect(status.counts).toMatchObject({ records: 1, ...counts });
    expect(countWaiting(status)).toBe(waits);
  });

  test('what no run has dealt with, but for what another row says, and while no run is under way', () => {
    const changedIn = () => ['NEW', 'OLD', 'A'].map((key) => [key, key === 'OLD' ? null : oid('b')] as const);
    const owed = (leases: Made['leases'] = []) =>
      statusOf([{ exceptions: { A: failing() }, leases }], { changedIn }).open;
    const rows = owed().map(({ path, outcome, reason }) => `${path} ${outcome} ${reason}`);
    expect(rows).toEqual(['A rejected *MIGRATE', 'NEW owed *MIGRATE', 'OLD owed *DELETE']);
    expect(owed([lease(1)])).toHaveLength(1);
  });

  test('a record that cannot be read may hide anything', () => {
    expect(countWaiting(statusOf([], { damaged: ['x: it is not JSON'] }))).toBe(1);
  });

  test('calls: what they were to do, of which run; a run counts its own', () => {
    const checkOuts = [trying('A', { objectId: 7, fields: {}, does: 'withdraw', run: '' }), trying('B')];
    const { unanswered, runs } = statusOf([{ checkOuts, leases: [lease(-1)] }]);
    expect(unanswered).toMatchObject([
      { objn: 'A', objectId: 7, withdraws: true, user: null, run: null },
      { objn: 'B', objectId: null, withdraws: false, user: 'JANE', run: '6001-1' },
    ]);
    expect(runs).toMatchObject([{ run: '6001-1', calls: 1, over: true }]);
  });

  test('a branch that is gone, one whose tip is not settled, and one of which nobody knows', () => {
    const tips: Readonly<Record<string, string | null>> = { a: null, b: oid('9'), c: oid('1') };
    const status = statusOf(
      [...'abcd'].map((branch) => ({ branch })),
      { tipOf: ({ branch }) => tips[branch] },
    );
    expect(status.records.map(({ gone }) => gone)).toEqual([true, false, false, null]);
    expect(status.records.map(({ tip }) => tip)).toEqual([null, oid('9'), oid('1'), null]);
  });
});

describe('who holds it', () => {
  const checkOuts = [standing('ORD100', 10_003, { user: 'JANE' }), standing('CUST', 10_004), trying('NEW')];
  const notes = { [oid('1')]: note('1-1', '2026-11-20T10:00:00Z') };
  const status = statusOf([{ checkOuts }, { branch: 'feature', checkOuts: [standing('CUST', 10_005)] }], {
    ...{ notes, tipOf: ({ branch }: { branch: string }) => (branch === 'feature' ? null : undefined) },
  });
  const held =
    'ORD/50 ORD100 *PGM: #10003 of main, as JANE, by jane-doe, run 1-1, since 2026-11-20 10:00 UTC, commit 111111111111, QRPGLESRC/ORD100.PGM.RPGLE';

  test.each<[string, string[]]>([
    [pathOf('ORD100'), [held]],
    ['ord100', [held]],
    ['ORD/50 ORD100 *PGM', [held]],
    ['NEW', ['ORD/50 NEW *PGM: perhaps, create without an answer of main, run 6001-1, NEW.RPGLE']],
    ['ORD', []],
  ])('%s', (name, lines) => {
    expect(formatHolders(status, [name])).toEqual(lines);
  });

  test('several, and a branch that is gone', () => {
    expect(formatHolders(status, ['CUST'])).toEqual([
      expect.stringMatching(/#10005 of feature, .*, its branch is gone$/),
      expect.stringContaining('#10004 of main'),
    ]);
  });
});

describe('what is asked for', () => {
  const named = [standing('A', 1, { fields: { user: 'JANE' } }), standing('B', 2, { user: 'BOB', commit: oid('6') })];
  const checkOuts = [...named, standing('C', 3), trying('E', { run: '' }), trying('F')];
  const records: Made[] = [
    { branch: 'main', checkOuts, exceptions: { 'D.RPGLE': failing() }, leases: [lease(1)] },
    { branch: 'feature/x', checkOuts: [standing('G', 4, { commit: oid('6') })] },
    { branch: 'gone' },
  ];
  const notes = { [oid('6')]: note('1-1', '2026-11-20T10:00:00Z', { account: 'Bob' }) };
  const shown = (asked: object) => {
    const status = statusOf(records, { asked, notes });
    const { requests, open, unanswered, runs } = status;
    const rows = [...names(requests), ...open.map(({ path }) => path), ...names(unanswered)];
    return [status.records.map(({ branch }) => branch), rows, runs.length];
  };

  test('all of it, by service, repository and branch', () => {
    expect(shown({})).toEqual([['feature/x', 'gone', 'main'], ['G', 'A', 'B', 'C', 'D.RPGLE', 'E'], 1]);
  });

  test.each<[string, string[], number]>([
    ['jane', ['A', 'E'], 1],
    ['bob', ['B', 'D.RPGLE'], 0],
    ['nobody', [], 0],
  ])('user %s: who was sent, or the account at the host, in any case', (user, rows, runs) => {
    expect(shown({ user })).toEqual([rows.length === 0 ? [] : ['main'], rows, runs]);
  });

  test.each<[string[], string[], number]>([
    [['qrpglesrc/a.*'], ['A'], 0],
    [['D.RPGLE', '**/G.*'], ['G', 'D.RPGLE'], 0],
    [['F.RPGLE'], [], 1],
    [['nothing/**'], [], 0],
  ])('paths %j', (paths, rows, runs) => {
    expect(shown({ paths, isChosen: createPathFilter(paths) }).slice(1)).toEqual([rows, runs]);
  });
});

test('verified: all of it, not all of it, or nobody can tell', () => {
  const verified = (...of: (boolean | null)[]) =>
    statusOf(of.map((one, n) => ({ branch: `${n}`, verified: one }))).verified;
  const told = [verified(true, true), verified(true, false), verified(null, null), verified()];
  expect(told).toEqual([true, false, null, true]);
});
