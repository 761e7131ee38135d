/** Repositories that somebody else made: the bundle opens none that Git would not, and runs nothing that one names. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundles, runBundle } from '../e2e/support/bundle.ts';
import { initialize } from './by-hand.ts';
import { commitAll, type Folder, folder, git, gitBytes, gitEnv, runEnv, writeFiles } from './support.ts';

const mapping = `version: 1
branches: [{ branch: main, appl: ORD, lvl: 10 }]
rules: [{ match: { gfile: "*.RPGLE" }, request: { attr: RPGLE, objt: "*PGM" } }]
unmapped: ignore
`;

/** Every command that reads a repository, as it would be typed there. */
const commands: Readonly<Record<string, readonly string[]>> = {
  plan: ['plan', '--paths', 'A.RPGLE', '--branch', 'main', '--ledger', 'off'],
  file: ['file', '--paths', 'A.RPGLE', '--branch', 'main', '--url', 'http://127.0.0.1:1', '--timeout', '1'],
  check: ['check'],
  explain: ['explain', 'A.RPGLE', '--branch', 'main'],
  init: ['init', '--mapping', 'new.yml'],
  ledger: ['ledger', 'show'],
  begin: ['ledger', 'begin', 'HEAD', '--branch', 'main', '--url', 'http://127.0.0.1:1'],
  status: ['status'],
  rehearse: ['rehearse', '--repo-dir', '.', '--last', '1'],
  site: ['serve', '--from-mapping', '--write-site', 'site.yml'],
};

function run(dir: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return runBundle(bundles.cli, args, { cwd: dir, env: { ...runEnv, FILE_CHECKOUTS_TOKEN: 't', ...env } });
}

/** A repository with one commit on main. */
function repositoryIn(parent: string, name = 'work'): string {
  const dir = join(parent, name);
  initialize(join(dir, '.git'), false);
  writeFiles(dir, { 'A.RPGLE': 'a\n', '.file-checkouts.yml': mapping });
  commitAll(dir, 'one');
  return dir;
}

/** A program below `it` that leaves a mark when it is run; `ran` tells. @param then what it does after that. */
function trap(it: Folder, then = 'cat', name = 'trap') {
  const mark = join(it.path, `${name}-was-run`);
  const file = join(it.path, name);
  writeFileSync(file, `#!/bin/sh\ntouch '${mark}'\n${then}\n`, { mode: 0o755 });
  return { file, ran: () => existsSync(mark) };
}

/** Settings by which a repository has a program run, no matter what its remote is; a remote has more (see remotes). */
const settings: Readonly<Record<string, (program: string) => string>> = {
  'core.fsmonitor': (program) => `[core]\n fsmonitor = ${program}`,
  'core.pager': (program) => `[core]\n pager = ${program}\n[pager]\n log = ${program}`,
  'core.editor': (program) => `[core]\n editor = ${program}\n[sequence]\n editor = ${program}`,
  'core.alternateRefsCommand': (program) => `[core]\n alternateRefsCommand = ${program}`,
  'diff.external': (program) => `[diff]\n external = ${program}`,
  'diff.<driver>': (program) => `[diff "x"]\n textconv = ${program}\n command = ${program}`,
  'merge.<driver>.driver': (program) => `[merge "x"]\n driver = ${program}`,
  'filter.<driver>': (program) => `[filter "x"]\n clean = ${program}\n smudge = ${program}\n required = true`,
  'filter.<driver>.process': (program) => `[filter "y"]\n process = ${program}\n required = true`,
  'uploadpack.packObjectsHook': (program) => `[uploadpack]\n packObjectsHook = ${program}`,
  'gpg.program': (program) => `[log]\n showSignature = true\n[gpg]\n program = ${program}`,
  'gpg.<format>.program': (program) =>
    `[commit]\n gpgSign = true\n[push]\n gpgSign = true\n[gpg]\n format = ssh\n[gpg "ssh"]\n program = ${program}`,
  'alias.*': (program) =>
    ['log', 'config', 'diff-tree', 'fetch'].map((name) => `[alias]\n ${name} = !${program}`).join('\n'),
  'gc.recentObjectsHook': (program) => `[gc]\n auto = 1\n recentObjectsHook = ${program}\n[maintenance]\n auto = true`,
  'submodule.<name>.update': (program) =>
    `[submodule]\n recurse = true\n[submodule "x"]\n update = !${program}\n url = x`,
};

/** Addresses of remotes that have a program run, with the settings that go with them, and that need a network. */
const remotes: Readonly<Record<string, (program: string) => string>> = {
  'ext::': (program) => `[remote "origin"]\n url = ext::${program}`,
  'url.*.insteadOf': (program) => `[url "ext::${program} "]\n insteadOf = x:\n[remote "origin"]\n url = x:y`,
  'remote.<name>.vcs': (program) => `[remote "origin"]\n vcs = ext\n url = ${program}`,
  'core.gitProxy': (program) => `[core]\n gitProxy = ${program}\n[remote "origin"]\n url = git://127.0.0.1/x`,
  'remote.<name>.uploadpack': (program) =>
    `[remote "origin"]\n url = ../bare\n uploadpack = ${program}\n receivepack = ${program}\n promisor = true`,
};

const hookNames = ['post-checkout', 'post-index-change', 'pre-push', 'reference-transaction', 'pre-auto-gc'];

/** Gives a repository these settings, each with a trap of its own, and hooks; `ran` gives the names of those that were run. */
function arm(it: Folder, dir: string, armed: Readonly<Record<string, (program: string) => string>>) {
  const traps = Object.entries(armed).map(([name, setting], n) => {
    const program = trap(it, 'exit 1', `trap-${n}`);
    appendFileSync(join(dir, '.git', 'config'), `${setting(program.file)}\n`);
    return { name, ...program };
  });
  const hook = { name: 'a hook', ...trap(it) };
  appendFileSync(join(dir, '.git', 'config'), '[protocol]\n allow = always\n[protocol "ext"]\n allow = always\n');
  mkdirSync(join(dir, '.git', 'info'), { recursive: true });
  writeFileSync(join(dir, '.git', 'info', 'attributes'), '* filter=x diff=x merge=x\n*.yml filter=y\n');
  mkdirSync(join(dir, '.git', 'hooks'), { recursive: true });
  for (const name of hookNames) symlinkSync(hook.file, join(dir, '.git', 'hooks', name));
  return { ran: () => [...traps, hook].filter((one) => one.ran()).map(({ name }) => name) };
}

/** Puts a signature on the newest commit, which is verified where `log.showSignature` wants it. */
function sign(dir: string): void {
  const commit = git(dir, 'cat-file', 'commit', 'HEAD');
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ==\n -----END PGP SIGNATURE-----\n';
  writeFileSync(join(dir, 'signed'), `${commit.replace('\n\n', `\n${signature}\n`)}\n`);
  git(dir, 'update-ref', 'HEAD', git(dir, 'hash-object', '-t', 'commit', '-w', 'signed'));
}

/** A `git` first on the path that takes every repository for another owner's; Git's own tests pretend so too. */
function foreign(it: Folder): Record<string, string> {
  const bin = join(it.path, 'bin');
  mkdirSync(bin);
  const script = `#!/bin/sh\nGIT_TEST_ASSUME_DIFFERENT_OWNER=1 PATH='${gitEnv.PATH}' exec git "$@"\n`;
  writeFileSync(join(bin, 'git'), script, { mode: 0o755 });
  return { PATH: `${bin}${delimiter}${gitEnv.PATH}` };
}

describe('every command', () => {
  test('opens no repository of another owner, and says what Git says', async () => {
    using it = folder();
    const dir = repositoryIn(it.path);
    const env = foreign(it);
    await Promise.all(
      Object.entries(commands).map(async ([name, args]) => {
        const { code, stdout, stderr } = await run(dir, args, env);
        expect([name, code, stdout]).toEqual([name, 3, expect.not.stringContaining('A.RPGLE')]);
        expect(stderr + stdout, name).toMatch(/dubious ownership[\s\S]*git config --global --add safe\.directory/);
      }),
    );
    expect(existsSync(join(dir, 'new.yml'))).toBe(false);
  });

  test('runs no program that the repository names', async () => {
    using it = folder();
    const dir = repositoryIn(it.path);
    sign(dir);
    const { ran } = arm(it, dir, settings);
    await Promise.all(
      Object.entries(commands).map(async ([name, args]) => {
        const ended = await run(dir, args);
        expect(ended.stderr, name).not.toMatch(/ownership|defect/);
      }),
    );
    expect(ran()).toEqual([]);
  });

  test.each(Object.keys(remotes))('runs none that its remote names: %s', async (name) => {
    using it = folder();
    const dir = repositoryIn(it.path);
    git(it.path, 'init', '--quiet', '--bare', 'bare');
    const { ran } = arm(it, dir, { [name]: remotes[name] ?? String });
    const env = { GIT_ALLOW_PROTOCOL: 'ext:file:https:git' };
    await run(dir, commands.begin ?? [], env);
    expect(ran()).toEqual([]);
    // Plain Git runs it: the trap is one.
    expect(() => gitBytes(dir, ['fetch', 'origin'], '', { ...gitEnv, ...env })).toThrow();
    expect(ran()).toContain(name);
  });
});

test('the same repository runs its programs under plain Git: the traps are some', () => {
  using it = folder();
  const dir = repositoryIn(it.path);
  sign(dir);
  const { ran } = arm(it, dir, settings);
  git(dir, 'log');
  expect(() => git(dir, 'status')).toThrow();
  expect(ran()).toEqual(expect.arrayContaining(['core.fsmonitor', 'gpg.program', 'filter.<driver>.process']));
});

test('in CI the runner has made the checkout: another owner is no obstacle', async () => {
  using it = folder();
  const dir = repositoryIn(it.path);
  const env = { ...foreign(it), CI: 'true' };
  expect(await run(dir, commands.check ?? [], env)).toMatchObject({ code: 0 });
});

describe('a bare repository', () => {
  /** A work tree that has tracked, below vendor/lib, what Git takes for a bare repository. */
  function planted(it: Folder) {
    const dir = repositoryIn(it.path);
    const { file, ran } = trap(it);
    const lib = join(dir, 'vendor', 'lib');
    git(it.path, 'clone', '--quiet', '--bare', dir, lib);
    git(lib, 'config', 'core.fsmonitor', file);
    git(lib, 'config', 'core.worktree', dir);
    git(lib, 'config', 'remote.origin.url', `ext::${file}`);
    git(lib, 'config', 'protocol.ext.allow', 'always');
    return { dir, lib, ran };
  }

  test.each([{}, { CI: 'true' }])('that lies in a work tree is never opened, with %j', async (env) => {
    using it = folder();
    const { dir, lib, ran } = planted(it);
    for (const place of [lib, join(lib, 'refs')]) {
      const ended = await run(dir, ['check', '--repo-dir', place], env);
      expect(ended).toMatchObject({ code: 3, stderr: expect.stringContaining(`lies in the work tree ${dir}`) });
    }
    expect(await run(lib, ['check'], env)).toMatchObject({ code: 3 });
    symlinkSync(lib, join(it.path, 'link'));
    expect(await run(it.path, ['check', '--repo-dir', 'link'], env)).toMatchObject({ code: 3 });
    expect(ran()).toBe(false);
  });

  test('is opened where Git opens it: safe.bareRepository', async () => {
    using it = folder();
    const dir = repositoryIn(it.path);
    const bare = join(it.path, 'bare.git');
    git(it.path, 'clone', '--quiet', '--bare', dir, bare);
    const args = ['check', '--repo-dir', bare, '--head', 'main', '--mapping', join(dir, '.file-checkouts.yml')];
    expect(await run(it.path, args)).toMatchObject({ code: 0 });
    const config = join(it.path, 'gitconfig');
    writeFileSync(config, '[safe]\n\tbareRepository = explicit\n');
    const ended = await run(it.path, args, { GIT_CONFIG_GLOBAL: config });
    expect(ended).toMatchObject({ code: 3, stderr: expect.stringContaining("safe.bareRepository is 'explicit'") });
  });

  test('the .git of a work tree is none that could have come with a commit', async () => {
    using it = folder();
    const dir = repositoryIn(it.path);
    expect(await run(join(dir, '.git'), ['check', '--mapping', '../.file-checkouts.yml'])).toMatchObject({ code: 0 });
  });
});

describe('no git of the repository is run', () => {
  const bin = 'node_modules/.bin';
  /** Here, nothing, a relative folder, the repository itself, a folder of it, a link to one. */
  const places = (dir: string) => ['.', '', `./${bin}`, dir, join(dir, bin), join(dir, '..', 'link')];
  /** A repository in which every place of the path that lies in it has a trap for `git`. */
  function trapped(it: Folder) {
    const dir = repositoryIn(it.path);
    const { file, ran } = trap(it, 'exit 1');
    mkdirSync(join(dir, bin), { recursive: true });
    for (const place of ['git', `${bin}/git`]) symlinkSync(file, join(dir, place));
    symlinkSync(join(dir, bin), join(it.path, 'link'));
    return { dir, ran, pathOf: (entry: string) => ({ PATH: `${entry}${delimiter}${gitEnv.PATH}` }) };
  }

  // Git is looked for in one place after the other: the trap of each would be run, were it not left out.
  test('with such places first on the path, also where env-ci asks Git for the commit', async () => {
    using it = folder();
    const { dir, ran, pathOf } = trapped(it);
    const env = { ...pathOf(places(dir).join(delimiter)), JENKINS_URL: 'https://jenkins.example' };
    expect(await run(dir, commands.plan ?? [], env)).toMatchObject({ code: 0 });
    expect(ran()).toBe(false);
  });

  test('of another folder, nor by a rehearsal', async () => {
    using it = folder();
    const { dir, ran, pathOf } = trapped(it);
    const env = pathOf(dir);
    expect(await run(it.path, ['check', '--repo-dir', dir], env)).toMatchObject({ code: 0 });
    await run(dir, commands.rehearse ?? [], env);
    expect(ran()).toBe(false);
  });
});

test('Windows is told not to look for programs in the current directory, before the first process', async () => {
  using it = folder();
  const dir = repositoryIn(it.path);
  const bin = join(it.path, 'bin');
  const seen = join(it.path, 'seen');
  mkdirSync(bin);
  const noted = `echo "$NoDefaultCurrentDirectoryInExePath" >>'${seen}'`;
  writeFileSync(join(bin, 'git'), `#!/bin/sh\n${noted}\nPATH='${gitEnv.PATH}' exec git "$@"\n`, { mode: 0o755 });
  await run(dir, ['check'], { PATH: `${bin}${delimiter}${gitEnv.PATH}` });
  expect(new Set(readFileSync(seen, 'utf8').trim().split('\n'))).toEqual(new Set(['1']));
});
