import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { GitFailure } from '../../src/git/failure.ts';
import { findLinesLike } from '../../src/git/grep.ts';
import { Objects } from '../../src/git/objects.ts';
import { startGit } from '../../src/git/processes.ts';
import { openRepository } from '../../src/git/repository.ts';
import { keptInMemory } from '../kept-in-memory.ts';
import { folder, remote, runEnv } from './support.ts';
import { watchGit } from './watched-git.ts';

const origin = remote();
const head = origin.commit({ 'A.RPGLE': 'a\n' });
afterAll(() => origin[Symbol.dispose]());

/** The environment of a run that finds a git of no use first: one that nobody may run, or that does nothing. */
function uselessGit(path: string, mode = 0o644) {
  const bin = join(path, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'git'), '#!/bin/sh\n', { mode });
  return { ...runEnv, PATH: bin };
}

/** The object store, or a search, of a repository in which each process has this environment. */
function startIn(cwd: string, env: Readonly<Record<string, string>>) {
  return (args: string[]) => startGit(args, cwd, env);
}

describe.skipIf(process.platform === 'win32')('a Git process that the system does not start', () => {
  test('for want of files to open: exit 3, what to do, no stack, and nothing is left behind', () => {
    using place = folder();
    // In such a shell Git reads the configuration, and the next two processes at once are one too many.
    const script = 'ulimit -n 30; exec "$0" src/begin.ts plan --repo-dir "$1" --base HEAD --head HEAD --branch main';
    const ended = spawnSync('sh', ['-c', script, process.execPath, origin.work], {
      env: { ...runEnv, ...keptInMemory(), CI: 'true', TMPDIR: place.path },
      encoding: 'utf8',
    });
    const said = /error: Git could not be started: .*EMFILE.*\n {7}-> Let the job open more files/;
    expect(ended).toMatchObject({ status: 3, stdout: expect.stringMatching(said), stderr: '' });
    expect(readdirSync(place.path)).toEqual([]);
  });

  test('as its environment is too large', async () => {
    const env = { ...runEnv, LARGE: 'x'.repeat(4_000_000) };
    await expect(openRepository({ repoDir: origin.work, env })).rejects.toMatchObject({
      code: 'git',
      message: expect.stringMatching(/^Git could not be started: spawn .*E2BIG/),
      remedy: expect.stringContaining('environment'),
    });
  });

  test('as this account may not run it', async () => {
    using place = folder();
    await expect(openRepository({ repoDir: origin.work, env: uselessGit(place.path) })).rejects.toMatchObject({
      code: 'git',
      message: 'Git could not be started: spawn git EACCES',
      remedy: expect.stringContaining('PATH'),
    });
  });

  test('a search says so', async () => {
    using place = folder();
    using repository = await openRepository({ repoDir: origin.work, env: runEnv });
    const start = startIn(place.path, uselessGit(place.path));
    const searched = { commit: head, pathspecs: [], blobs: () => [] };
    const message = 'Git could not be started: spawn git EACCES';
    await expect(findLinesLike({ ...repository, start }, ['a'], searched)).rejects.toMatchObject({
      code: 'git',
      message,
    });
  });

  test('the object store says so', async () => {
    using place = folder();
    using objects = new Objects({ start: startIn(place.path, uselessGit(place.path)) });
    objects.begin();
    const message = 'Git could not be started: spawn git EACCES';
    await expect(objects.info([head])).rejects.toMatchObject({ code: 'git', message });
  });
});

test.each(['', '--batch-command'])('a process that gave up is quoted, where Git refuses %j', async (refused) => {
  using place = folder();
  writeFileSync(join(origin.work, '.git', 'shallow'), 'garbage\n');
  const start = startIn(origin.work, watchGit(place.path, refused).env);
  using objects = new Objects({ start });
  const tree = `${head}^{tree}`;
  const asked = [objects.info([tree]), objects.content(tree), objects.contents([tree])];
  const said = 'the object store could not be read: fatal: bad shallow line: garbage';
  for (const { status, reason } of (await Promise.allSettled(asked)) as PromiseRejectedResult[]) {
    expect({ status, reason }).toMatchObject({ status: 'rejected', reason: { code: 'git', message: said } });
  }
  rmSync(join(origin.work, '.git', 'shallow'));
});

test('one that ends without a word is named', async () => {
  using place = folder();
  using objects = new Objects({ start: startIn(place.path, uselessGit(place.path, 0o755)) });
  await expect(objects.info([head])).rejects.toThrow('git cat-file ended before it had answered');
});

test('a process without output is not waited for after its end', async () => {
  using repository = await openRepository({ repoDir: origin.work, env: runEnv });
  const timer = vi.spyOn(globalThis, 'setTimeout');
  expect(await repository.git(['for-each-ref'])).toBe('');
  // simple-git would wait 50 ms for output.
  expect(timer).not.toHaveBeenCalled();
  timer.mockRestore();
});

test('no process begins once the run is over, and what was begun ahead ends with it', async () => {
  using repository = await openRepository({ repoDir: origin.work, env: runEnv });
  const begun = repository.bytes(['hash-object', '--stdin']).catch((error: unknown) => error);
  repository.end();
  expect(await begun).toBeInstanceOf(GitFailure);
  await expect(repository.git(['rev-parse', head])).rejects.toThrow('the run was cancelled');
  await expect(repository.bytes(['rev-parse', head])).rejects.toThrow('the run was cancelled');
});
