import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSurroundings } from '../../src/environment.ts';
import { listRemoteBranches } from '../../src/git/branches.ts';
import { ensureCommits } from '../../src/git/fetch.ts';
import { isAncestor } from '../../src/git/history.ts';
import { fetchNotes } from '../../src/git/notes.ts';
import { openRepository } from '../../src/git/repository.ts';
import { resolveRev } from '../../src/git/revision.ts';
import { plain, startService } from '../client/support.ts';
import { git, type Remote, remote, runEnv } from './support.ts';

/** Set-ups of machines and clones that bend what Git says, and must not bend what a run does. */

const main = 'refs/heads/main';

/** A remote whose main has three commits, and what is checked out. */
function threeCommits(): Remote & { readonly commits: readonly string[] } {
  const origin = remote();
  const commits = ['a', 'b', 'c'].map((content) => origin.commit({ 'A.RPGLE': `${content}\n` }));
  origin.push(commits.at(-1) ?? '', 'main');
  return Object.assign(origin, { commits });
}

test.each([{ GIT_TRACE: '1' }, { GIT_TRACE2: '1' }, { GIT_TRACE_SETUP: '1' }, { LD_PRELOAD: '/nonexistent.so' }])(
  'words beside the answer of Git make no failure of a no: %j',
  async (variables) => {
    using origin = threeCommits();
    using repository = await openRepository({ repoDir: origin.work, env: { ...runEnv, ...variables } });
    const [first = '', , last = ''] = origin.commits;
    expect(await isAncestor(repository, last, first)).toBe(false);
    expect(await isAncestor(repository, first, last)).toBe(true);
  },
);

test('history counts as it was committed, no matter what a clone puts in its place', async () => {
  using origin = threeCommits();
  const [first = '', second = '', last = ''] = origin.commits;
  git(origin.work, 'replace', '--graft', last, first);
  using repository = await openRepository({ repoDir: origin.work, env: runEnv });
  expect(await resolveRev(repository, `${last}~1`)).toBe(second);
});

test('a name that a branch and a tag have in common is refused, unless both are one commit', async () => {
  using origin = threeCommits();
  const [first = '', second = '', last = ''] = origin.commits;
  git(origin.work, 'update-ref', main, last);
  git(origin.work, 'update-ref', 'refs/tags/v1', second);
  git(origin.work, 'update-ref', 'refs/tags/main', last);
  using repository = await openRepository({ repoDir: origin.work, env: runEnv });
  const named = await Promise.all(['main', 'v1', 'main~1'].map((rev) => resolveRev(repository, rev)));
  expect(named).toEqual([last, second, second]);
  git(origin.work, 'update-ref', 'refs/tags/main', first);
  for (const rev of ['main', 'main~1', 'main^']) {
    await expect(resolveRev(repository, rev)).rejects.toMatchObject({
      code: 'range',
      message: 'main names more than one commit in this clone',
      remedy: expect.stringContaining('refs/heads/main or refs/tags/main'),
    });
  }
  expect(await resolveRev(repository, main)).toBe(last);
  // `@` may stand in a name; only `@{` does not.
  git(origin.work, 'update-ref', 'refs/heads/v1@2', last);
  git(origin.work, 'update-ref', 'refs/tags/v1@2', first);
  git(origin.work, 'update-ref', 'refs/heads/main@x', second);
  await expect(resolveRev(repository, 'v1@2')).rejects.toThrow('v1@2 names more than one commit');
  expect(await resolveRev(repository, 'main@x')).toBe(second);
});

test('why a commit cannot be had is what the remote says', async () => {
  using origin = threeCommits();
  using repository = await openRepository({ repoDir: origin.work, env: runEnv });
  const [gone] = await ensureCommits(repository, ['1234567890'.repeat(4)]);
  expect(gone?.why).toMatch(/not our ref/);
});

test('the zeros of a new branch are no commit that could be fetched', async () => {
  using origin = threeCommits();
  using repository = await openRepository({ repoDir: origin.work, env: runEnv });
  await expect(resolveRev(repository, '0'.repeat(40))).rejects.toMatchObject({
    code: 'range',
    message: expect.stringContaining('is no commit: the branch was new'),
    remedy: expect.stringContaining('Leave `--base` away'),
  });
});

test('a login page of one line is no remote without branches', async () => {
  using origin = threeCommits();
  await using page = await startService(plain(200, '<html>login</html>'));
  git(origin.work, 'remote', 'set-url', 'origin', `${page.url}/x.git`);
  using repository = await openRepository({ repoDir: origin.work, env: runEnv });
  const refused = { code: 'git', message: expect.stringContaining('has no branches: it may be a login page') };
  await expect(fetchNotes(repository)).rejects.toMatchObject(refused);
  await expect(listRemoteBranches(repository)).rejects.toMatchObject(refused);
});

test('a remote that only a work tree knows is one', async () => {
  using origin = threeCommits();
  const url = git(origin.work, 'config', 'remote.origin.url');
  git(origin.work, 'config', '--unset', 'remote.origin.url');
  git(origin.work, 'config', 'extensions.worktreeConfig', 'true');
  git(origin.work, 'config', '--worktree', 'remote.origin.url', url);
  using repository = await openRepository({ repoDir: origin.work, env: runEnv });
  expect(repository.remote).toMatchObject({ name: 'origin', url });
  expect((await listRemoteBranches(repository)).tips.get('main')).toBe(origin.commits.at(-1));
});

test('what Git cannot read is not put down to who owns it', async () => {
  using origin = threeCommits();
  writeFileSync(join(origin.work, '.git/config'), '[bad\n');
  const remedy = expect.not.stringContaining('safe.directory');
  await expect(openRepository({ repoDir: origin.work, env: runEnv })).rejects.toMatchObject({ code: 'git', remedy });
});

test('a CI system that names no commit: that of the checkout, wherever the program was started', async () => {
  using origin = threeCommits();
  using other = remote();
  other.commit({ 'B.RPGLE': 'b\n' });
  const { PATH } = runEnv;
  const job = { PATH, JENKINS_URL: 'https://ci', BRANCH_NAME: 'main', BUILD_NUMBER: '6' };
  const env = { ...job, GIT_DIR: join(other.work, '.git') };
  const head = git(origin.work, 'rev-parse', 'HEAD');
  expect((await readSurroundings(env, origin.work)).event.happening).toMatchObject({ branch: 'main', head });
});

test.each([
  ...['*', 'http, child_process', 'CHILD*'].map((value) => [value, true] as const),
  ...['http,net', ''].map((value) => [value, false] as const),
])('NODE_DEBUG=%s, by which Node would print what Git is started with: refused %s', async (value, isRefused) => {
  const read = readSurroundings({ NODE_DEBUG: value }, '.').then(
    () => null,
    ({ code, message }) => `${code}: ${message}`,
  );
  const why = `usage: NODE_DEBUG=${value} would print the environment of Git's processes, tokens and all`;
  expect(await read).toBe(isRefused ? why : null);
});
