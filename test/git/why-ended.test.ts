import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Objects } from '../../src/git/objects.ts';
import { startGit } from '../../src/git/processes.ts';
import { folder, remote, runEnv } from './support.ts';
import { watchGit } from './watched-git.ts';

const origin = remote();
const head = origin.commit({ 'A.RPGLE': 'a\n' });
writeFileSync(join(origin.work, '.git', 'shallow'), 'garbage\n');
afterAll(() => origin[Symbol.dispose]());

test.each(['', '--batch-command'])('a process that gave up is quoted, where Git refuses %j', async (refused) => {
  using place = folder();
  const options = { cwd: origin.work, env: watchGit(place.path, refused).env };
  using objects = new Objects({ objectFormat: 'sha1', start: (args) => startGit(args, options) });
  const tree = `${head}^{tree}`;
  const asked = [objects.info([tree]), objects.content(tree), objects.contents([tree])];
  const said = 'the object store could not be read: fatal: bad shallow line: garbage';
  for (const { status, reason } of (await Promise.allSettled(asked)) as PromiseRejectedResult[]) {
    expect({ status, reason }).toMatchObject({ status: 'rejected', reason: { code: 'git', message: said } });
  }
});

test('a process that never began says so', async () => {
  using place = folder();
  mkdirSync(join(place.path, 'bin'));
  writeFileSync(join(place.path, 'bin', 'git'), '', { mode: 0o644 });
  const options = { cwd: place.path, env: { PATH: join(place.path, 'bin') } };
  using objects = new Objects({ objectFormat: 'sha1', start: (args) => startGit(args, options) });
  objects.begin();
  await expect(objects.info([head])).rejects.toMatchObject({
    code: 'git',
    message: 'Git could not be started: spawn git EACCES',
  });
});

test('one that ends without a word is named', async () => {
  using place = folder();
  mkdirSync(join(place.path, 'bin'));
  writeFileSync(join(place.path, 'bin', 'git'), '#!/bin/sh\n', { mode: 0o755 });
  const options = { cwd: place.path, env: { PATH: `${place.path}/bin:${runEnv.PATH}` } };
  using objects = new Objects({ objectFormat: 'sha1', start: (args) => startGit(args, options) });
  await expect(objects.info([head])).rejects.toThrow('git cat-file ended before it had answered');
});
