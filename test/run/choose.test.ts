import { describe, expect, test } from 'vitest';
import { exitCodes, Problem } from '../../src/errors.ts';
import type { Env, HostEvent } from '../../src/host/event.ts';
import { readHost } from '../../src/host/read-host.ts';
import { type ChooseInput, chooseBranch, chooseRun, type RunChoice } from '../../src/run/choose.ts';
import { refuseUnknownBeginning } from '../../src/run/range.ts';
import { github, gitlab, oid, pushed, zeros } from '../host/support.ts';

/** Which commit a run is about, and where a branch without a record begins (design §3): events as hosts send them. */

const [b, c] = [oid('b'), oid('c')];

interface Row {
  readonly env: Env;
  readonly payload?: unknown;
  readonly options?: ChooseInput['options'];
  readonly command?: 'plan' | 'file';
  readonly checkedOut?: string;
  readonly skipPushers?: readonly string[];
  /** The default branch, where it is not what the event names. */
  readonly defaultBranch?: string | null;
}

function decide({ env, payload, ...row }: Row): RunChoice {
  const event = readHost(env, payload);
  const { defaultBranch } = event.repository;
  const rest = { options: {}, command: 'file', checkedOut: null, skipPushers: [], defaultBranch } as const;
  const known = { event, ...rest, ...row };
  return chooseRun({ ...known, branch: chooseBranch(known) });
}

const main = 'refs/heads/main';
const push: Row = { env: github('push'), payload: pushed(main, b, c) };
const first: Row = { env: github('push'), payload: pushed(main, zeros, c) };
const feature = (before: string): Row => ({ env: github('push'), payload: pushed('refs/heads/f', before, c) });
const local: Row = { env: {}, checkedOut: 'main' };
const dispatch: Row = { env: github('workflow_dispatch'), payload: {} };
const tag: Row = { env: github('push'), payload: pushed('refs/tags/v1', zeros, c) };
const mr: Row = {
  env: gitlab('merge_request_event', {
    CI_MERGE_REQUEST_IID: '9',
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
    CI_MERGE_REQUEST_DIFF_BASE_SHA: b,
  }),
};
const pull: Row = {
  env: github('pull_request'),
  payload: { number: 7, pull_request: { base: { ref: 'main', sha: b }, head: { ref: 'f', sha: c } } },
};
const on = (row: Row, options: ChooseInput['options']): Row => ({ ...row, options });
const fork = { from: 'fork', defaultBranch: 'main' };
const byPush = { from: 'push' };
const unknown = (who: string, more = '') => ({
  from: 'unknown',
  what: `${who} which commits were pushed${more}`,
});
const owed = { kind: 'owed', branch: 'main', head: { oid: c }, before: b, isSkipped: false };
const given = { kind: 'compared', branch: 'main', mayFile: true };
const proposal = { kind: 'compared', branch: 'main', head: { oid: c }, rule: 'proposal', mayFile: false };

const rows: [line: string, row: Row, decision: object][] = [
  // What is owed.
  ['push to the default branch', push, { ...owed, begins: byPush }],
  [
    'forced push: nothing special',
    { env: github('push'), payload: pushed(main, b, c, { forced: true }) },
    { ...owed, begins: byPush },
  ],
  ['first push of the default branch', first, { ...owed, before: null, begins: byPush }],
  ['first push of another branch', feature(zeros), { ...owed, branch: 'f', before: null, begins: fork }],
  ['push to another branch: never from the push before', feature(b), { ...owed, branch: 'f', begins: fork }],
  [
    'nobody names the default branch: from the event',
    { ...feature(b), defaultBranch: null },
    { ...owed, branch: 'f', begins: byPush },
  ],
  [
    'nobody names the default branch, and it is a first push: nobody says it',
    { ...feature(zeros), defaultBranch: null },
    { begins: { from: 'unknown', what: 'this first push comes without the name of the default branch' } },
  ],
  [
    'the remote names the default branch otherwise',
    { ...push, defaultBranch: 'trunk' },
    { ...owed, begins: { from: 'fork', defaultBranch: 'trunk' } },
  ],
  ['--branch instead of the event', on(push, { branch: 'other' }), { ...owed, branch: 'other', begins: fork }],
  ['by an account in skip-pushers', { ...push, skipPushers: ['mdgit-bot', 'JANE-doe'] }, { ...owed, isSkipped: true }],
  [
    'by nobody that the host names',
    { ...push, env: github('push', { GITHUB_ACTOR: '' }), skipPushers: ['jane-doe'] },
    { ...owed },
  ],
  ['skip-pushers compares whole account names', { ...push, skipPushers: ['jane'] }, { ...owed }],

  // A run that no push made.
  [
    'a manual run: the record, or nobody says where it begins',
    dispatch,
    { ...owed, before: null, begins: unknown('a run by workflow_dispatch does not say') },
  ],
  [
    'a manual run that names no commit: what is checked out',
    { env: github('workflow_dispatch', { GITHUB_SHA: '' }), payload: {} },
    { head: { rev: 'HEAD' } },
  ],
  ['a manual run on another branch', { ...dispatch, defaultBranch: 'trunk' }, { begins: { from: 'unknown' } }],
  [
    'a manual plan there compares with the merge base',
    { ...dispatch, command: 'plan', defaultBranch: 'trunk' },
    { begins: { from: 'fork', defaultBranch: 'trunk' } },
  ],
  [
    'a run that does not say why it runs',
    { env: github(''), payload: {} },
    { begins: unknown('a run by hand does not say') },
  ],
  [
    'outside CI',
    local,
    {
      ...owed,
      head: { rev: 'HEAD' },
      before: null,
      begins: unknown('outside CI nothing says', ', and the remote of this clone names no default branch'),
    },
  ],
  [
    'outside CI on another branch: as a push of it',
    { ...local, defaultBranch: 'trunk' },
    { begins: { from: 'fork', defaultBranch: 'trunk' } },
  ],

  // Given by hand.
  [
    '--base and --head',
    on(push, { base: 'v1', head: 'v2' }),
    { ...given, base: { rev: 'v1' }, head: { rev: 'v2' }, rule: 'explicit' },
  ],
  ['--base alone: the head of the event, never HEAD', on(push, { base: 'v1' }), { ...given, head: { oid: c } }],
  ['--base outside CI: what is checked out', on(local, { base: 'v1' }), { ...given, head: { rev: 'HEAD' } }],
  [
    '--head alone: the record says from where',
    on(push, { head: 'v2' }),
    { ...given, base: 'settled', rule: 'explicit' },
  ],
  ['--paths', on(push, { paths: ['*.PF'] }), { ...given, base: null, head: { oid: c }, rule: 'paths' }],
  [
    '--paths with --base: only what changed',
    on(push, { paths: ['*.PF'], base: 'v1' }),
    { ...given, base: { rev: 'v1' } },
  ],
  ['--paths on a tag with --branch', on(tag, { paths: ['*'], branch: 'main' }), { ...given, base: null }],
  ['explicit wins over skip-pushers', { ...push, options: { base: 'v1' }, skipPushers: ['jane-doe'] }, given],

  // Nothing to file.
  [
    'branch deleted',
    { env: github('push'), payload: pushed(main, b, zeros) },
    { kind: 'nothing', branch: 'main', rule: 'branch-deleted', why: 'branch main was deleted' },
  ],
  ['tag pushed', tag, { kind: 'nothing', branch: null, rule: 'tag', why: 'v1 is a tag; only branches are filed' }],

  // Planned, never filed.
  ['pull request: by the rule of its target', pull, { ...proposal, base: { mergeBaseWith: b } }],
  ['merge request', mr, { ...proposal, base: { oid: b } }],
  ...[{ base: b }, { base: b, head: c }, { paths: ['*.RPGLE'] }].map((options): (typeof rows)[number] => [
    `pull request with ${Object.keys(options).join(' and ')}: its head, still never filed`,
    { ...pull, options },
    { ...given, mayFile: false, head: 'head' in options ? { rev: c } : { oid: c } },
  ]),
];

test.each(rows)('%s', (_, row, decision) => {
  expect(decide(row)).toMatchObject(decision);
});

/** Nothing says what to look at: exit 3 with a remedy, never an empty range. */
describe('no decision, and why', () => {
  test.each<[line: string, row: Row, message: string | RegExp]>([
    ['detached outside CI', { env: {} }, 'the run names no branch'],
    [
      '--base outside CI on a detached checkout',
      { env: {}, options: { base: 'v1' } },
      'nothing names the branch that the changes belong to',
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
  ])('%s', (_, row, message) => {
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

  test('an event that cannot be read is told as such', () => {
    expect(() => decide({ env: github('push') })).toThrow(expect.objectContaining({ code: 'event' }));
  });

  test('where only the record could tell, and it does not: it can be started once, with what the run sets', () => {
    const begin =
      'Or start the ledger at the last commit that is already filed: file-checkouts ledger begin COMMIT --branch main';
    expect(refuseUnknownBeginning('outside CI nothing says it', 'main', false, [])).toMatchObject({
      code: 'range',
      message: 'no commit to compare with. The ledger has no record of main, and outside CI nothing says it',
      remedy: expect.stringContaining(`${begin} --url URL.`),
    });
    expect(
      refuseUnknownBeginning('a run by web does not say it', 'main', true, ['lvl=10', "srcd=Joe's", 'objt=*PGM']),
    ).toMatchObject({
      message:
        'no commit to compare with. The ledger knows only ranges of main that were named by hand, and a run by web does not say it',
      remedy: expect.stringContaining(`${begin} --set lvl=10 --set 'srcd=Joe'\\''s' --set 'objt=*PGM' --url URL.`),
    });
  });
});

describe('a host that builds each push and does not say what was pushed', () => {
  const built = (happening: HostEvent['happening'], defaultBranch: string | null = 'main') => {
    const event: HostEvent = {
      host: 'other',
      run: { id: '12', attempt: 1, url: null, actor: null },
      repository: { name: 'orders', fullName: 'acme/orders', url: null, defaultBranch },
      happening,
    };
    const branch = chooseBranch({ event, options: {}, checkedOut: null });
    return chooseRun({ event, options: {}, command: 'file', branch, defaultBranch, skipPushers: [] });
  };
  const build = (branch: string) => ({ kind: 'manual', what: 'Jenkins', branch, head: c, mayBePush: true }) as const;

  test('the first build of a branch: what it has and the default branch has not', () => {
    expect(built(build('f'))).toEqual({ ...owed, branch: 'f', before: null, begins: fork });
  });

  test.each<[string, string, string | null]>([
    ['of the default branch', 'main', 'main'],
    ['where nobody names the default branch', 'f', null],
  ])('%s the record has to be begun by hand', (_, branch, defaultBranch) => {
    expect(built(build(branch), defaultBranch)).toMatchObject({
      begins: unknown('a run by Jenkins does not say'),
    });
  });

  test('a pull request whose base is not named: what it has and its target has not', () => {
    const at = {
      kind: 'proposal',
      what: 'Jenkins',
      target: 'main',
      base: null,
      head: c,
      baseIsTip: true,
      number: 7,
    } as const;
    expect(built(at, null)).toEqual({ ...proposal, base: { mergeBaseWithBranch: 'main' } });
  });
});
