import { expect, test } from 'vitest';
import { commentOnPullRequest, type OnPullRequest } from '../../src/comment/on-pull-request.ts';
import { readHost } from '../../src/host/read-host.ts';
import { withDefaults } from '../../src/options.ts';
import { reportOf, row } from '../report/support.ts';
import { silent } from '../silent.ts';
import { startGitHub } from './github.ts';
import { withoutProxy } from './no-proxy.ts';

withoutProxy();

const pull = { base: { ref: 'main', sha: '1'.repeat(40) }, head: { ref: 'feature/x', sha: '2'.repeat(40) } };
const group = { base_sha: '1'.repeat(40), head_sha: '2'.repeat(40), base_ref: 'refs/heads/main' };
const job = {
  ...{ GITHUB_ACTIONS: 'true', GITHUB_EVENT_NAME: 'pull_request', GITHUB_SERVER_URL: 'https://github.example' },
  ...{ GITHUB_REPOSITORY: 'octo/orders', GITHUB_RUN_ID: '4711', GITHUB_WORKFLOW: 'Checks', GITHUB_JOB: 'plan' },
};

function input(apiUrl: string, more: Partial<OnPullRequest> = {}): OnPullRequest {
  return {
    report: reportOf([row('created', 'A.RPGLE')]),
    event: readHost(job, { number: 7, pull_request: pull }),
    env: { ...job, GITHUB_API_URL: apiUrl },
    ...{ options: withDefaults({ mapping: 'a.yml' }), token: 'job-token', sleep: async () => {} },
    ...{ signal: new AbortController().signal, log: silent, ...more },
  };
}

test('the plan is the comment of the pull request that the run is about, with the run in it', async () => {
  await using github = await startGitHub();
  expect(await commentOnPullRequest(input(github.apiUrl))).toMatchObject({ outcome: 'created' });
  const [comment] = github.comments;
  expect(comment?.body).toMatch(/^<!-- file-checkouts plan [0-9a-f]{16} -->\n### file-checkouts: what merging/);
  expect(comment?.body).toContain('(https://github.example/octo/orders/actions/runs/4711)');
});

test('a plan that failed replaces the one before', async () => {
  await using github = await startGitHub();
  await commentOnPullRequest(input(github.apiUrl));
  const error = { code: 'mapping', message: 'a.yml:1:1: no', remedy: 'Fix it.', exitCode: 2 };
  const report = reportOf([], { range: null, mapping: null, error });
  expect(await commentOnPullRequest(input(github.apiUrl, { report }))).toMatchObject({ outcome: 'updated' });
  expect(github.comments).toHaveLength(1);
});

test.each<[string, Partial<OnPullRequest>]>([
  ['mapping', { options: withDefaults({ mapping: 'b.yml' }) }],
  ['service', { options: withDefaults({ mapping: 'a.yml', url: 'https://other.example' }) }],
  ['workflow', { env: { GITHUB_WORKFLOW: 'Other' } }],
  ['job', { env: { GITHUB_JOB: 'other' } }],
])('another %s has a comment of its own', async (_, more) => {
  await using github = await startGitHub();
  await commentOnPullRequest(input(github.apiUrl));
  const one = input(github.apiUrl);
  await commentOnPullRequest({ ...one, ...more, env: { ...one.env, ...more.env } });
  expect(github.comments).toHaveLength(2);
});

test.each<[string, Partial<OnPullRequest>]>([
  ['a push', { event: readHost({ ...job, GITHUB_EVENT_NAME: 'push' }, {}) }],
  ['a merge group', { event: readHost({ ...job, GITHUB_EVENT_NAME: 'merge_group' }, { merge_group: group }) }],
  ['no token', { token: undefined }],
  ['no repository', { env: {} }],
])('%s: no comment, and no call', async (_, more) => {
  await using github = await startGitHub();
  expect(await commentOnPullRequest(input(github.apiUrl, more))).toBeNull();
  expect(github.calls).toEqual([]);
});

test('a merge request of another host is not ours', async () => {
  await using github = await startGitHub();
  const event = readHost(
    {
      ...{ GITLAB_CI: 'true', CI_MERGE_REQUEST_IID: '7', CI_PIPELINE_SOURCE: 'merge_request_event' },
      ...{ CI_COMMIT_SHA: '2'.repeat(40), CI_MERGE_REQUEST_DIFF_BASE_SHA: '1'.repeat(40) },
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
    },
    undefined,
  );
  expect(event.happening).toMatchObject({ kind: 'proposal', number: 7 });
  expect(await commentOnPullRequest(input(github.apiUrl, { event }))).toBeNull();
  expect(github.calls).toEqual([]);
});
