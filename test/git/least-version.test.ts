import { describe, expect, test } from 'vitest';
import { buildConfigVariable, parseConfigList } from '../../src/git/environment.ts';
import { openRepository } from '../../src/git/repository.ts';
import { runIn } from '../events/support.ts';
import { pushOf, zeros } from '../host/support.ts';
import { folder, git, gitBytes, gitEnv, remote } from './support.ts';
import { gitOfVersion, noGit, watchGit } from './watched-git.ts';

describe('the least Git that works', () => {
  test.each([
    ['core.plain', 'value'],
    ['core.empty', ''],
    ['http.https://h/a b/.extraheader', "AUTHORIZATION: basic it's!=\n\ttwo 'lines'"],
    ['url.https://h/ä?x=y&z/.insteadof', 'ssh://h\\!/'],
    ['core.path', 'C:\\Program Files\\Git "x"'],
  ])('Git reads the entry %s as it was meant', (key, value) => {
    using it = folder();
    const entries = Object.entries({ 'core.before': '1', [key]: value, 'core.after': '2' });
    const env = { ...gitEnv, ...buildConfigVariable(entries) };
    expect(JSON.stringify(env)).not.toContain('GIT_CONFIG_COUNT');
    const output = gitBytes(it.path, ['config', '--list', '-z'], undefined, env).toString('utf8');
    expect(parseConfigList(output)).toEqual(entries);
  });

  test('the variables by which a machine sets Git up are handed on, each of them', async () => {
    using origin = remote();
    origin.commit({ 'A.RPGLE': 'a\n' });
    using watched = folder();
    const watch = watchGit(watched.path);
    const handedOn = {
      GIT_EXEC_PATH: git(origin.work, '--exec-path'),
      ...{ GIT_SSH: 'ssh', GIT_SSH_COMMAND: 'ssh -q', GIT_SSH_VARIANT: 'ssh', GIT_SSL_CAINFO: '/etc/ssl/ca.pem' },
      ...{ GIT_SSL_NO_VERIFY: '0', GIT_ASKPASS: '/bin/true', GIT_PROXY_COMMAND: '/bin/true' },
      ...{ GIT_ALLOW_PROTOCOL: 'file:https', GIT_HTTP_LOW_SPEED_LIMIT: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
      ...{ GIT_CONFIG_SYSTEM: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_TRACE2_EVENT: '0', GIT_CURL_VERBOSE: '0' },
    };
    using repository = await openRepository({ repoDir: origin.work, env: { ...watch.env, ...handedOn } });
    const told = await repository.git(['rev-parse', 'HEAD'], { inCheckout: true });
    expect(told.trim()).toBe(git(origin.work, 'rev-parse', 'HEAD'));
    for (const { variables } of watch.started()) {
      expect(variables).toEqual(expect.arrayContaining(Object.keys(handedOn)));
    }
  });

  test('a variable that only looks like one of those that set Git up breaks no run', async () => {
    using origin = remote();
    const head = origin.commit({ 'A.RPGLE': 'a\n' });
    using watched = folder();
    const watch = watchGit(watched.path);
    // As autotools, Termux and conda have it, and as pipelines name what they have found out about Git.
    const ofOthers = { PREFIX: '/usr/local', Prefix: '/opt', 'a git_ref': 'x', GIT: 'git' };
    const names = ['git_branch', 'Git_Dir', 'editor', 'pager', 'visual', 'ssh_askpass'];
    const likeGits = Object.fromEntries(names.map((name) => [name, '/nowhere']));
    const env = { ...watch.env, ...ofOthers, ...likeGits };
    using repository = await openRepository({ repoDir: origin.work, env });
    expect((await repository.git(['rev-parse', 'HEAD'], { inCheckout: true })).trim()).toBe(head);
    expect(watch.started()).not.toEqual([]);
    for (const { variables } of watch.started()) {
      expect(variables.filter((name) => Object.hasOwn(likeGits, name))).toEqual([]);
    }
  });

  test.each(['-', '--all', '--git-dir=/x', '--output=/tmp/x'])(
    'the revision %s is none, and not asked',
    async (rev) => {
      using origin = remote();
      const head = origin.commit({ 'A.RPGLE': 'a\n' });
      origin.push(head, 'main');
      using watched = folder();
      const watch = watchGit(watched.path);
      const told = pushOf(zeros, head);
      const report = await runIn(origin.work, told, { base: rev }, { env: watch.env });
      const error = { code: 'range', message: `${rev} names no commit in this clone` };
      expect(report).toMatchObject({ exitCode: 3, error });
      expect(watch.started().filter(({ args }) => args.some((arg) => arg.startsWith(rev) && rev !== '-'))).toEqual([]);
    },
  );
});

describe('a Git that does not do', () => {
  async function runWith(env: Readonly<Record<string, string>>) {
    using origin = remote();
    const head = origin.commit({ 'A.RPGLE': 'a\n' });
    return await runIn(origin.work, pushOf(zeros, head), {}, { env });
  }

  test('too old: exit 3, with the version found and the one that is needed', async () => {
    using it = folder();
    const report = await runWith(gitOfVersion(it.path, '2.17.1', 'error: unknown option `includes'));
    const message = 'Git 2.17.1 is too old: 2.25 or later is needed';
    const error = { code: 'git', message, remedy: expect.stringContaining('Install Git 2.25 or later') };
    expect(report).toMatchObject({ exitCode: 3, requests: [], error });
  });

  test('missing: exit 3, and what to install', async () => {
    using it = folder();
    const [message, remedy] = ['no git on the PATH', '2.25'].map((words) => expect.stringContaining(words));
    expect(await runWith(noGit(it.path))).toMatchObject({ exitCode: 3, error: { code: 'git', message, remedy } });
  });

  test('new enough, but not for SHA-256 names', async () => {
    using it = folder();
    const words = 'fatal: unknown repository extensions found: objectformat';
    const { exitCode, error } = await runWith(gitOfVersion(it.path, '2.25.1', words));
    expect([exitCode, error?.code]).toEqual([3, 'git']);
    expect(`${error?.message} ${error?.remedy}`).toMatch(/SHA-256.*2\.29/);
  });

  test('recent: its own words stand, and its version is asked once, however much fails', async () => {
    using origin = remote();
    const head = origin.commit({ 'A.RPGLE': 'a\n' });
    git(origin.work, 'remote', 'set-url', 'origin', '/nowhere/at/all.git');
    using watched = folder();
    const watch = watchGit(watched.path);
    const told = pushOf('1'.repeat(40), head);
    const report = await runIn(origin.work, told, {}, { env: watch.env });
    expect(report).toMatchObject({ exitCode: 3, error: { message: expect.stringContaining('/nowhere/at/all.git') } });
    const started = watch.started().map(({ args }) => args);
    expect(started.filter((args) => args.includes('fetch')).length).toBeGreaterThan(1);
    expect(started.filter(([first]) => first === '--version')).toHaveLength(1);
  });

  test.each([
    ['2.25.1', null],
    ['2.47.0.windows.2', null],
    ['2.39.5 (Apple Git-154)', null],
    ['3.0', null],
    ['2.9.5', '2.9.5'],
    ['1.8.3.1', '1.8.3'],
  ])('git version %s: too old as %s', async (words, tooOld) => {
    using it = folder();
    const why = tooOld === null ? 'fatal: bad object' : `Git ${tooOld} is too old`;
    const { error } = await runWith(gitOfVersion(it.path, words, 'fatal: bad object'));
    expect(error?.message).toContain(why);
  });
});
