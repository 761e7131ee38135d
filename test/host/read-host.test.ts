import { describe, expect, test } from 'vitest';
import { readHost } from '../../src/host/host.ts';
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
    ['pull_request_target', github('pull_request_target'), pull, { ...proposal, what: 'pull_request_target' }],
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
    ['push without a payload', github('push'), undefined, { kind: 'unclear', branch: 'main' }],
    ['push whose before is nonsense', github('push'), pushed(main, 'HEAD~1', c), { kind: 'unclear', branch: 'main' }],
    ['push without after', github('push'), { ref: main, before: b }, { kind: 'unclear', branch: 'main' }],
    ['pull_request without commits', github('pull_request'), { number: 7 }, { kind: 'unclear', branch: null }],
  ];
  test.each(rows)('%s', (_, env, payload, happening) => {
    expect(readHost(env, payload).happening).toMatchObject(happening as object);
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
      { kind: 'unclear', branch: 'main' },
    ],
    ['tag', gitlab('push', { CI_COMMIT_TAG: 'v1', CI_COMMIT_BRANCH: '' }), { kind: 'tag', name: 'v1' }],
    ['push without branch', gitlab('push', { CI_COMMIT_BRANCH: '' }), { kind: 'unclear', branch: null }],
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
      repository: { name: 'orders', url: 'https://github.com/acme/orders', defaultBranch: 'main' },
    });
  });

  test('GitLab', () => {
    expect(readHost(gitlab('push'), undefined)).toMatchObject({
      host: 'gitlab',
      run: { id: '815', attempt: 1, url: 'https://gitlab.com/acme/orders/-/pipelines/815', actor: 'jane-doe' },
      repository: { name: 'orders', url: 'https://gitlab.com/acme/orders', defaultBranch: 'main' },
    });
  });

  test('SHA-256: 64 zeros are no commit, and 64 digits are one', () => {
    const payload = pushed('refs/heads/main', '0'.repeat(64), 'c'.repeat(64));
    expect(readHost(github('push'), payload).happening).toMatchObject({ before: null, after: 'c'.repeat(64) });
  });

  test('variables that are there and empty count as not there', () => {
    const event = readHost(github('push', { GITHUB_ACTOR: '', GITHUB_RUN_ID: '', GITHUB_REPOSITORY: '' }), {});
    expect(event.run).toMatchObject({ id: null, url: null, actor: null });
    expect(event.repository).toEqual({ name: null, url: null, defaultBranch: null });
  });

  test('a plain machine', () => {
    expect(readHost({ PATH: '/bin', CI: 'true' }, undefined)).toMatchObject({
      host: 'local',
      happening: { kind: 'local' },
    });
  });
});
