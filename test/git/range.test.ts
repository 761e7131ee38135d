import { describe, expect, test } from 'vitest';
import { exitCodes, Problem } from '../../src/errors.ts';
import type { Place, RecordPlace } from '../../src/git/place.ts';
import { decideRange, type RangeDecision, type RangeInput } from '../../src/git/range.ts';
import type { Env, HostEvent } from '../../src/host/event.ts';
import { readHost } from '../../src/host/read-host.ts';
import { github, gitlab, oid, pushed, zeros } from '../host/support.ts';

const [a, b, c] = [oid('a'), oid('b'), oid('c')];

interface Row {
  readonly env: Env;
  readonly payload?: unknown;
  readonly options?: Partial<RangeInput['options']>;
  readonly record?: RangeInput['record'];
  readonly place?: Place;
  readonly hasLedger?: boolean;
  readonly checkedOut?: string;
  readonly skipPushers?: readonly string[];
}

function decide(row: Row): RangeDecision {
  return decideRange({
    event: readHost(row.env, row.payload),
    options: { set: [], ...row.options },
    record: row.record ?? null,
    checkedOut: row.checkedOut ?? null,
    skipPushers: row.skipPushers ?? [],
    ...(row.place === undefined ? {} : { place: row.place }),
    ...(row.hasLedger === undefined ? {} : { hasLedger: row.hasLedger }),
  });
}

const at = (commit: string) => ({ kind: 'commit', oid: commit });
const main = 'refs/heads/main';
const push: Row = { env: github('push'), payload: pushed(main, b, c) };
const feature = (before: string): Row => ({ env: github('push'), payload: pushed('refs/heads/f', before, c) });
const known = (head: string | null, firstHead: string | null = null) => ({ head, firstHead });
const common = { kind: 'range', branch: 'main', mayFile: true, explicit: false, firstPush: false };
const local: Row = { env: {}, checkedOut: 'main' };
const dispatch: Row = { env: github('workflow_dispatch'), payload: {} };
const mr: Row = {
  env: gitlab('merge_request_event', {
    CI_MERGE_REQUEST_IID: '9',
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
    CI_MERGE_REQUEST_DIFF_BASE_SHA: b,
  }),
};
const pull = { number: 7, pull_request: { base: { ref: 'main', sha: b }, head: { ref: 'f', sha: c } } };

/** One row per line of design §3, with its exceptions. */
const rows: [line: string, row: Row, decision: object][] = [
  [
    '--base and --head',
    { ...push, options: { base: 'v1', head: 'v2' } },
    { ...common, explicit: true, rule: 'explicit', base: { kind: 'rev', rev: 'v1' }, head: { kind: 'rev', rev: 'v2' } },
  ],
  [
    '--base alone: the head of the event, never HEAD',
    { ...push, options: { base: 'v1' } },
    { rule: 'explicit', base: { kind: 'rev', rev: 'v1' }, head: at(c) },
  ],
  [
    '--base outside CI: what is checked out',
    { ...local, options: { base: 'v1' } },
    { branch: 'main', head: { kind: 'rev', rev: 'HEAD' } },
  ],
  [
    '--head alone: the record says from where',
    { ...push, options: { head: 'v2' }, record: known(a) },
    { explicit: true, rule: 'explicit', base: at(a) },
  ],
  [
    '--head alone without a record: the before of the push',
    { ...push, options: { head: 'v2' } },
    { explicit: true, base: at(b) },
  ],
  ['--paths', { ...push, options: { paths: ['*.PF'] } }, { explicit: true, rule: 'paths', base: null, head: at(c) }],
  [
    '--paths with --base: only what changed',
    { ...push, options: { paths: ['*.PF'], base: 'v1' } },
    { explicit: true, rule: 'explicit', base: { kind: 'rev', rev: 'v1' } },
  ],
  [
    '--paths on a tag with --branch',
    { env: github('push'), payload: pushed('refs/tags/v1', zeros, c), options: { paths: ['*'], branch: 'main' } },
    { rule: 'paths', branch: 'main' },
  ],
  [
    'explicit wins over skip-pushers',
    { ...push, options: { base: 'v1' }, skipPushers: ['jane-doe'] },
    { rule: 'explicit' },
  ],
  [
    'the record is where the push began',
    { ...push, record: known(b) },
    { ...common, rule: 'push', base: at(b), head: at(c) },
  ],
  [
    'the record is behind: a failed run is caught up',
    { ...push, record: known(a) },
    { ...common, rule: 'ledger', base: at(a), head: at(c) },
  ],
  [
    'the run of a later push opened the record where this one ends, and has moved on: this push is not in it',
    { ...push, record: known(a), place: { kind: 'old', record: 'after', startsBranch: false } },
    { ...common, rule: 'push', base: at(b), head: at(c), movesHead: false },
  ],
  [
    'pushed back to where the record began: the record accounts for what went',
    { ...push, record: known(b), place: { kind: 'tip' } },
    { ...common, rule: 'push', base: at(b), head: at(c) },
  ],
  [
    'the record began before this push: it is caught up',
    { ...push, record: known(a), place: { kind: 'tip' } },
    { ...common, rule: 'ledger', base: at(a), head: at(c) },
  ],
  ['the record accounts for nothing yet', { ...push, record: known(null) }, { ...common, rule: 'push', base: at(b) }],
  ['push to an existing branch', push, { ...common, rule: 'push', base: at(b), head: at(c) }],
  [
    'GitLab push',
    { env: gitlab('push', { CI_COMMIT_BEFORE_SHA: b }) },
    { ...common, rule: 'push', base: at(b), head: at(c) },
  ],
  [
    'forced push: two trees',
    { env: github('push'), payload: pushed(main, b, c, { forced: true }) },
    { rule: 'push', base: at(b), head: at(c) },
  ],
  [
    'first push of a branch',
    feature(zeros),
    {
      branch: 'f',
      rule: 'first-push',
      firstPush: true,
      base: { kind: 'mergeBaseWithBranch', branch: 'main' },
      head: at(c),
    },
  ],
  [
    'first push of the default branch',
    { env: github('push'), payload: pushed(main, zeros, c) },
    { rule: 'first-push', firstPush: true, base: { kind: 'emptyTree' } },
  ],
  [
    'GitLab first push',
    { env: gitlab('push', { CI_COMMIT_BRANCH: 'f' }) },
    { rule: 'first-push', base: { kind: 'mergeBaseWithBranch', branch: 'main' } },
  ],
  [
    'first push with a record of an earlier branch of that name',
    { ...feature(zeros), record: known(a, b) },
    { rule: 'first-push', firstPush: true },
  ],
  [
    'first push started again: its own record',
    { ...feature(zeros), record: known(c, c) },
    { rule: 'ledger', firstPush: false, base: at(c) },
  ],
  [
    'branch deleted',
    { env: github('push'), payload: pushed(main, b, zeros) },
    { kind: 'nothing', branch: 'main', rule: 'branch-deleted', why: 'branch main was deleted' },
  ],
  [
    'delete event',
    { env: github('delete'), payload: { ref: 'f', ref_type: 'branch' } },
    { kind: 'nothing', branch: 'f', rule: 'branch-deleted' },
  ],
  [
    'tag pushed',
    { env: github('push'), payload: pushed('refs/tags/v1', zeros, c) },
    { kind: 'nothing', branch: null, rule: 'tag', why: 'v1 is a tag; only branches are filed' },
  ],
  [
    'GitLab tag',
    { env: gitlab('push', { CI_COMMIT_TAG: 'v1', CI_COMMIT_BRANCH: '' }) },
    { kind: 'nothing', rule: 'tag' },
  ],
  [
    'pull request: by the rule of its target, never filed',
    { env: github('pull_request'), payload: pull },
    { ...common, rule: 'proposal', mayFile: false, base: { kind: 'mergeBaseWith', oid: b }, head: at(c) },
  ],
  [
    '--base in a pull request: its head, never HEAD',
    { env: github('pull_request'), payload: pull, options: { base: 'v1' } },
    { explicit: true, base: { kind: 'rev', rev: 'v1' }, head: at(c) },
  ],
  [
    'a manual run that names no commit: what is checked out',
    { env: github('workflow_dispatch', { GITHUB_SHA: '' }), payload: {}, record: known(a) },
    { rule: 'ledger', head: { kind: 'rev', rev: 'HEAD' } },
  ],
  ...[{ base: a }, { base: a, head: b }, { paths: ['*.RPGLE'] }].map((options): (typeof rows)[number] => [
    `pull request with ${Object.keys(options).join(' and ')}: still never filed`,
    { env: github('pull_request'), payload: pull, options },
    { branch: 'main', mayFile: false, explicit: true },
  ]),
  [
    'pull request: the record does not matter',
    { env: github('pull_request'), payload: pull, record: known(a) },
    { rule: 'proposal', base: { kind: 'mergeBaseWith', oid: b } },
  ],
  [
    'merge group',
    { env: github('merge_group'), payload: { merge_group: { base_ref: main, base_sha: b, head_sha: c } } },
    { rule: 'proposal', mayFile: false, base: at(b), head: at(c) },
  ],
  ['merge request', mr, { branch: 'main', rule: 'proposal', mayFile: false, base: at(b), head: at(c) }],
  [
    'manual run with a record',
    { ...dispatch, record: known(a) },
    { ...common, rule: 'ledger', base: at(a), head: at(c) },
  ],
  [
    'schedule with a record',
    { env: gitlab('schedule'), record: known(a) },
    { rule: 'ledger', base: at(a), head: at(c) },
  ],
  [
    'API trigger with base and head',
    { env: gitlab('api'), options: { base: b, head: c } },
    { rule: 'explicit', explicit: true },
  ],
  [
    'reusable workflow: the event of its caller',
    {
      env: github('push', { GITHUB_WORKFLOW_REF: 'acme/shared/.github/workflows/x.yml@v1' }),
      payload: pushed(main, b, c),
    },
    { rule: 'push' },
  ],
  [
    'outside CI with a record',
    { ...local, record: known(a) },
    { rule: 'ledger', base: at(a), head: { kind: 'rev', rev: 'HEAD' } },
  ],
  [
    'pushed by an account in skip-pushers',
    { ...push, skipPushers: ['mdgit-bot', 'jane-doe'] },
    {
      kind: 'nothing',
      rule: 'skipped-pusher',
      branch: 'main',
      why: 'pushed by jane-doe, who is in skip-pushers',
    },
  ],
  [
    'pushed by nobody that the host names',
    { env: github('push', { GITHUB_ACTOR: '' }), payload: pushed(main, b, c), skipPushers: ['jane-doe'] },
    { rule: 'push' },
  ],
  ['skip-pushers compares whole account names', { ...push, skipPushers: ['jane'] }, { rule: 'push' }],
  ['--branch instead of the event', { ...push, options: { branch: 'other' } }, { branch: 'other', rule: 'push' }],
];

describe('commit range', () => {
  test.each(rows)('%s', (_, row, decision) => {
    expect(decide(row)).toMatchObject(decision);
  });
});

/** Design §8 "Old runs": the head is not the tip of the branch, or the branch is gone. */
describe('a push that the branch has left behind', () => {
  const old = (record: RecordPlace, startsBranch = false): Place => ({ kind: 'old', record, startsBranch });
  const shared = { kind: 'mergeBaseWithBranch', branch: 'main' };
  const since = { rule: 'push', base: at(b) };
  const first = { rule: 'first-push', base: shared };
  const behind = { rule: 'ledger', base: at(a) };
  const accounted = { isAccounted: true };
  const rows: [place: string, begins: string, row: Row, decision: object][] = [
    ['behind', 'at a commit', { ...feature(b), record: known(a), place: old('behind') }, behind],
    ['behind', 'at the head of the record', { ...feature(b), record: known(b), place: old('behind') }, since],
    ['behind', 'the branch', { ...feature(zeros), record: known(a), place: old('behind') }, behind],
    ['past', 'at a commit', { ...feature(b), record: known(a), place: old('past') }, { ...since, ...accounted }],
    ['past', 'the branch', { ...feature(zeros), record: known(a), place: old('past') }, { ...first, ...accounted }],
    ['past', 'the record', { ...feature(zeros), record: known(a, c), place: old('past') }, { ...first, ...accounted }],
    ['after', 'at a commit', { ...feature(b), record: known(a), place: old('after') }, since],
    ['after', 'the branch', { ...feature(zeros), record: known(a), place: old('after') }, first],
    ['elsewhere', 'at a commit', { ...feature(b), record: known(a), place: old('elsewhere') }, since],
    ['elsewhere', 'the branch', { ...feature(zeros), record: known(a), place: old('elsewhere') }, first],
    [
      'elsewhere, of an earlier branch',
      'the branch',
      { ...feature(zeros), record: known(a), place: old('elsewhere', true) },
      { ...first, firstPush: true },
    ],
    ['none', 'at a commit', { ...feature(b), place: old('none') }, since],
    // The record that it begins must not begin behind what no run has looked at.
    [
      'none, in a ledger',
      'at a commit',
      { ...feature(b), place: old('none'), hasLedger: true },
      { rule: 'push', base: { kind: 'unseen', branch: 'main', before: b }, unseenTo: b },
    ],
    [
      'none, as it accounts for nothing',
      'at a commit',
      { ...feature(b), record: known(null), place: old('none') },
      since,
    ],
    ['none', 'the branch', { ...feature(zeros), place: old('none') }, first],
    [
      'none',
      'the branch, first of all',
      { ...feature(zeros), place: old('none', true) },
      { ...first, firstPush: true },
    ],
  ];
  test.each(rows)('the record is %s, and the push begins %s: never the head', (_, _begins, row, decision) => {
    expect(decide(row)).toEqual({
      ...{ kind: 'range', branch: 'f', head: at(c), mayFile: true, explicit: false, firstPush: false },
      movesHead: false,
      ...decision,
    });
  });

  test('of the default branch: from nothing', () => {
    const row: Row = { env: github('push'), payload: pushed(main, zeros, c), place: old('none', true) };
    expect(decide(row)).toMatchObject({ base: { kind: 'emptyTree' }, firstPush: true, movesHead: false });
  });

  test('of a skipped account: nothing, as ever', () => {
    const row: Row = { ...push, place: old('past'), record: known(a), skipPushers: ['jane-doe'] };
    expect(decide(row)).toMatchObject({ kind: 'nothing', rule: 'skipped-pusher' });
  });

  test.each<[RecordPlace]>([['behind'], ['after'], ['elsewhere']])('a manual run there, the record is %s', (record) => {
    expect(decide({ ...dispatch, record: known(a), place: old(record) })).toEqual({
      ...common,
      rule: 'ledger',
      base: at(a),
      head: at(c),
      movesHead: false,
    });
  });

  test('a manual run where the record is past: nothing, and why', () => {
    expect(decide({ ...dispatch, record: known(a), place: old('past') })).toEqual({
      kind: 'nothing',
      branch: 'main',
      rule: 'ledger',
      why: `the ledger has come past this commit: it accounts for main up to ${a.slice(0, 12)}`,
    });
  });
});

describe('commits that no run has looked at', () => {
  const unseen = { kind: 'unseen', branch: 'main', before: b };
  const plain = { rule: 'push', base: at(b), unseenTo: undefined };
  const rows: [string, Row, object][] = [
    ['the record ends before the push', { ...push, record: known(a) }, { base: at(a), unseenTo: b }],
    ['the record ends where the push begins', { ...push, record: known(b) }, plain],
    [
      'a first push that is started again goes on from its record',
      { ...feature(zeros), record: known(a, c) },
      { rule: 'ledger', base: at(a), unseenTo: undefined },
    ],
    [
      'no record where a ledger is kept: all of the branch counts',
      { ...feature(b), hasLedger: true },
      { rule: 'push', base: unseen, unseenTo: b, firstPush: false },
    ],
    ['no record, and no ledger either', { ...feature(b), hasLedger: false }, plain],
    ['of the default branch nobody can tell where they begin', { ...push, hasLedger: true }, plain],
    ['a record of ranges given by hand', { ...feature(b), record: known(null), hasLedger: true }, plain],
    [
      'nobody knows the default branch',
      { env: github('push'), payload: { ...pushed('refs/heads/f', b, c), repository: {} }, hasLedger: true },
      plain,
    ],
    ['a first push is whole anyway', { ...feature(zeros), hasLedger: true }, { rule: 'first-push', firstPush: true }],
  ];
  test.each(rows)('%s', (_, row, decision) => {
    expect({ unseenTo: undefined, ...decide(row) }).toMatchObject(decision);
  });
});

/** Nothing says what changed: exit 3 with a remedy, never an empty range. */
const stops: [line: string, row: Row, message: string | RegExp][] = [
  [
    'manual run without a record',
    dispatch,
    'a run by workflow_dispatch does not say what changed, and the ledger has no record of main',
  ],
  [
    'manual run with a record that accounts for nothing yet',
    { ...dispatch, record: known(null) },
    'a run by workflow_dispatch does not say what changed, and the ledger knows only ranges of main that were named by hand',
  ],
  ['a run that does not say why it runs', { env: github(''), payload: {} }, /^a run by hand does not say/],
  ...['schedule', 'repository_dispatch', 'workflow_run'].map((event): [string, Row, RegExp] => [
    `${event} without a record`,
    { env: github(event), payload: {} },
    new RegExp(`^a run by ${event} does not say`),
  ]),
  ...['schedule', 'web', 'api', 'trigger'].map((source): [string, Row, RegExp] => [
    `GitLab ${source}`,
    { env: gitlab(source) },
    new RegExp(`^a run by ${source} does not say`),
  ]),
  ['outside CI without anything', local, /^a run outside CI does not say what changed/],
  ['detached outside CI', { env: {} }, 'the run names no branch'],
  [
    '--base outside CI on a detached checkout',
    { env: {}, options: { base: 'v1' } },
    'nothing names the branch that the changes belong to',
  ],
  [
    '--head alone on a first push',
    { ...feature(zeros), options: { head: 'v1' } },
    '--head alone does not say what to compare it with',
  ],
  [
    '--head alone on a manual run',
    { ...dispatch, options: { head: 'v1' } },
    '--head alone does not say what to compare it with',
  ],
  ['a push without a payload', { env: github('push') }, /payload of this push run/],
  [
    'a push whose payload lacks before',
    { env: github('push'), payload: { ref: main, after: c } },
    /payload of this push run/,
  ],
  ['a delete event without a ref', { env: github('delete'), payload: {} }, 'the run names no branch'],
  [
    'a pull request without commits',
    { env: github('pull_request'), payload: { pull_request: { base: { ref: 'main' } } } },
    /payload of this pull_request run/,
  ],
  ['a pull request without anything', { env: github('pull_request'), payload: {} }, 'the run names no branch'],
  [
    'a dispatch on a tag',
    { env: github('workflow_dispatch', { GITHUB_REF: 'refs/tags/v1' }), payload: {} },
    'the run names no branch',
  ],
  [
    'a first push whose event names no default branch',
    { env: github('push'), payload: { ...pushed('refs/heads/f', zeros, c), repository: {} } },
    'the event does not name the default branch, so a first push has no base',
  ],
];

describe('no range, and why', () => {
  test.each(stops)('%s', (_, row, message) => {
    let thrown: unknown;
    try {
      decide(row);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(Problem);
    expect(thrown).toMatchObject({
      exitCode: exitCodes.noChanges,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
      remedy: expect.stringMatching(/--(base|branch|paths)/),
    });
  });

  test('the record can be begun once, with what the run sets', () => {
    const begin = 'Or begin the record once: file-checkouts ledger begin --branch main --head COMMIT';
    expect(() => decide(local)).toThrow(
      expect.objectContaining({ remedy: expect.stringContaining(`${begin} --url URL.`) }),
    );
    expect(() => decide({ ...local, options: { set: ['lvl=10', "srcd=Joe's", 'objt=*PGM'] } })).toThrow(
      expect.objectContaining({
        remedy: expect.stringContaining(`${begin} --set lvl=10 --set 'srcd=Joe'\\''s' --set 'objt=*PGM' --url URL.`),
      }),
    );
  });

  test('an event that cannot be read is told as such', () => {
    expect(() => decide({ env: github('push') })).toThrow(expect.objectContaining({ code: 'event' }));
  });
});

describe('a host that builds each push and does not say what was pushed', () => {
  const built = (row: Partial<RangeInput> & { readonly branch?: string } = {}) => {
    const { branch = 'feature/x', ...more } = row;
    const happening = { kind: 'manual', what: 'Jenkins', branch, head: c, builds: true } as const;
    const event: HostEvent = {
      host: 'other',
      run: { id: '12', attempt: 1, url: null, actor: null },
      repository: { name: 'orders', url: null, defaultBranch: 'main' },
      happening,
    };
    const rest = { options: { set: [] }, checkedOut: null, record: null, skipPushers: [], hasLedger: true };
    return decideRange({ event, ...rest, ...more });
  };
  const begins = { base: { kind: 'mergeBaseWithBranch', branch: 'main' }, head: at(c), rule: 'first-push' };

  test('the first build of a branch: what it has and the default branch has not', () => {
    expect(built()).toMatchObject({ ...begins, branch: 'feature/x', mayFile: true, firstPush: true });
  });

  test('from then on the ledger', () => {
    expect(built({ record: known(b) })).toMatchObject({ base: at(b), head: at(c), rule: 'ledger' });
  });

  test.each<[string, Parameters<typeof built>[0]]>([
    ['the default branch', { branch: 'main' }],
    ['a build without a ledger, where each would be the first and file the branch again', { hasLedger: false }],
    ['a branch of which only ranges given by hand are known', { record: known(null) }],
    ['an old build of a branch without a record', { place: { kind: 'old', record: 'behind', startsBranch: false } }],
  ])('%s has to be begun by hand', (_, row) => {
    expect(() => built(row)).toThrow(/does not say what changed/);
  });

  test('a pull request whose base is not named: what it has and its target has not, never filed', () => {
    const event: HostEvent = {
      host: 'other',
      run: { id: '12', attempt: 1, url: null, actor: null },
      repository: { name: 'orders', url: null, defaultBranch: null },
      happening: { kind: 'proposal', what: 'Jenkins', target: 'main', base: null, head: c, baseIsTip: true, number: 7 },
    };
    const rest = { options: { set: [] }, checkedOut: null, record: known(b), skipPushers: [] };
    expect(decideRange({ event, ...rest })).toMatchObject({ ...begins, rule: 'proposal', mayFile: false });
  });
});
