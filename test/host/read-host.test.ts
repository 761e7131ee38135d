import { describe, expect, test } from 'vitest';
import { readHost } from '../../src/host/read-host.ts';
import { github, gitlab, oid, pushed, zeros } from './support.ts';

const b = oid('b');
const c = oid('c');
const repository = { default_branch: 'main' };
const pull = {
  number: 7,
  repository,
  pull_request: { base: { ref: 'main', sha: b }, head: { ref: 'feature', sha: c } },
};
const proposal = {
  kind: 'proposal',
  what: 'pull_request',
  target: 'main',
  base: b,
  head: c,
  baseIsTip: true,
  number: 7,
};

describe('what happened, on GitHub', () => {
  const main = 'refs/heads/main';
  const rows: [name: string, env: ReturnType<typeof github>, payload: unknown, happening: unknown][] = [
    ['push', github('push'), pushed(main, b, c), { kind: 'push', branch: 'main', before: b, after: c }],
    ['first push', github('push'), pushed(main, zeros, c), { kind: 'push', branch: 'main', before: null, after: c }],
    [
      'push to a branch with slashes',
      github('push'),
      pushed('refs/heads/feature/a/b', b, c),
      { kind: 'push', branch: 'feature/a/b', before: b, after: c },
    ],
    [
      'push whose payload contradicts GITHUB_SHA and GITHUB_REF: the payload counts',
      github('push', { GITHUB_SHA: oid('9'), GITHUB_REF: 'refs/heads/other' }),
      pushed(main, b, c),
      { kind: 'push', branch: 'main', before: b, after: c },
    ],
    ['deleted branch', github('push'), pushed(main, b, zeros), { kind: 'branchDeleted', branch: 'main' }],
    [
      'delete event',
      github('delete'),
      { ref: 'feature/x', ref_type: 'branch' },
      { kind: 'branchDeleted', branch: 'feature/x' },
    ],
    ['delete event of a tag', github('delete'), { ref: 'v1', ref_type: 'tag' }, { kind: 'tag', name: 'v1' }],
    ['tag', github('push'), pushed('refs/tags/v1', zeros, c), { kind: 'tag', name: 'v1' }],
    ['deleted tag', github('push'), pushed('refs/tags/v1', c, zeros), { kind: 'tag', name: 'v1' }],
    ['pull_request', github('pull_request'), pull, proposal],
    ...['pull_request_target', 'pull_request_review', 'pull_request_review_comment'].map(
      (what): [string, ReturnType<typeof github>, unknown, unknown] => [
        what,
        github(what),
        pull,
        { ...proposal, what },
      ],
    ),
    ['pull_request without a number', github('pull_request'), { ...pull, number: '7' }, { ...proposal, number: null }],
    [
      'merge_group',
      github('merge_group'),
      { repository, merge_group: { base_ref: 'refs/heads/main', base_sha: b, head_sha: c } },
      { kind: 'proposal', what: 'merge_group', target: 'main', base: b, head: c, baseIsTip: false, number: null },
    ],
    [
      'workflow_dispatch',
      github('workflow_dispatch'),
      { repository },
      { kind: 'manual', what: 'workflow_dispatch', branch: 'main', head: c },
    ],
    [
      'schedule',
      github('schedule'),
      { schedule: '0 4 * * *' },
      { kind: 'manual', what: 'schedule', branch: 'main', head: c },
    ],
    [
      'repository_dispatch',
      github('repository_dispatch'),
      {},
      { kind: 'manual', what: 'repository_dispatch', branch: 'main', head: c },
    ],
    [
      'workflow_run: the branch that this run is of, never the one that a fork names',
      github('workflow_run'),
      { workflow_run: { head_branch: 'feature', head_sha: b }, repository },
      { kind: 'manual', what: 'workflow_run', branch: 'main', head: c },
    ],
    [
      'dispatch on a tag',
      github('workflow_dispatch', { GITHUB_REF: 'refs/tags/v1' }),
      {},
      { kind: 'manual', what: 'workflow_dispatch', branch: null, head: c },
    ],
    [
      'push that says created, and no before',
      github('push'),
      { ref: main, after: c, created: true },
      { kind: 'push', branch: 'main', before: null, after: c },
    ],
    [
      'push that says deleted, and no after',
      github('push'),
      { ref: main, before: b, deleted: true },
      { kind: 'branchDeleted', branch: 'main' },
    ],
    [
      'push whose payload says neither created nor deleted: zeros say it',
      github('push'),
      { ref: main, before: zeros, after: c },
      { kind: 'push', before: null },
    ],
    [
      'the same for a deleted branch',
      github('push'),
      { ref: main, before: b, after: zeros },
      { kind: 'branchDeleted' },
    ],
    [
      'OIDs in capitals',
      github('push'),
      pushed(main, 'B'.repeat(40), 'C'.repeat(40)),
      { kind: 'push', before: b, after: c },
    ],
    [
      'an OID that only begins and ends with zeros',
      github('push'),
      pushed(main, `0${'b'.repeat(38)}0`, c),
      { kind: 'push', before: `0${'b'.repeat(38)}0` },
    ],
  ];
  test.each(rows)('%s', (_, env, payload, happening) => {
    expect(readHost(env, payload).happening).toMatchObject(happening as object);
  });

  const mergeGroup = { base_ref: main, base_sha: b, head_sha: c };
  const { base, head } = pull.pull_request;
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
    ['no base commit', 'merge_group', { merge_group: { ...mergeGroup, base_sha: '' } }, 'main'],
    ['no head commit', 'merge_group', { merge_group: { ...mergeGroup, head_sha: '' } }, 'main'],
    ['no target', 'merge_group', { merge_group: { ...mergeGroup, base_ref: 'main' } }, null],
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
    expect(readHost(env, {}).happening).toEqual({ kind: 'manual', what: '', branch: 'main', head: c });
  });
});

describe('what happened, on GitLab', () => {
  const mr = {
    CI_MERGE_REQUEST_IID: '9',
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
    CI_MERGE_REQUEST_DIFF_BASE_SHA: b,
    CI_COMMIT_BRANCH: '',
  };
  const request = {
    kind: 'proposal',
    what: 'merge_request',
    target: 'main',
    base: b,
    head: c,
    baseIsTip: false,
    number: 9,
  };
  const manual = (what: string) => ({ kind: 'manual', what, branch: 'main', head: c });
  const rows: [name: string, env: ReturnType<typeof gitlab>, happening: unknown][] = [
    ['push', gitlab('push', { CI_COMMIT_BEFORE_SHA: b }), { kind: 'push', branch: 'main', before: b, after: c }],
    ['first push', gitlab('push'), { kind: 'push', branch: 'main', before: null, after: c }],
    ['merge request', gitlab('merge_request_event', mr), request],
    [
      'merged results: the source branch, not the merge made for the occasion',
      gitlab('merge_request_event', {
        ...mr,
        CI_MERGE_REQUEST_EVENT_TYPE: 'merged_result',
        CI_COMMIT_SHA: oid('d'),
        CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: c,
      }),
      request,
    ],
    [
      'merge request, detached: an empty source SHA',
      gitlab('merge_request_event', { ...mr, CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: '' }),
      request,
    ],
    [
      'merge request without base',
      gitlab('merge_request_event', { ...mr, CI_MERGE_REQUEST_DIFF_BASE_SHA: '' }),
      { kind: 'unclear', branch: 'main', why: expect.stringContaining('CI_MERGE_REQUEST_DIFF_BASE_SHA') },
    ],
    [
      'merge request without commit',
      gitlab('merge_request_event', { ...mr, CI_COMMIT_SHA: '' }),
      { kind: 'unclear', branch: 'main' },
    ],
    [
      'merge request without a target: no branch, rather than one without a name',
      gitlab('merge_request_event', { ...mr, CI_MERGE_REQUEST_TARGET_BRANCH_NAME: '' }),
      { kind: 'unclear', branch: null },
    ],
    ['tag', gitlab('push', { CI_COMMIT_TAG: 'v1', CI_COMMIT_BRANCH: '' }), { kind: 'tag', name: 'v1' }],
    [
      'push without branch',
      gitlab('push', { CI_COMMIT_BRANCH: '' }),
      { kind: 'unclear', branch: null, why: expect.stringContaining('CI_COMMIT_BRANCH, CI_COMMIT_SHA') },
    ],
    ['push without commit', gitlab('push', { CI_COMMIT_SHA: '' }), { kind: 'unclear', branch: 'main' }],
    ['a pipeline that does not say why it runs', gitlab(''), manual('pipeline')],
    ...['schedule', 'web', 'api', 'trigger', 'pipeline', 'parent_pipeline', 'chat'].map(
      (source): [string, ReturnType<typeof gitlab>, unknown] => [source, gitlab(source), manual(source)],
    ),
  ];
  test.each(rows)('%s', (_, env, happening) => {
    expect(readHost(env, undefined).happening).toMatchObject(happening as object);
  });
});

describe('who and where', () => {
  test('GitHub', () => {
    expect(readHost(github('push'), pushed('refs/heads/main', b, c))).toMatchObject({
      host: 'github',
      run: { id: '4711', attempt: 2, url: 'https://github.com/acme/orders/actions/runs/4711', actor: 'jane-doe' },
      repository: {
        name: 'orders',
        fullName: 'acme/orders',
        url: 'https://github.com/acme/orders',
        defaultBranch: 'main',
      },
    });
  });

  test('GitLab', () => {
    expect(readHost(gitlab('push'), undefined)).toMatchObject({
      host: 'gitlab',
      run: { id: '815', attempt: 1, url: 'https://gitlab.com/acme/orders/-/pipelines/815', actor: 'jane-doe' },
      repository: {
        name: 'orders',
        fullName: 'acme/orders',
        url: 'https://gitlab.com/acme/orders',
        defaultBranch: 'main',
      },
    });
  });

  test('SHA-256: 64 zeros are no commit, and 64 digits are one', () => {
    const payload = pushed('refs/heads/main', '0'.repeat(64), 'c'.repeat(64));
    expect(readHost(github('push'), payload).happening).toMatchObject({ before: null, after: 'c'.repeat(64) });
  });

  test.each([
    ['12', 12],
    ['0', 1],
    ['1e3', 1],
    ['', 1],
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

  test('GitHub Enterprise Server has its own address', () => {
    const { run, repository } = readHost(github('push', { GITHUB_SERVER_URL: 'https://git.acme.example' }), {});
    expect(run.url).toBe('https://git.acme.example/acme/orders/actions/runs/4711');
    expect(repository.url).toBe('https://git.acme.example/acme/orders');
  });

  test('a job that says little: the first attempt, at github.com, without a link to a repository it does not name', () => {
    const { GITHUB_RUN_ATTEMPT: _, GITHUB_SERVER_URL: __, ...env } = github('push');
    expect(readHost(env, {}).run).toMatchObject({ attempt: 1, url: expect.stringMatching(/^https:\/\/github\.com\//) });
    expect(readHost({ ...env, GITHUB_REPOSITORY: '' }, {}).run).toMatchObject({ id: '4711', url: null });
  });

  test.each(['0', '1.5', '-1', '1e999', 'x'])('an attempt is a number from 1: %s is the first', (attempt) => {
    expect(readHost(github('push', { GITHUB_RUN_ATTEMPT: attempt }), {}).run.attempt).toBe(1);
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
