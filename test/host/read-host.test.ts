import { describe, expect, test } from 'vitest';
import { readHost } from '../../src/host/read-host.ts';
import { github, gitlab, oid, pushed, zeros } from './support.ts';

const b = oid('b');
const c = oid('c');
const repository = { default_branch: 'main' };
const [base, head] = [
  { ref: 'main', sha: b },
  { ref: 'feature', sha: c },
];
const pull = { number: 7, repository, pull_request: { base, head } };
const ofPull = { what: 'pull_request', number: 7, baseIsTip: true };
const proposal = { kind: 'proposal', ...ofPull, target: 'main', base: b, head: c };

/** Literal happenings. */
const push = (before: string | null, after = c, branch = 'main') => ({ kind: 'push', branch, before, after });
const deleted = (branch: string) => ({ kind: 'branchDeleted', branch });
const tag = { kind: 'tag', name: 'v1' };
const manual = (what: string, branch: string | null = 'main') => ({ kind: 'manual', what, branch, head: c });

describe('what happened, on GitHub', () => {
  const main = 'refs/heads/main';
  const group = { base_ref: main, base_sha: b, head_sha: c };
  const ofGroup = { ...proposal, what: 'merge_group', baseIsTip: false, number: null };
  const contradicting = { GITHUB_SHA: oid('9'), GITHUB_REF: 'refs/heads/other' };
  const nearlyZeros = `0${'b'.repeat(38)}0`;
  const rows: [name: string, event: string, payload: unknown, happening: object, env?: Record<string, string>][] = [
    ['push', 'push', pushed(main, b, c), push(b)],
    ['first push', 'push', pushed(main, zeros, c), push(null)],
    ['a branch with slashes', 'push', pushed('refs/heads/feature/a/b', b, c), push(b, c, 'feature/a/b')],
    ['a payload that contradicts the variables: it counts', 'push', pushed(main, b, c), push(b), contradicting],
    ['deleted branch', 'push', pushed(main, b, zeros), deleted('main')],
    ['delete event', 'delete', { ref: 'feature/x', ref_type: 'branch' }, deleted('feature/x')],
    ['delete event of a tag', 'delete', { ref: 'v1', ref_type: 'tag' }, tag],
    ['tag', 'push', pushed('refs/tags/v1', zeros, c), tag],
    ['deleted tag', 'push', pushed('refs/tags/v1', c, zeros), tag],
    ['pull request', 'pull_request', pull, proposal],
    ['pull request', 'pull_request_target', pull, { ...proposal, what: 'pull_request_target' }],
    ['pull request', 'pull_request_review', pull, { ...proposal, what: 'pull_request_review' }],
    ['pull request', 'pull_request_review_comment', pull, { ...proposal, what: 'pull_request_review_comment' }],
    ['a pull request without a number', 'pull_request', { ...pull, number: '7' }, { ...proposal, number: null }],
    ['merge group', 'merge_group', { repository, merge_group: group }, ofGroup],
    ['by hand', 'workflow_dispatch', { repository }, manual('workflow_dispatch')],
    ['at a time', 'schedule', { schedule: '0 4 * * *' }, manual('schedule')],
    ['by the API', 'repository_dispatch', {}, manual('repository_dispatch')],
    [
      'the branch that this run is of, never the one that a fork names',
      'workflow_run',
      { workflow_run: { head_branch: 'feature', head_sha: b }, repository },
      manual('workflow_run'),
    ],
    ['on a tag', 'workflow_dispatch', {}, manual('workflow_dispatch', null), { GITHUB_REF: 'refs/tags/v1' }],
    ['created is said, and no before', 'push', { ref: main, after: c, created: true }, push(null)],
    ['deleted is said, and no after', 'push', { ref: main, before: b, deleted: true }, deleted('main')],
    ['neither created nor deleted: zeros say it', 'push', { ref: main, before: zeros, after: c }, push(null)],
    ['the same for a deleted branch', 'push', { ref: main, before: b, after: zeros }, deleted('main')],
    ['OIDs in capitals', 'push', pushed(main, 'B'.repeat(40), 'C'.repeat(40)), push(b)],
    ['an OID that only begins and ends with zeros', 'push', pushed(main, nearlyZeros, c), push(nearlyZeros)],
  ];
  test.each(rows)('%s: %s', (_, event, payload, happening, env) => {
    expect(readHost(github(event, env), payload).happening).toMatchObject(happening);
  });

  /** A payload that does not hold what its event promises. */
  const unclear: [name: string, event: string, payload: unknown, branch: string | null][] = [
    ['no payload', 'push', undefined, 'main'],
    ['before is nonsense', 'push', pushed(main, 'HEAD~1', c), 'main'],
    ['no before', 'push', { ref: main, after: c }, 'main'],
    ['before is longer than an OID', 'push', pushed(main, `${b}b`, c), 'main'],
    ['before is a list of zeros', 'push', { ...pushed(main, b, c, { created: false }), before: [zeros] }, 'main'],
    ['before is of too many zeros', 'push', pushed(main, `${zeros}0`, c, { created: false }), 'main'],
    ['before is a list', 'push', { ...pushed(main, b, c), before: [b] }, 'main'],
    ['before is of other zeros', 'push', pushed(main, '0000', c, { created: false }), 'main'],
    ['no after', 'push', { ref: main, before: b }, 'main'],
    ['a ref that is no branch', 'push', pushed('refs/notes/check-outs', b, c), null],
    ['a ref without a name', 'push', pushed('refs/heads/', b, c), null],
    ['no ref', 'delete', { ref_type: 'branch' }, null],
    ['no commits', 'pull_request', { number: 7 }, null],
    ['null for the pull request', 'pull_request', { pull_request: null }, null],
    ['no base commit', 'pull_request', { pull_request: { base: { ref: 'main' }, head } }, 'main'],
    ['no head commit', 'pull_request', { pull_request: { base, head: {} } }, 'main'],
    ['no target', 'pull_request', { pull_request: { base: { sha: b }, head } }, null],
    ['no group', 'merge_group', {}, null],
    ['no base commit', 'merge_group', { merge_group: { ...group, base_sha: '' } }, 'main'],
    ['no head commit', 'merge_group', { merge_group: { ...group, head_sha: '' } }, 'main'],
    ['no target', 'merge_group', { merge_group: { ...group, base_ref: 'main' } }, null],
  ];
  test.each(unclear)('%s in the payload of a %s: unclear, and says so', (_, event, payload, branch) => {
    expect(readHost(github(event), payload).happening).toEqual({
      kind: 'unclear',
      branch,
      why: `the event payload of this ${event} run does not say what was pushed`,
    });
  });

  test('a push that names its ref neither in the payload nor in the variables', () => {
    expect(readHost(github('push', { GITHUB_REF: '' }), {}).happening).toMatchObject({ kind: 'unclear', branch: null });
  });

  test('a job that does not say why it runs is a manual run', () => {
    const { GITHUB_EVENT_NAME: _, ...env } = github('push');
    expect(readHost(env, {}).happening).toEqual(manual(''));
  });
});

describe('what happened, on GitLab', () => {
  const ofMain = { CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main', CI_MERGE_REQUEST_DIFF_BASE_SHA: b };
  const mr = { CI_MERGE_REQUEST_IID: '9', CI_COMMIT_BRANCH: '', ...ofMain };
  const request = { ...proposal, what: 'merge_request', baseIsTip: false, number: 9 };
  const noPush = { kind: 'unclear', branch: null, why: expect.stringContaining('CI_COMMIT_BRANCH, CI_COMMIT_SHA') };
  const noBase = { kind: 'unclear', branch: 'main', why: expect.stringContaining('CI_MERGE_REQUEST_DIFF_BASE_SHA') };
  const merged = { CI_MERGE_REQUEST_EVENT_TYPE: 'merged_result', CI_COMMIT_SHA: oid('d') };
  const rows: [name: string, source: string, env: Record<string, string>, happening: object][] = [
    ['push', 'push', { CI_COMMIT_BEFORE_SHA: b }, push(b)],
    ['first push', 'push', {}, push(null)],
    ['merge request', 'merge_request_event', mr, request],
    [
      'merged results: the source branch, not the merge made for the occasion',
      'merge_request_event',
      { ...mr, ...merged, CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: c },
      request,
    ],
    ['an empty source SHA', 'merge_request_event', { ...mr, CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: '' }, request],
    ['without base', 'merge_request_event', { ...mr, CI_MERGE_REQUEST_DIFF_BASE_SHA: '' }, noBase],
    ['without commit', 'merge_request_event', { ...mr, CI_COMMIT_SHA: '' }, { kind: 'unclear', branch: 'main' }],
    [
      'without a target: no branch, rather than one without a name',
      'merge_request_event',
      { ...mr, CI_MERGE_REQUEST_TARGET_BRANCH_NAME: '' },
      { kind: 'unclear', branch: null },
    ],
    ['tag', 'push', { CI_COMMIT_TAG: 'v1', CI_COMMIT_BRANCH: '' }, tag],
    ['push without branch', 'push', { CI_COMMIT_BRANCH: '' }, noPush],
    ['push without commit', 'push', { CI_COMMIT_SHA: '' }, { kind: 'unclear', branch: 'main' }],
    ['a pipeline that does not say why it runs', '', {}, manual('pipeline')],
    ...['schedule', 'web', 'api', 'trigger', 'pipeline', 'parent_pipeline', 'chat'].map(
      (source): [string, string, Record<string, string>, object] => ['by hand', source, {}, manual(source)],
    ),
  ];
  test.each(rows)('%s: %s', (_, source, env, happening) => {
    expect(readHost(gitlab(source, env), undefined).happening).toMatchObject(happening);
  });
});

describe('who and where', () => {
  test('GitHub', () => {
    for (const server of ['https://github.com', 'https://git.acme.example']) {
      const url = `${server}/acme/orders`;
      expect(readHost(github('push', { GITHUB_SERVER_URL: server }), pushed('', b, c))).toMatchObject({
        host: 'github',
        run: { id: '4711', attempt: 2, url: `${url}/actions/runs/4711`, actor: 'jane-doe' },
        repository: { name: 'orders', fullName: 'acme/orders', url, defaultBranch: 'main' },
      });
    }
  });

  test('GitLab', () => {
    const url = 'https://gitlab.com/acme/orders';
    expect(readHost(gitlab('push'), undefined)).toMatchObject({
      host: 'gitlab',
      run: { id: '815', attempt: 1, url: 'https://gitlab.com/acme/orders/-/pipelines/815', actor: 'jane-doe' },
      repository: { name: 'orders', fullName: 'acme/orders', url, defaultBranch: 'main' },
    });
  });

  test('SHA-256: 64 zeros are no commit, and 64 digits are one', () => {
    const payload = pushed('refs/heads/main', '0'.repeat(64), 'c'.repeat(64));
    expect(readHost(github('push'), payload).happening).toMatchObject({ before: null, after: 'c'.repeat(64) });
  });

  test.each<readonly [string, number]>([
    ['12', 12],
    ...['0', '1e3', '', '1.5', '-1', '1e999', 'x'].map((text) => [text, 1] as const),
  ])('the attempt %j of a run on GitHub is its attempt %i', (text, attempt) => {
    expect(readHost(github('push', { GITHUB_RUN_ATTEMPT: text }), {}).run.attempt).toBe(attempt);
  });

  test.each([
    [
      { CI_JOB_NAME: 'file', CI_JOB_ID: '9001' },
      { name: 'file', number: 9001 },
    ],
    [{ CI_JOB_NAME: 'file', CI_JOB_ID: 'x9' }, undefined],
    [{ CI_JOB_NAME: 'file', CI_JOB_ID: '9x' }, undefined],
    [{ CI_JOB_NAME: 'file' }, undefined],
    [{ CI_JOB_ID: '9001' }, undefined],
  ])('on GitLab the job is started again, and not the run: %j', (variables, job) => {
    expect(readHost(gitlab('push', variables), undefined).run.job).toEqual(job);
  });

  test('a pipeline on GitLab that does not say why it runs is no push', () => {
    const { CI_PIPELINE_SOURCE: _, ...env } = gitlab('');
    expect(readHost(env, undefined).happening).toMatchObject({ kind: 'manual', what: 'pipeline' });
  });

  test('variables that are there and empty count as not there', () => {
    const event = readHost(github('push', { GITHUB_ACTOR: '', GITHUB_RUN_ID: '', GITHUB_REPOSITORY: '' }), {});
    expect(event.run).toMatchObject({ id: null, url: null, actor: null });
    expect(event.repository).toEqual({ name: null, fullName: null, url: null, defaultBranch: null });
  });

  test('a job that says little: the first attempt, at github.com, without a link to a repository it does not name', () => {
    const { GITHUB_RUN_ATTEMPT: _, GITHUB_SERVER_URL: __, ...env } = github('push');
    expect(readHost(env, {}).run).toMatchObject({ attempt: 1, url: expect.stringMatching(/^https:\/\/github\.com\//) });
    expect(readHost({ ...env, GITHUB_REPOSITORY: '' }, {}).run).toMatchObject({ id: '4711', url: null });
  });

  test('a plain machine', () => {
    expect(readHost({ PATH: '/bin', CI: 'true' }, undefined)).toEqual({
      host: 'local',
      run: { id: null, attempt: 1, url: null, actor: null },
      repository: { name: null, fullName: null, url: null, defaultBranch: null },
      happening: { kind: 'local' },
    });
  });
});
