import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { linesLike } from '../../src/git/grep.ts';
import { startGit } from '../../src/git/processes.ts';
import { openRepository } from '../../src/git/repository.ts';
import { folder, remote, runEnv } from './support.ts';

const origin = remote();
const head = origin.commit({ 'A.RPGLE': 'a\n' });
afterAll(() => origin[Symbol.dispose]());

/** A path on which there is a git that nobody may run. */
function idleGit(path: string): string {
  const bin = join(path, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'git'), '#!/bin/sh\n', { mode: 0o644 });
  return bin;
}

describe.skipIf(process.platform === 'win32')('a Git process that the system does not start', () => {
  test('for want of files to open: exit 3, what to do, no stack, and nothing is left behind', () => {
    using place = folder();
    // In such a shell Git reads the configuration, and the next two processes at once are one too many.
    const script = 'ulimit -n 30; exec "$0" src/begin.ts plan --repo-dir "$1" --base HEAD --head HEAD --branch main';
    const ended = spawnSync('sh', ['-c', script, process.execPath, origin.work], {
      env: { ...runEnv, CI: 'true', TMPDIR: place.path },
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
    const env = { ...runEnv, PATH: idleGit(place.path) };
    await expect(openRepository({ repoDir: origin.work, env })).rejects.toMatchObject({
      code: 'git',
      message: 'Git could not be started: spawn git EACCES',
      remedy: expect.stringContaining('PATH'),
    });
  });

  test('a search is then unknown, and says why', async () => {
    using place = folder();
    using repository = await openRepository({ repoDir: origin.work, env: runEnv });
    const options = { cwd: place.path, env: { PATH: idleGit(place.path) } };
    const start = (args: string[]) => startGit(args, options);
    const searched = { commit: head, pathspecs: [], blobs: () => [] };
    const found = await linesLike({ ...repository, start }, ['a'], searched);
    expect(found).toEqual({ unknown: 'Git could not be started: spawn git EACCES' });
  });
});

test('no process begins once the run is over', async () => {
  using repository = await openRepository({ repoDir: origin.work, env: runEnv });
  repository.end();
  await expect(repository.git(['rev-parse', head])).rejects.toThrow('the run was cancelled');
  await expect(repository.bytes(['rev-parse', head])).rejects.toThrow('the run was cancelled');
});
