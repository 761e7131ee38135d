import { readdirSync } from 'node:fs';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { Objects } from '../../src/git/objects.ts';
import { openRepository } from '../../src/git/repository.ts';
import { folder, git, remote, runEnv } from './support.ts';
import { watchGit } from './watched-git.ts';

const large = 1_500_000;
const origin = remote();
const head = origin.commit({ 'A.RPGLE': 'a\n', 'L.RPGLE': 'l'.repeat(large), 'B.RPGLE': 'b\n', 'C.RPGLE': 'c\n' });
const oidOf = (path: string) => git(origin.work, 'rev-parse', `${head}:${path}`);
afterAll(() => {
  vi.unstubAllEnvs();
  origin[Symbol.dispose]();
});

async function text(content: Promise<Blob | Buffer>): Promise<string> {
  const got = await content;
  return got instanceof Blob ? got.text() : got.toString('utf8');
}

describe.each(['', '--batch-command'])('the object store, where Git refuses %j', (refused) => {
  test('every question gets its own answer, no matter what is asked beside it', async () => {
    using place = folder();
    using repository = await openRepository({ repoDir: origin.work, env: watchGit(place.path, refused).env });
    await using objects = new Objects(repository);
    const oids = ['A', 'L', 'B', 'C'].map((name) => oidOf(`${name}.RPGLE`));
    const [a = '', l = '', b = '', c = ''] = oids;
    const lost = '1'.repeat(40);
    const got = await Promise.all([
      text(objects.content(b)),
      objects.info([a, `${head}:no such file`, l]),
      text(objects.content(l)),
      objects.content(lost).catch((error: Error) => error.message),
      text(objects.content(c)),
      objects.info([`${head}:A.RPGLE`, lost]),
    ]);
    expect(got).toEqual([
      'b\n',
      [{ type: 'blob', size: 2 }, null, { type: 'blob', size: large }],
      'l'.repeat(large),
      `object ${lost} is not in the repository`,
      'c\n',
      [{ type: 'blob', size: 2 }, null],
    ]);
  });

  test('a content that cannot be taken is that one alone: no other passes for it, and none is lost', async () => {
    using place = folder();
    using repository = await openRepository({ repoDir: origin.work, env: watchGit(place.path, refused).env });
    await using objects = new Objects(repository);
    await objects.info([head]);
    vi.stubEnv('TMPDIR', `${place.path}/gone`);
    const got = await Promise.allSettled(['L', 'B', 'C'].map((name) => text(objects.content(oidOf(`${name}.RPGLE`)))));
    vi.unstubAllEnvs();
    expect(got).toMatchObject([
      { reason: { message: expect.stringContaining('there is no place for temporary files: ENOENT') } },
      { value: 'b\n' },
      { value: 'c\n' },
    ]);
    expect(await objects.info([head])).toMatchObject([{ type: 'commit' }]);
  });
});

test('a folder for temporary files that is not there is said, with what would do', async () => {
  using place = folder();
  vi.stubEnv('TMPDIR', `${place.path}/gone`);
  const opened = openRepository({ repoDir: origin.work, env: runEnv }).catch((error: unknown) => error);
  expect(await opened).toMatchObject({
    code: 'git',
    message: expect.stringMatching(/^there is no place for temporary files: ENOENT.*gone/),
    remedy: expect.stringContaining('TMPDIR'),
  });
  vi.unstubAllEnvs();
});

test('a large content has one file, however often it is asked for, until it is needed no longer', async () => {
  using place = folder();
  using repository = await openRepository({ repoDir: origin.work, env: runEnv });
  const oid = oidOf('L.RPGLE');
  vi.stubEnv('TMPDIR', place.path);
  await using objects = new Objects(repository);
  const twice = [objects.content(oid), objects.content(oid)];
  await Promise.all(twice);
  const third = objects.content(oid);
  await third;
  vi.unstubAllEnvs();
  const files = () => readdirSync(place.path, { recursive: true }).length - 1;
  expect(files()).toBe(1);
  expect(await Promise.all([...twice, third].map(text))).toEqual(Array(3).fill('l'.repeat(large)));
  objects.release(oid);
  expect(files()).toBe(0);
  expect(await text(objects.content(oid))).toBe('l'.repeat(large));
});

test('a name with a line end is refused, as it would be two questions', async () => {
  using repository = await openRepository({ repoDir: origin.work, env: runEnv });
  await using objects = new Objects(repository);
  await expect(objects.info([`${head}:A\nB`])).rejects.toThrow(/would be two questions/);
  expect(await objects.info([head])).toMatchObject([{ type: 'commit' }]);
});

test('what was asked ahead starts no process once the store is closed', () => {
  const start = vi.fn(() => {
    throw new Error('a process was started');
  });
  const objects = new Objects({ start });
  objects[Symbol.dispose]();
  objects.begin();
  expect(start).not.toHaveBeenCalled();
});
