import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { demoSite } from '../../src/service/demo.ts';
import { type RunningService, startService } from '../../src/service/start.ts';
import { type Folder, folder } from '../git/support.ts';
import { keptInMemory } from '../kept-in-memory.ts';
import { bundles, Runner, runBundle } from './support/bundle.ts';
import { demoMapping } from './support/mapping.ts';
import { TestRepository } from './support/repository.ts';

/** The examples for other CI hosts (design §15): their commands as they stand, in an environment as the host makes it. */

interface Step {
  readonly script?: string;
  readonly workingDirectory?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** In a shell, with a folder of the agent's own in TEMP; Azure itself fills in `$(Name)`. */
const azure = (): string => {
  const { steps } = parse(readFileSync('examples/azure-pipelines.yml', 'utf8')) as { steps: readonly Step[] };
  const scripts = steps.filter(({ script }) => script !== undefined);
  const text = scripts.map(({ script, workingDirectory }) => `(cd "${workingDirectory}"; ${script})`).join('\n');
  return text.replaceAll('$(Agent.TempDirectory)', '$TEMP').replaceAll('$(Build.SourcesDirectory)', '$WORKSPACE');
};
const bitbucket = (): string => {
  const { pipelines } = parse(readFileSync('examples/bitbucket-pipelines.yml', 'utf8'), { merge: true });
  return pipelines.default[0].step.script.join('\n');
};
const jenkins = (): string => {
  const commands = readFileSync('examples/Jenkinsfile', 'utf8').matchAll(/\bsh '([^']+)'/g);
  return ['cd "$TEMP"', ...Array.from(commands, ([, command]) => command)].join('\n');
};

/** What a host says of a push of a branch, and of a pull request into main. */
interface Host {
  readonly command: () => string;
  readonly push: (branch: string, commit: string) => Readonly<Record<string, string>>;
  readonly pull: (commit: string) => Readonly<Record<string, string>>;
}

const ofAzure = { TF_BUILD: 'True', BUILD_BUILDURI: 'vstfs:///Build/Build/8', BUILD_BUILDNUMBER: '20261122.3' };
const azureAt = (ref: string, commit: string) => ({ ...ofAzure, BUILD_SOURCEBRANCH: ref, BUILD_SOURCEVERSION: commit });
const azurePull = { SYSTEM_PULLREQUEST_PULLREQUESTID: '7', SYSTEM_PULLREQUEST_TARGETBRANCH: 'refs/heads/main' };
const ofBitbucket = { CI: 'true', BITBUCKET_BUILD_NUMBER: '12', BITBUCKET_REPO_SLUG: 'orders' };
const bitbucketAt = (branch: string, commit: string) => ({
  ...{ ...ofBitbucket, BITBUCKET_BRANCH: branch, BITBUCKET_COMMIT: commit },
});
const bitbucketPull = { BITBUCKET_PR_ID: '7', BITBUCKET_PR_DESTINATION_BRANCH: 'main' };
const ofJenkins = { JENKINS_URL: 'https://jenkins.example/', BUILD_NUMBER: '12' };
const jenkinsPull = { BRANCH_NAME: 'PR-7', CHANGE_ID: '7', CHANGE_TARGET: 'main' };

const hosts: readonly [string, Host][] = [
  [
    'Azure Pipelines',
    {
      command: azure,
      push: (branch, commit) => azureAt(`refs/heads/${branch}`, commit),
      pull: (commit) => ({ ...azureAt('refs/pull/7/merge', commit), ...azurePull }),
    },
  ],
  [
    'Bitbucket Pipelines',
    {
      command: bitbucket,
      push: bitbucketAt,
      pull: (commit) => ({ ...bitbucketAt('feature/x', commit), ...bitbucketPull }),
    },
  ],
  [
    'Jenkins',
    {
      command: jenkins,
      push: (branch, commit) => ({ ...ofJenkins, BRANCH_NAME: branch, GIT_BRANCH: branch, GIT_COMMIT: commit }),
      pull: (commit) => ({ ...ofJenkins, ...jenkinsPull, GIT_COMMIT: commit }),
    },
  ],
];

class Job implements AsyncDisposable {
  readonly repository = new TestRepository();
  readonly place: Folder = folder();
  readonly service: RunningService;
  readonly #command: string;

  constructor(service: RunningService, command: string) {
    this.service = service;
    this.#command = command;
    // In place of npm: fetches nothing, and not without what keeps the checkout out of it.
    const asked = ['--prefix .', '--cache ', '--registry ', '--userconfig ', '--globalconfig ', '--ignore-scripts'];
    const npm = [
      '#!/bin/sh',
      ...[...asked, 'file-checkouts@1'].map((word) => `case "$*" in *'${word}'*) ;; *) exit 99 ;; esac`),
      '[ -z "$(ls -A)" ] || exit 98',
      `mkdir node_modules; ln -s '${process.cwd()}' node_modules/file-checkouts`,
    ];
    writeFileSync(join(this.place.path, 'npm'), npm.join('\n'), { mode: 0o755 });
    symlinkSync(process.execPath, join(this.place.path, 'node'));
    mkdirSync(join(this.repository.dir, 'test-results'));
    mkdirSync(join(this.repository.dir, '.git', 'info'), { recursive: true });
    writeFileSync(join(this.repository.dir, '.git', 'info', 'exclude'), 'check-outs.*\n');
  }

  /** Runs the example's command in a clone that is at the commit, detached, as these hosts check out. */
  async run(env: Readonly<Record<string, string>>, commit: string): Promise<{ code: number | null; said: string }> {
    this.repository.git('checkout', '-q', '--detach', commit);
    using temp = folder();
    const { dir } = this.repository;
    const { url } = this.service;
    const child = spawn('sh', ['-ec', this.#command], {
      cwd: dir,
      env: {
        ...{ ...keptInMemory(), TEMP: temp.path, TMPDIR: temp.path, WORKSPACE: dir, BITBUCKET_CLONE_DIR: dir },
        ...{ PATH: `${this.place.path}:${process.env.PATH}`, HOME: '/nonexistent', ...env, FILE_CHECKOUTS_URL: url },
        ...{ CHANGE_MANAGEMENT_URL: url, FILE_CHECKOUTS_TOKEN: 'demo-token' },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, err] = [text(child.stdout), text(child.stderr)];
    const code = await new Promise<number | null>((done) => child.on('close', done));
    return { code, said: (await out) + (await err) };
  }

  cli(...args: string[]) {
    const env = { FILE_CHECKOUTS_TOKEN: 'demo-token', FILE_CHECKOUTS_URL: this.service.url };
    return runBundle(bundles.cli, args, { cwd: this.repository.dir, env });
  }

  filed(): string[] {
    return this.service.inspect().requests.map(({ objn, branch }) => `${objn} ${branch}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service.close();
    this.repository[Symbol.dispose]();
    this.place[Symbol.dispose]();
  }
}

const says = (text: string, code = 0) => ({ code, said: expect.stringContaining(text) });
const mapping = demoMapping.replace(/^pipe:.*$/m, 'request: { proj: null }');

describe.each(hosts)('%s', (host, { command, push, pull }) => {
  test('a new branch, a pull request, and where all are alike the next push, a tag, the default branch once it is begun', async () => {
    await using job = new Job(await startService({ site: demoSite, db: ':memory:', port: 0 }), command());
    const { repository } = job;
    const base = repository.commit('Base', { '.file-checkouts.yml': mapping, 'QRPGLESRC/OLD.PGM.RPGLE': 'o' });
    repository.push();
    repository.git('checkout', '-qb', 'feature/x');
    const one = repository.commit('One', { 'QRPGLESRC/A.PGM.RPGLE': 'a\n' });
    repository.push('feature/x');
    expect(await job.run(push('feature/x', one), one)).toMatchObject(says('created'));
    expect(job.filed()).toEqual(['A feature/x']);
    expect(await job.run(pull(one), one)).toMatchObject(says('1 to create'));
    // What follows is the same on every host.
    if (host !== 'Azure Pipelines') return;
    repository.git('checkout', '-q', 'feature/x');
    const two = repository.commit('Two', { 'QRPGLESRC/A.PGM.RPGLE': 'aa\n', 'QRPGLESRC/B.PGM.RPGLE': 'b\n' });
    repository.push('feature/x');
    expect(await job.run(push('feature/x', two), two)).toMatchObject(says('1 created, 1 updated'));
    expect(await job.run(azureAt('refs/tags/v1', two), two)).toMatchObject(says('is a tag'));
    expect(await job.run(push('main', base), base)).toMatchObject(says('ledger begin', 3));
    expect(job.filed()).toEqual(['A feature/x', 'B feature/x']);
    expect(await job.cli('ledger', 'begin', '--branch', 'main', '--head', base)).toMatchObject({ code: 0 });
    repository.git('checkout', '-q', '-B', 'main', base);
    const merged = repository.commit('Merged', { 'QRPGLESRC/C.PGM.RPGLE': 'c\n' });
    repository.push();
    expect(await job.run(push('main', merged), merged)).toMatchObject(says('1 created'));
    expect(job.filed()).toEqual(['A feature/x', 'B feature/x', 'C main']);
    expect(readFileSync(join(repository.dir, 'check-outs.json'), 'utf8')).toContain('"created"');
  });
});

// Forgejo differs in one variable: test/host/.
test('Gitea Actions: the action files a push and plans a pull request, without what only GitHub has', async () => {
  const env = { GITEA_ACTIONS: 'true', GITHUB_SERVER_URL: 'https://gitea.example' };
  using repository = new TestRepository();
  using runner = new Runner();
  const service = await startService({ site: demoSite, db: ':memory:', port: 0 });
  const base = repository.commit('Base', { '.file-checkouts.yml': demoMapping });
  const head = repository.commit('One', { 'QRPGLESRC/A.PGM.RPGLE': 'a\n' });
  repository.push();
  // Their payload of a push says neither `created` nor `deleted`.
  const event = runner.file('event.json');
  const about = { repository: { default_branch: 'main', name: 'orders' } };
  const given = { INPUT_URL: service.url, INPUT_TOKEN: 'demo-token' };
  const inputs = { ...given, GITHUB_WORKSPACE: repository.dir, RUNNER_TEMP: runner.dir };
  const act = (payload: object, more: Readonly<Record<string, string>>) => {
    writeFileSync(event, JSON.stringify({ ...about, ...payload }));
    const { GITHUB_OUTPUT = '' } = runner.actionFiles();
    const job = { ...runner.push({ branch: 'main', before: base, after: head }), ...inputs, ...env };
    const files = { GITHUB_OUTPUT, GITHUB_EVENT_PATH: event };
    return runBundle(bundles.action, [], { cwd: repository.dir, env: { ...job, ...files, ...more } });
  };
  const push = { ref: 'refs/heads/main', before: base, after: head, compare_url: '', commits: [], pusher: {} };
  const filed = await act(push, {});
  expect([filed.code, filed.stdout]).toEqual([0, expect.stringContaining('created')]);
  expect(runner.outputs()).toMatchObject({ created: '1' });
  const pull = { number: 7, pull_request: { base: { ref: 'main', sha: base }, head: { ref: 'topic', sha: head } } };
  const planned = await act(pull, { GITHUB_EVENT_NAME: 'pull_request', GITHUB_REF: 'refs/pull/7/head' });
  expect([planned.code, planned.stdout]).toEqual([0, expect.stringContaining('planned')]);
  await service.close();
});
