import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Env, Happening } from '../../src/host/event.ts';
import { readAnyHost } from '../../src/host/read-host.ts';
import { bundles, runBundle } from '../e2e/support/bundle.ts';
import { folder } from '../git/support.ts';
import { github, gitlab, oid } from './support.ts';

/** Literal environments of CI hosts that are neither GitHub nor GitLab, as their documents list the variables. */

const read = (env: Env, cwd = '/nonexistent') => readAnyHost({ PATH: process.env.PATH, ...env }, undefined, cwd);
const build = (what: string, branch: string | null): Happening => {
  return { kind: 'manual', what, branch, head: oid('c'), mayBePush: true };
};
const main = 'refs/heads/main';
const tag: Happening = { kind: 'tag', name: 'v1' };
const proposal = (what: string): Happening => {
  return { kind: 'proposal', what, target: 'main', base: null, head: oid('c'), baseIsTip: true, number: 7 };
};

const azure = (more: Env): Env => ({
  ...{ TF_BUILD: 'True', BUILD_BUILDURI: 'vstfs:///Build/Build/815', BUILD_BUILDID: '815', SYSTEM_JOBATTEMPT: '2' },
  ...{ BUILD_BUILDNUMBER: '1.3', BUILD_REPOSITORY_NAME: 'orders', BUILD_REPOSITORY_LOCALPATH: '/agent/_work/1/s' },
  ...{ BUILD_REQUESTEDFOR: 'Jane Doe', BUILD_REQUESTEDFOREMAIL: 'jane@acme.example', BUILD_SOURCEVERSION: oid('c') },
  ...{ BUILD_SOURCEBRANCH: 'refs/heads/feature/x', SYSTEM_TEAMPROJECT: 'Order entry' },
  ...{ SYSTEM_TEAMFOUNDATIONCOLLECTIONURI: 'https://dev.azure.com/acme/', ...more },
});
const bitbucket = (more: Env): Env => ({
  ...{ CI: 'true', BITBUCKET_BUILD_NUMBER: '12', BITBUCKET_COMMIT: oid('c') },
  ...{ BITBUCKET_REPO_FULL_NAME: 'acme/orders', BITBUCKET_REPO_SLUG: 'orders', ...more },
});
const jenkins = (more: Env): Env => ({
  ...{ JENKINS_URL: 'https://jenkins.acme.example/', BUILD_URL: 'https://jenkins.acme.example/job/orders/12/' },
  ...{ BUILD_NUMBER: '12', GIT_COMMIT: oid('c'), ...more },
});
const woodpecker = (more: Env): Env => ({
  ...{ CI: 'woodpecker', CI_PIPELINE_EVENT: 'push', CI_PIPELINE_NUMBER: '12', CI_COMMIT_SHA: oid('c') },
  ...{ CI_PIPELINE_URL: 'https://ci.acme.example/repos/1/pipeline/12', CI_COMMIT_BRANCH: 'feature/x' },
  ...{ CI_COMMIT_AUTHOR: 'jane-doe', CI_REPO_OWNER: 'acme', CI_REPO_NAME: 'orders', ...more },
});

describe('what happened', () => {
  test.each<[string, Env, Happening]>([
    ['Azure Pipelines, push', azure({}), build('Azure Pipelines', 'feature/x')],
    ['Azure Pipelines, tag', azure({ BUILD_SOURCEBRANCH: 'refs/tags/v1' }), tag],
    [
      'Azure Pipelines, pull request',
      azure({
        BUILD_SOURCEBRANCH: 'refs/pull/7/merge',
        SYSTEM_PULLREQUEST_PULLREQUESTID: '7',
        SYSTEM_PULLREQUEST_SOURCEBRANCH: 'refs/heads/feature/x',
        SYSTEM_PULLREQUEST_TARGETBRANCH: 'refs/heads/main',
      }),
      proposal('Azure Pipelines'),
    ],
    ['Bitbucket, push', bitbucket({ BITBUCKET_BRANCH: 'feature/x' }), build('Bitbucket Pipelines', 'feature/x')],
    ['Bitbucket, tag', bitbucket({ BITBUCKET_TAG: 'v1' }), tag],
    [
      'Bitbucket, pull request',
      bitbucket({ BITBUCKET_BRANCH: 'feature/x', BITBUCKET_PR_ID: '7', BITBUCKET_PR_DESTINATION_BRANCH: 'main' }),
      proposal('Bitbucket Pipelines'),
    ],
    ['Jenkins, multibranch', jenkins({ BRANCH_NAME: 'feature/x', GIT_BRANCH: 'x' }), build('Jenkins', 'feature/x')],
    ['Jenkins, classic', jenkins({ GIT_BRANCH: 'origin/main', GIT_LOCAL_BRANCH: 'main' }), build('Jenkins', 'main')],
    ['Jenkins, tag', jenkins({ BRANCH_NAME: 'v1', TAG_NAME: 'v1' }), tag],
    [
      'Jenkins, pull request',
      jenkins({ BRANCH_NAME: 'PR-7', CHANGE_ID: '7', CHANGE_TARGET: 'main' }),
      proposal('Jenkins'),
    ],
    [
      'Jenkins, classic, pull request builder',
      jenkins({ GIT_BRANCH: 'origin/x', ghprbPullId: '7', ghprbTargetBranch: 'main', ghprbActualCommit: oid('c') }),
      proposal('Jenkins'),
    ],
    ['Woodpecker, push', woodpecker({}), build('Woodpecker CI', 'feature/x')],
    ['Woodpecker, tag', woodpecker({ CI_PIPELINE_EVENT: 'tag', CI_COMMIT_TAG: 'v1', CI_COMMIT_BRANCH: '' }), tag],
    [
      'Woodpecker, pull request',
      woodpecker({ CI_PIPELINE_EVENT: 'pull_request', CI_COMMIT_PULL_REQUEST: '7', CI_COMMIT_TARGET_BRANCH: 'main' }),
      proposal('Woodpecker CI'),
    ],
    [
      'another that env-ci knows: Buildkite',
      { BUILDKITE: 'true', BUILDKITE_BRANCH: 'feature/x', BUILDKITE_COMMIT: oid('c'), BUILDKITE_PULL_REQUEST: 'false' },
      build('Buildkite', 'feature/x'),
    ],
    ['CircleCI', { CI: '1', CIRCLECI: '1', CIRCLE_BRANCH: 'x', CIRCLE_SHA1: oid('c') }, build('CircleCI', 'x')],
  ])('%s', async (_, env, happening) => {
    expect((await read(env)).happening).toEqual(happening);
  });

  test.each([
    ['Azure Pipelines', azure({ SYSTEM_PULLREQUEST_PULLREQUESTID: '7' })],
    ['Bitbucket', bitbucket({ BITBUCKET_PR_ID: '7' })],
    ['Jenkins', jenkins({ CHANGE_ID: '7', BRANCH_NAME: 'PR-7' })],
  ])('%s: a pull request without its target is unclear, and never a push', async (_, env) => {
    expect((await read(env)).happening).toMatchObject({ kind: 'unclear' });
  });
});

describe('what the variables say at first sight, and must not be taken for', () => {
  const codebuild = (CODEBUILD_WEBHOOK_TRIGGER?: string, more: Env = {}): Env => {
    return { CODEBUILD_BUILD_ID: 'p:1', CODEBUILD_WEBHOOK_TRIGGER, ...more };
  };
  const byHand = { CODEBUILD_SOURCE_VERSION: 'pr/12' };
  const ofBranch = (branch: string | null) => ({ kind: 'manual', branch });
  const ofClosed = { CI_COMMIT_PULL_REQUEST: '7', CI_COMMIT_BRANCH: 'main', CI_COMMIT_TARGET_BRANCH: 'main' };
  const closed = { CI_PIPELINE_EVENT: 'pull_request_closed', ...ofClosed };
  const bamboo = { bamboo_agentId: '1', bamboo_planRepository_1_revision: oid('c') };
  const ofPull = { bamboo_repository_pr_targetBranch: 'main', bamboo_repository_pr_key: '7' };
  const ofPlan = { bamboo_planRepository_1_branchName: 'x', ...ofPull };
  const empty = { BRANCH_NAME: '', GIT_LOCAL_BRANCH: '' };
  test.each<[string, Env, object]>([
    [
      'CodeBuild, a pull request whose commit a branch has too',
      codebuild('pr/7', { CODEBUILD_WEBHOOK_BASE_REF: 'refs/heads/main' }),
      { kind: 'proposal', target: 'main', number: 7 },
    ],
    ['CodeBuild, a pull request by hand', codebuild(undefined, byHand), { kind: 'unclear', branch: null }],
    ['CodeBuild, a branch', codebuild('branch/feature/x'), ofBranch('feature/x')],
    ['CodeBuild, a tag', codebuild('tag/v1'), tag],
    ['CodeBuild without a trigger: no branch is guessed', codebuild(), ofBranch(null)],
    ['Woodpecker, a closed pull request', woodpecker(closed), proposal('Woodpecker CI')],
    [
      'Bamboo, the branch plan of a pull request',
      { ...bamboo, ...ofPlan },
      { kind: 'proposal', target: 'main', number: 7 },
    ],
    ['Jenkins, a commit without a branch', jenkins({ GIT_BRANCH: 'detached' }), ofBranch(null)],
    ['Jenkins, empty variables', jenkins({ ...empty, GIT_BRANCH: 'origin/feature/x' }), ofBranch('feature/x')],
    ['Jenkins, the full name', jenkins({ GIT_BRANCH: 'refs/remotes/origin/feature/x' }), ofBranch('feature/x')],
  ])('%s', async (_, env, happening) => {
    // In this repository a commit is checked out.
    expect((await read(env, process.cwd())).happening).toMatchObject(happening);
  });
});

describe('TeamCity, whose files say more than its variables', () => {
  const teamCity = { TEAMCITY_VERSION: '2026.1', BUILD_VCS_NUMBER: oid('c') };
  const write = (dir: string, said: Readonly<Record<string, string>>): Env => {
    const lines = (of: Readonly<Record<string, string>>) =>
      Object.entries(of)
        .map(([name, value]) => `${name}=${value.replace(/[:=\\]/g, '\\$&')}\n`)
        .join('');
    writeFileSync(join(dir, 'config'), lines(said));
    writeFileSync(join(dir, 'build'), lines({ 'teamcity.configuration.properties.file': join(dir, 'config') }));
    return { ...teamCity, BUILD_NUMBER: '12', TEAMCITY_BUILD_PROPERTIES_FILE: join(dir, 'build') };
  };

  const ofPull = { 'teamcity.pullRequest.number': '7', 'teamcity.pullRequest.target.branch': main };
  test.each<[string, Readonly<Record<string, string>>, Happening]>([
    ['push', { 'teamcity.build.branch': 'feature/x' }, build('TeamCity', 'feature/x')],
    ['push, with the whole ref', { 'teamcity.build.branch': 'refs/heads/feature/x' }, build('TeamCity', 'feature/x')],
    ['default branch', { 'teamcity.build.branch': '<default>', 'vcsroot.branch': main }, build('TeamCity', 'main')],
    ['the default branch, not named', { 'teamcity.build.branch': '<default>' }, build('TeamCity', null)],
    ['tag', { 'teamcity.build.branch': 'refs/tags/v1' }, tag],
    ['pull request', { 'teamcity.build.branch': 'x', ...ofPull }, proposal('TeamCity')],
  ])('%s', async (_, said, happening) => {
    using at = folder();
    const event = await read(write(at.path, { ...said, 'teamcity.build.triggeredBy.username': 'jane-doe' }));
    expect([event.happening, event.run.actor]).toEqual([happening, 'jane-doe']);
  });

  test('files that are not there say nothing', async () => {
    const event = await read({ ...teamCity, TEAMCITY_BUILD_PROPERTIES_FILE: '/nonexistent' });
    expect(event.happening).toEqual(build('TeamCity', null));
  });
});

test('run, account and repository', async () => {
  const azureUrl = 'https://dev.azure.com/acme/Order%20entry/_build';
  expect(await read(azure({}))).toMatchObject({
    host: 'other',
    run: { id: '815', attempt: 2, url: `${azureUrl}/results?buildId=815`, actor: 'jane@acme.example' },
    repository: { name: 'orders', url: null, defaultBranch: null },
  });
  expect(await read(woodpecker({}))).toMatchObject({
    run: { id: '12', attempt: 1, url: 'https://ci.acme.example/repos/1/pipeline/12', actor: 'jane-doe' },
    repository: { name: 'orders' },
  });
  expect(await read(bitbucket({ BITBUCKET_BRANCH: 'main' }))).toMatchObject({ repository: { name: 'orders' } });
  const run = { id: '12', url: 'https://jenkins.acme.example/job/orders/12/', actor: null };
  expect(await read(jenkins({ BRANCH_NAME: 'main' }))).toMatchObject({ run });
});

test('a system that nobody knows is a run by hand', async () => {
  expect(await read({ CI: 'true', SOME_CI: '1' })).toMatchObject({ host: 'local', happening: { kind: 'local' } });
  expect(await read({})).toMatchObject({ host: 'local' });
  expect(await read({ CI: 'false', JENKINS_URL: '' })).toMatchObject({ host: 'local' });
});

test('a job of GitHub or GitLab is one, no matter what else its environment holds', async () => {
  const extra = { JENKINS_URL: 'https://jenkins.example/', BRANCH_NAME: 'evil', TF_BUILD: 'True', BUILD_BUILDURI: 'x' };
  expect((await read({ ...github('workflow_dispatch'), ...extra })).host).toBe('github');
  expect((await read({ ...gitlab('schedule'), ...extra })).host).toBe('gitlab');
});

test('a commit that the host does not name is asked of Git, which sees no secret of the run', async () => {
  using place = folder();
  const [bin, seen] = [join(place.path, 'bin'), join(place.path, 'seen')];
  mkdirSync(bin);
  writeFileSync(join(bin, 'git'), `#!/bin/sh\n/usr/bin/env >> '${seen}'\nexit 1\n`);
  chmodSync(join(bin, 'git'), 0o755);
  const secret = 'TheSecret0815';
  const names = ['TOKEN', 'GIT_TOKEN', 'LEDGER_TOKEN', 'LEDGER_SECRET', 'LEDGER_SECRET_PREVIOUS'];
  const secrets = Object.fromEntries(names.map((name) => [`FILE_CHECKOUTS_${name}`, secret]));
  const env = { PATH: bin, JENKINS_URL: 'http://jenkins/', ...secrets };
  await runBundle(bundles.cli, ['plan'], { cwd: place.path, env });
  expect(readFileSync(seen, 'utf8')).toContain('JENKINS_URL');
  expect(readFileSync(seen, 'utf8')).not.toContain(secret);
});
