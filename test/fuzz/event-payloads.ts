/** Events as the hosts tell them, right and changed a little. */
import * as fc from 'fast-check';
import type { Env } from '../../src/host/event.ts';
import { github, gitlab, oid, pushed, zeros } from '../host/support.ts';
import { editedTree } from './mutations.ts';

/** What a host told a run. */
export interface ToldEvent {
  readonly env: Env;
  readonly payload: unknown;
}

/** A push with what else GitHub sends along. */
const fullPush = {
  ...pushed('refs/heads/main', oid('b'), oid('c')),
  compare: `https://github.com/acme/orders/compare/${oid('b')}...${oid('c')}`,
  base_ref: null,
  commits: [{ id: oid('c'), message: 'change', added: ['A.RPGLE'], removed: [], modified: [] }],
  head_commit: { id: oid('c'), timestamp: '2026-11-21T10:00:00Z' },
  pusher: { name: 'jane-doe', email: 'jane@example.com' },
  repository: { id: 1, name: 'orders', full_name: 'acme/orders', default_branch: 'main', owner: { login: 'acme' } },
  sender: { login: 'jane-doe', type: 'User' },
};
const side = (ref: string, digit: string) => ({ ref, sha: oid(digit), label: `acme:${ref}`, repo: { name: 'orders' } });
const pullRequest = {
  action: 'synchronize',
  number: 7,
  pull_request: { number: 7, state: 'open', merged: false, base: side('main', 'b'), head: side('feature', 'c') },
  repository: fullPush.repository,
};
const group = { base_ref: 'refs/heads/main', base_sha: oid('b'), head_ref: 'gh-readonly-queue/x', head_sha: oid('c') };
const dispatch = { inputs: { base: '' }, ref: 'refs/heads/main', workflow: 'x.yml', repository: fullPush.repository };

/** By the name of the event. A workflow that is called sees its caller's, so `workflow_call` has none of its own. */
const byName: readonly (readonly [string, unknown])[] = [
  ['push', fullPush],
  ['push', pushed('refs/heads/feature/x', zeros, oid('c'))],
  ['push', pushed('refs/heads/main', oid('b'), zeros)],
  ['push', pushed('refs/tags/v1', zeros, oid('c'))],
  ['push', pushed('refs/heads/main', 'b'.repeat(64), 'c'.repeat(64))],
  ['delete', { ref: 'feature/x', ref_type: 'branch', repository: fullPush.repository }],
  ['pull_request', pullRequest],
  ['pull_request_target', pullRequest],
  ['merge_group', { action: 'checks_requested', merge_group: group, repository: fullPush.repository }],
  ['workflow_dispatch', dispatch],
  ['workflow_call', fullPush],
  ['schedule', { schedule: '0 4 * * *', repository: fullPush.repository }],
  ['repository_dispatch', { action: 'x', client_payload: {}, repository: fullPush.repository }],
];

/** Values that stand where a commit, a ref or a name should. */
export const oddValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(zeros, '0'.repeat(64), '0', '00', 0),
  fc.constantFrom<unknown>(oid('d'), 'D'.repeat(40), 'd'.repeat(39), 'd'.repeat(64)),
  fc.constantFrom<unknown>('', ' ', 'HEAD', 'main', 'refs/heads/', 'refs/heads/x', 'refs/heads/a b\n', 'refs/tags/v1'),
  fc.constantFrom<unknown>('refs/tags/', '--upload-pack=x', '..', null, true, false, -1, 1.5, 1e300, [], {}),
  fc.constantFrom<unknown>({ toString: 1 }, { length: 40 }, [zeros], { sha: oid('d') }, JSON.parse('{"__proto__":1}')),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Variables of a job, some of them odd, empty or gone. */
export function editedEnv(env: Env): fc.Arbitrary<Env> {
  const texts = oddValues.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  const change = fc.tuple(fc.constantFrom(...Object.keys(env).slice(1)), fc.option(texts, { nil: undefined }));
  return fc.array(change, { maxLength: 3 }).map((changes) => ({ ...env, ...Object.fromEntries(changes) }));
}

/** Runs of GitHub Actions. */
export const githubEvents: fc.Arbitrary<ToldEvent> = fc.constantFrom(...byName).chain(([name, base]) => {
  const right = fc.constant<unknown>(base);
  const payload = fc.oneof({ arbitrary: editedTree(right, oddValues), weight: 6 }, right, oddValues);
  return fc.record({ env: editedEnv(github(name)), payload });
});

const mergeRequest = {
  CI_MERGE_REQUEST_IID: '9',
  CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
  CI_MERGE_REQUEST_DIFF_BASE_SHA: oid('b'),
  CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: '',
  CI_COMMIT_BRANCH: '',
};

/** Jobs of GitLab CI/CD. */
export const gitlabEvents: fc.Arbitrary<ToldEvent> = fc
  .constantFrom(
    gitlab('push', { CI_COMMIT_BEFORE_SHA: oid('b') }),
    gitlab('push'),
    gitlab('push', { CI_COMMIT_TAG: 'v1', CI_COMMIT_BRANCH: '' }),
    gitlab('merge_request_event', mergeRequest),
    ...['schedule', 'web', 'api', 'trigger', 'pipeline', 'parent_pipeline'].map((source) => gitlab(source)),
  )
  .chain((env) => fc.record({ env: editedEnv(env), payload: fc.constant(undefined) }));
