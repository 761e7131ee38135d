import { expect, test } from 'vitest';
import { ensureBlobs } from '../../src/git/blobs.ts';
import { listKnownBranches } from '../../src/git/branches.ts';
import { findLinesLike } from '../../src/git/grep.ts';
import { isOlder, leastGit } from '../../src/git/processes.ts';
import { openRepository } from '../../src/git/repository.ts';
import { listTracked } from '../../src/git/tracked.ts';
import { commits } from '../bench/repositories.ts';
import { stage } from '../events/filing-support.ts';
import { filesOf, runIn, type Told } from '../events/support.ts';
import { github, pushOf, zeros } from '../host/support.ts';
import { makeClone } from './clones.ts';
import { folder, git, remote } from './support.ts';
import { type Started, watchGit } from './watched-git.ts';

/** What a run asks of Git: the options of each command, with the version of Git that introduced each. */
const introduced: Readonly<Record<string, string>> = {
  'cat-file': '--batch 1.5.6, --batch-check 1.5.6',
  config: '--local 1.8, --includes 1.7.10, --list 1.5, -z 1.5.3',
  'diff-tree': '-r 1.5, -z 1.5, --raw 1.5, -M100% 1.7, --ignore-submodules 1.7',
  fetch: '--quiet 1.5, --no-tags 1.5, --no-recurse-submodules 1.7.4, --depth 1.5, --filter 2.17, --unshallow 1.8.3',
  'for-each-ref': '--format 1.5',
  grep: '-z 1.7.12, -i 1.5, -a 1.5, -E 1.5, -e 1.5, -- 1.5, --no-color 1.6.2, --full-name 1.5, --no-recurse-submodules 2.12',
  'ls-files': '--stage 1.5, -z 1.5, --full-name 1.5',
  'ls-remote': '--symref 2.8',
  'merge-base': '',
  push: '--no-verify 1.8.2, --porcelain 1.7.0',
  'rev-list': '--first-parent 1.5.2, --parents 1.0, --ancestry-path 1.7.2',
  'rev-parse': '--absolute-git-dir 2.13, --verify 1.5, --quiet 1.5.6',
  // Settings that a run hands over.
  '-c': 'core.alternateRefsPrefixes 2.20, grep.threads 2.8, remote.*.promisor 2.24',
};

/** The version that introduced a word of a command. */
function sinceOf(command: string, word: string): string | undefined {
  const rows = introduced[command]?.split(', ').map((row) => row.split(' '));
  return rows?.find(([name]) => name === word)?.[1];
}

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
  const { payload } = pushOf(zeros, f1, 'f');
  const told: Told = { env: github('push', { GITHUB_REF: 'refs/heads/f' }), payload };
  const report = await runIn(dir, told, { mapping: `${m0}:.file-checkouts.yml` }, { env });
  expect(filesOf(report)).toEqual(['+F.RPGLE']);
}

test('every option of every process is one that it knows, and no configuration comes in numbered variables', async () => {
  using watched = folder();
  // The one option that is newer: without it there are the two others of cat-file.
  const watch = watchGit(watched.path, '--batch-command');
  await everyCommand(watch.env);
  using origin = remote();
  origin.push(origin.commit({ 'A.RPGLE': 'a\n' }), 'main');
  using repository = await openRepository({ repoDir: origin.work, env: watch.env });
  expect(await listTracked(repository, undefined)).toHaveLength(1);
  expect(await listKnownBranches(repository)).toEqual(['main']);
  // In a large tree, and in a ledger of many branches, words are sought so.
  const searched = { commit: git(origin.work, 'rev-parse', 'main'), pathspecs: [], blobs: () => [] };
  expect(await findLinesLike(repository, ['a'], searched)).toHaveLength(1);
  const seen = watch.started();
  const used = seen.map(read);
  for (const { command, set, options } of used) {
    const ofCommand = options.map((name) => [name, sinceOf(command, name)]);
    for (const [name = '', since] of [...ofCommand, ...set.map((name) => [name, sinceOf('-c', name)])]) {
      expect(since, `git ${command} ${name}`).toBeDefined();
      expect(isOlder(leastGit, since ?? ''), `git ${command} ${name}`).toBe(false);
    }
  }
  const commands = new Set(used.map(({ command }) => command));
  expect(Object.keys(introduced).filter((command) => !commands.has(command))).toEqual(['-c']);
  const numbered = seen.filter(({ variables }) => /GIT_CONFIG_(COUNT|KEY|VALUE)/.test(variables.join()));
  expect(numbered).toEqual([]);
  expect(seen.every(({ variables }) => variables.includes('GIT_CONFIG_PARAMETERS'))).toBe(true);
});

test('more contents than one argument list holds come in several fetches', async () => {
  using origin = remote();
  const files = Array.from({ length: 10_001 }, (_, n) => ({ path: `P${n}.RPGLE`, content: `${n}\n` }));
  const [head = ''] = commits(origin, 'main', files);
  const dir = `${origin.root}/partial`;
  git(origin.root, 'clone', '--quiet', '--filter=blob:none', '--no-checkout', origin.url, dir);
  using watched = folder();
  const watch = watchGit(watched.path);
  using repository = await openRepository({ repoDir: dir, env: watch.env });
  const oids = git(origin.work, 'ls-tree', '--format=%(objectname)', head).split('\n');
  expect((await ensureBlobs(repository, oids)).filter((info) => info !== null)).toHaveLength(10_001);
  const fetches = watch.started().filter((process) => read(process).command === 'fetch');
  expect(fetches).toHaveLength(2);
  // The length of one argument list; on Windows, where it is shorter, fewer go at once.
  for (const { args } of fetches) expect(args.join(' ').length).toBeLessThan(1_000_000);
});
