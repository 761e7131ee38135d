import { describe, expect, test } from 'vitest';
import { knownBranches } from '../../src/git/branch-names.ts';
import { configEnvironment, parseConfigList } from '../../src/git/config.ts';
import { openObjects } from '../../src/git/objects.ts';
import { openRepository } from '../../src/git/repository.ts';
import { listTracked } from '../../src/git/tracked.ts';
import { gitVersionOf, isOlder, leastGit, versionProblem } from '../../src/git/version.ts';
import { stage } from '../events/filing-support.ts';
import { filesOf, runIn, type Told } from '../events/support.ts';
import { github, pushed, zeros } from '../host/support.ts';
import { makeClone } from './clones.ts';
import { folder, git, gitBytes, gitEnv, type Remote, remote } from './support.ts';
import { gitOfVersion, noGit, type Started, watchGit } from './watched-git.ts';

/** What a run asks of Git: the options of each command, with the version of Git that introduced each. */
const introduced: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'cat-file': { '--batch': '1.5.6', '--batch-check': '1.5.6' },
  config: { '--local': '1.8', '--includes': '1.7.10', '--list': '1.5', '-z': '1.5.3' },
  'diff-tree': { '-r': '1.5', '-z': '1.5', '--raw': '1.5', '-M100%': '1.7', '--ignore-submodules': '1.7' },
  // N and get-mark, in what it reads: 1.6.5 and 2.6.
  'fast-import': { '--quiet': '1.5', '--done': '1.7.8', '--force': '1.5' },
  fetch: {
    '--verbose': '1.5',
    '--no-tags': '1.5',
    '--no-recurse-submodules': '1.7.4',
    '--depth': '1.5',
    '--filter': '2.17',
    '--unshallow': '1.8.3',
  },
  'for-each-ref': { '--format': '1.5' },
  'ls-files': { '--stage': '1.5', '-z': '1.5', '--full-name': '1.5' },
  'ls-remote': { '--symref': '2.8' },
  'ls-tree': { '-z': '1.5', '--full-tree': '1.6.3', '--': '1.5' },
  'merge-base': { '--is-ancestor': '1.8' },
  push: { '--no-verify': '1.8.2' },
  'rev-parse': { '--absolute-git-dir': '2.13', '--verify': '1.5', '--quiet': '1.5.6' },
};
/** Settings that a run hands over as `-c`. */
const settings: Readonly<Record<string, string>> = {
  'core.alternateRefsPrefixes': '2.20',
  'remote.*.promisor': '2.24',
};

/** The command of a process, its options without their values, and the settings before it. */
function read({ args }: Started) {
  let at = 0;
  const set: string[] = [];
  for (; args[at] === '-c'; at += 2)
    set.push((args[at + 1] ?? '').replace(/=.*/, '').replace(/^remote\..*\./, 'remote.*.'));
  const [command = '', ...rest] = args.slice(at);
  return { command, set, options: rest.filter((arg) => arg.startsWith('-')).map((arg) => arg.replace(/=.*/, '')) };
}

/** A push of a branch that is merged, from a clone; `ledger` and contents go with the filing ones. */
async function everyCommand(env: Readonly<Record<string, string>>): Promise<void> {
  await using it = await stage();
  const { origin } = it;
  const m0 = origin.commit({ 'A.RPGLE': 'A 0\n', '.file-checkouts.yml': 'version: 1\n' });
  const m1 = origin.commit({ 'A.RPGLE': 'A 1\n' });
  origin.push(m1, 'main');
  expect((await it.push('main', m0, m1, {}, { env })).exitCode).toBe(0);
  git(origin.work, 'checkout', '--quiet', '-b', 'f', m0);
  const f1 = origin.commit({ 'F.RPGLE': 'F 1\n' });
  origin.push(f1, 'f');
  expect((await it.push('f', null, f1, { base: 'HEAD' }, { env })).error).toBeNull();
  expect((await it.push('f', null, f1, {}, { env })).exitCode).toBe(0);
  const dir = makeClone('treeless', origin, { ref: 'f', head: f1 });
  const told: Told = {
    env: github('push', { GITHUB_REF: 'refs/heads/f' }),
    payload: pushed('refs/heads/f', zeros, f1),
  };
  const report = await runIn(dir, told, { mapping: `${m0}:.file-checkouts.yml` }, { env });
  expect(filesOf(report)).toEqual(['+F.RPGLE']);
}

describe('the least Git that works', () => {
  test('every option of every process is one that it knows, and no configuration comes in numbered variables', async () => {
    using watched = folder();
    // The one option that is newer: without it there are the two others of cat-file.
    const watch = watchGit(watched.path, '--batch-command');
    await everyCommand(watch.env);
    using origin = remote();
    origin.push(origin.commit({ 'A.RPGLE': 'a\n' }), 'main');
    using repository = await openRepository({ repoDir: origin.work, env: watch.env });
    await using objects = openObjects(repository);
    expect(await listTracked(repository, objects, undefined)).toHaveLength(1);
    expect(await knownBranches(repository)).toEqual(['main']);
    const seen = watch.started();
    const used = seen.map(read);
    for (const { command, set, options } of used) {
      const all = [
        ...options.map((name) => [name, introduced[command]?.[name]]),
        ...set.map((name) => [name, settings[name]]),
      ];
      for (const [name = '', since] of all) {
        expect(since, `git ${command} ${name}`).toBeDefined();
        expect(isOlder(leastGit, since ?? ''), `git ${command} ${name}`).toBe(false);
      }
    }
    const commands = new Set(used.map(({ command }) => command));
    expect(Object.keys(introduced).filter((command) => !commands.has(command))).toEqual([]);
    expect(
      seen.filter(({ variables }) => variables.some((name) => /^GIT_CONFIG_(COUNT|KEY|VALUE)/.test(name))),
    ).toEqual([]);
    expect(seen.every(({ variables }) => variables.includes('GIT_CONFIG_PARAMETERS'))).toBe(true);
  });

  test.each([
    ['core.plain', 'value'],
    ['core.empty', ''],
    ['http.https://h/a b/.extraheader', "AUTHORIZATION: basic it's!=\n\ttwo 'lines'"],
    ['url.https://h/ä?x=y&z/.insteadof', 'ssh://h\\!/'],
    ['core.path', 'C:\\Program Files\\Git "x"'],
  ])('Git reads the entry %s as it was meant', (key, value) => {
    using it = folder();
    const env = {
      ...gitEnv,
      ...configEnvironment([
        ['core.before', '1'],
        [key, value],
        ['core.after', '2'],
      ]),
    };
    expect(JSON.stringify(env)).not.toContain('GIT_CONFIG_COUNT');
    const output = gitBytes(it.path, ['config', '--list', '-z'], undefined, env).toString('utf8');
    expect(parseConfigList(output)).toEqual([
      ['core.before', '1'],
      [key, value],
      ['core.after', '2'],
    ]);
  });

  test('the variables by which a machine sets Git up are handed on, each of them', async () => {
    using origin = remote();
    origin.commit({ 'A.RPGLE': 'a\n' });
    using watched = folder();
    const watch = watchGit(watched.path);
    const handedOn = {
      GIT_EXEC_PATH: git(origin.work, '--exec-path'),
      GIT_SSH: 'ssh',
      GIT_SSH_COMMAND: 'ssh -q',
      GIT_SSH_VARIANT: 'ssh',
      GIT_SSL_CAINFO: '/etc/ssl/ca.pem',
      GIT_SSL_NO_VERIFY: '0',
      GIT_ASKPASS: '/bin/true',
      GIT_PROXY_COMMAND: '/bin/true',
      GIT_ALLOW_PROTOCOL: 'file:https',
      GIT_HTTP_LOW_SPEED_LIMIT: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_SYSTEM: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_TRACE2_EVENT: '0',
      GIT_CURL_VERBOSE: '0',
    };
    using repository = await openRepository({ repoDir: origin.work, env: { ...watch.env, ...handedOn } });
    expect((await repository.git(['rev-parse', 'HEAD'], { inCheckout: true })).trim()).toBe(
      git(origin.work, 'rev-parse', 'HEAD'),
    );
    for (const { variables } of watch.started()) {
      expect(variables).toEqual(expect.arrayContaining(Object.keys(handedOn)));
    }
  });

  test('more contents than one argument list holds come in several fetches', async () => {
    using origin = remote();
    const files = Object.fromEntries(Array.from({ length: 401 }, (_, n) => [`P${n}.RPGLE`, `${n}\n`]));
    const base = origin.commit({ README: 'r\n' });
    const head = origin.commit(files);
    origin.push(head, 'main');
    const dir = makeBlobless(origin);
    using watched = folder();
    const watch = watchGit(watched.path);
    const told = { env: github('push'), payload: pushed('refs/heads/main', base, head) };
    const report = await runIn(dir, told, {}, { env: watch.env });
    expect(report.requests.filter(({ bytes }) => bytes !== null)).toHaveLength(401);
    const fetches = watch.started().filter((process) => read(process).command === 'fetch');
    expect(fetches).toHaveLength(2);
    for (const { args } of fetches) expect(args.join(' ').length).toBeLessThan(32_000);
  });

  test.each(['-', '--all', '--git-dir=/x', '--output=/tmp/x'])(
    'the revision %s is none, and is not asked about',
    async (rev) => {
      using origin = remote();
      const head = origin.commit({ 'A.RPGLE': 'a\n' });
      origin.push(head, 'main');
      using watched = folder();
      const watch = watchGit(watched.path);
      const told = { env: github('push'), payload: pushed('refs/heads/main', zeros, head) };
      const report = await runIn(origin.work, told, { base: rev }, { env: watch.env });
      expect(report).toMatchObject({
        exitCode: 3,
        error: { code: 'range', message: `${rev} names no commit in this clone` },
      });
      expect(watch.started().filter(({ args }) => args.some((arg) => arg.startsWith(rev) && rev !== '-'))).toEqual([]);
    },
  );
});

function makeBlobless(origin: Remote): string {
  const dir = `${origin.root}/partial`;
  git(origin.root, 'clone', '--quiet', '--filter=blob:none', '--no-checkout', origin.url, dir);
  return dir;
}

describe('a Git that does not do', () => {
  async function runWith(env: Readonly<Record<string, string>>) {
    using origin = remote();
    const head = origin.commit({ 'A.RPGLE': 'a\n' });
    return await runIn(
      origin.work,
      { env: github('push'), payload: pushed('refs/heads/main', zeros, head) },
      {},
      { env },
    );
  }

  test('too old: exit 3, with the version found and the one that is needed', async () => {
    using it = folder();
    const report = await runWith(gitOfVersion(it.path, '2.17.1', 'error: unknown option `includes'));
    expect(report).toMatchObject({ exitCode: 3, requests: [] });
    expect(report.error).toMatchObject({
      code: 'git',
      message: 'Git 2.17.1 is too old: 2.25 or later is needed',
      remedy: expect.stringContaining('Install Git 2.25 or later'),
    });
  });

  test('missing: exit 3, and what to install', async () => {
    using it = folder();
    expect(await runWith(noGit(it.path))).toMatchObject({
      exitCode: 3,
      error: {
        code: 'git',
        message: expect.stringContaining('no git on the PATH'),
        remedy: expect.stringContaining('2.25'),
      },
    });
  });

  test('new enough, but not for SHA-256 names', async () => {
    using it = folder();
    const words = 'fatal: unknown repository extensions found: objectformat';
    expect(await runWith(gitOfVersion(it.path, '2.25.1', words))).toMatchObject({
      exitCode: 3,
      error: { code: 'git', message: expect.stringContaining('SHA-256'), remedy: expect.stringContaining('2.29') },
    });
  });

  test('recent: its own words stand, and its version is asked once, however much fails', async () => {
    using origin = remote();
    const head = origin.commit({ 'A.RPGLE': 'a\n' });
    git(origin.work, 'remote', 'set-url', 'origin', '/nowhere/at/all.git');
    using watched = folder();
    const watch = watchGit(watched.path);
    const told = { env: github('push'), payload: pushed('refs/heads/main', '1'.repeat(40), head) };
    const report = await runIn(origin.work, told, {}, { env: watch.env });
    expect(report).toMatchObject({ exitCode: 3, error: { message: expect.stringContaining('/nowhere/at/all.git') } });
    const started = watch.started().map(({ args }) => args);
    expect(started.filter((args) => args.includes('fetch')).length).toBeGreaterThan(1);
    expect(started.filter(([first]) => first === '--version')).toHaveLength(1);
  });

  test.each([
    ['git version 2.25.1', '2.25.1', false],
    ['git version 2.47.0.windows.2', '2.47.0', false],
    ['git version 2.39.5 (Apple Git-154)\n', '2.39.5', false],
    ['git version 2.9.5', '2.9.5', true],
    ['git version 1.8.3.1', '1.8.3', true],
    ['git version 3.0', '3.0', false],
    ['hub version 2.25', null, null],
  ])('%s', (words, version, tooOld) => {
    expect(gitVersionOf(words)).toBe(version);
    if (version === null) return;
    expect(versionProblem(version, 'fatal: bad object') !== null).toBe(tooOld);
  });
});
