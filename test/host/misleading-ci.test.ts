import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Env } from '../../src/host/event.ts';
import { readOtherCi } from '../../src/host/other-ci.ts';
import { bundles, runBundle } from '../e2e/support/bundle.ts';
import { folder } from '../git/support.ts';
import { oid } from './support.ts';

/** What the variables of other CI hosts say at first sight, and must not be taken for (design §15). */

const commit = oid('c');
const codebuild = { CODEBUILD_BUILD_ID: 'p:1' };
const jenkins = { JENKINS_URL: 'http://jenkins/', GIT_COMMIT: commit };
const woodpecker = { CI: 'woodpecker', CI_COMMIT_SHA: commit, CI_COMMIT_TARGET_BRANCH: 'main' };
const bamboo = { bamboo_agentId: '1', bamboo_planRepository_1_revision: commit };

const rows: [string, Env, object][] = [
  [
    'CodeBuild, a pull request whose commit a branch has too',
    { ...codebuild, CODEBUILD_WEBHOOK_TRIGGER: 'pr/12', CODEBUILD_WEBHOOK_BASE_REF: 'refs/heads/main' },
    { kind: 'proposal', target: 'main', number: 12 },
  ],
  [
    'CodeBuild, a pull request that was started by hand',
    { ...codebuild, CODEBUILD_SOURCE_VERSION: 'pr/12' },
    { kind: 'unclear', branch: null },
  ],
  [
    'CodeBuild, a branch',
    { ...codebuild, CODEBUILD_WEBHOOK_TRIGGER: 'branch/feature/x' },
    { kind: 'manual', branch: 'feature/x' },
  ],
  ['CodeBuild, a tag', { ...codebuild, CODEBUILD_WEBHOOK_TRIGGER: 'tag/v1' }, { kind: 'tag', name: 'v1' }],
  ['CodeBuild without a trigger: no branch is guessed', codebuild, { kind: 'manual', branch: null }],
  [
    'Woodpecker, a pull request that was closed',
    { ...woodpecker, CI_PIPELINE_EVENT: 'pull_request_closed', CI_COMMIT_BRANCH: 'main', CI_COMMIT_PULL_REQUEST: '7' },
    { kind: 'proposal', target: 'main', number: 7 },
  ],
  [
    'Bamboo, the branch plan of a pull request',
    {
      ...bamboo,
      bamboo_planRepository_1_branchName: 'x',
      bamboo_repository_pr_key: '9',
      bamboo_repository_pr_targetBranch: 'main',
    },
    { kind: 'proposal', target: 'main', number: 9 },
  ],
  ['Jenkins, a commit without a branch', { ...jenkins, GIT_BRANCH: 'detached' }, { kind: 'manual', branch: null }],
  [
    'Jenkins, empty variables before the one that counts',
    { ...jenkins, BRANCH_NAME: '', GIT_LOCAL_BRANCH: '', GIT_BRANCH: 'origin/feature/x' },
    { kind: 'manual', branch: 'feature/x' },
  ],
  [
    'Jenkins, the branch as the full name of what was fetched',
    { ...jenkins, GIT_BRANCH: 'refs/remotes/origin/feature/x' },
    { kind: 'manual', branch: 'feature/x' },
  ],
];

test.each(rows)('%s', async (_, env, happening) => {
  // In this repository a commit is checked out.
  expect((await readOtherCi(env, process.cwd()))?.happening).toMatchObject(happening);
});

test('Azure: the number that no other pipeline has tells the attempts of a run', async () => {
  const env = {
    BUILD_BUILDURI: 'vstfs:///1',
    BUILD_BUILDNUMBER: '20261122.3',
    BUILD_BUILDID: '5035',
    SYSTEM_JOBATTEMPT: '2',
  };
  expect((await readOtherCi(env, process.cwd()))?.run).toMatchObject({ id: '5035', attempt: 2 });
});

describe('a commit that the host does not name is asked of Git', () => {
  test('which sees no secret of ours', async () => {
    using place = folder();
    const [bin, seen] = [join(place.path, 'bin'), join(place.path, 'seen')];
    mkdirSync(bin);
    writeFileSync(join(bin, 'git'), `#!/bin/sh\n/usr/bin/env >> '${seen}'\nexit 1\n`);
    chmodSync(join(bin, 'git'), 0o755);
    const secret = 'TheSecret0815';
    const names = ['TOKEN', 'GIT_TOKEN', 'LEDGER_TOKEN', 'LEDGER_SECRET', 'LEDGER_SECRET_PREVIOUS'].map(
      (name) => `FILE_CHECKOUTS_${name}`,
    );
    const env = {
      PATH: bin,
      JENKINS_URL: 'http://jenkins/',
      ...Object.fromEntries(names.map((name) => [name, secret])),
    };
    await runBundle(bundles.cli, ['plan'], { cwd: place.path, env });
    expect(readFileSync(seen, 'utf8')).toContain('JENKINS_URL');
    expect(readFileSync(seen, 'utf8')).not.toContain(secret);
  });
});
