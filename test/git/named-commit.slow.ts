/** `--mapping REV:PATH`: nobody who can push a branch or a tag decides what a revision means. */
import { describe, expect, test } from 'vitest';
import { runIn } from '../events/support.ts';
import { github, pushed } from '../host/support.ts';
import { file, neverPlanted, scene } from './named-commit.cases.ts';
import { folder, git } from './support.ts';
import { watchGit } from './watched-git.ts';

describe('origin/main is refs/heads/main as the remote reports it', () => {
  neverPlanted([
    ['a pushed tag origin/main', ({ origin, evil }) => origin.push(evil, 'refs/tags/origin/main')],
    ['a pushed branch refs/heads/main', ({ origin, evil }) => origin.push(evil, 'refs/heads/refs/heads/main')],
    ['a local branch', ({ dir, evil }) => git(dir, 'branch', '--force', 'origin/main', evil)],
    ['a ref beside the others', ({ dir, evil }) => git(dir, 'update-ref', 'refs/origin/main', evil)],
  ]);
});

test('a full object name, of a commit or of a tag, and a full ref', async () => {
  using it = scene();
  git(it.dir, 'tag', '-a', '-m', 'v1', 'v1', it.base);
  const tag = git(it.dir, 'rev-parse', 'refs/tags/v1');
  for (const rev of [it.base, it.base.toUpperCase(), tag, 'refs/tags/v1', 'refs/remotes/origin/main']) {
    expect(await it.level(rev), rev).toEqual([10]);
  }
});

test('a link, a folder and a file over 4 MiB of a commit are no mapping', async () => {
  using it = scene();
  const { work } = it.origin;
  git(work, 'update-index', '--add', '--cacheinfo', `120000,${git(work, 'hash-object', '-w', file)},link`);
  git(work, 'commit', '--quiet', '-m', 'link');
  const long = it.origin.commit({ 'long.yml': `# ${'x'.repeat(4 * 1024 * 1024)}\n`, 'dir/x.yml': 'x\n' });
  it.origin.push(long, 'f');
  const told = { env: github('push'), payload: pushed('refs/heads/f', it.base, it.evil) };
  for (const path of ['link', 'dir', 'dir/', 'long.yml']) {
    const report = await runIn(it.dir, told, { mapping: `origin/f:${path}`, set: [] });
    const why = path === 'long.yml' ? 'is over 4 MiB' : `has no file ${path}`;
    expect(report).toMatchObject({ exitCode: 2, error: { message: expect.stringContaining(why) } });
  }
});

test('one question to the remote tells it', async () => {
  using it = scene();
  using watched = folder();
  const watch = watchGit(watched.path);
  expect(await it.level('origin/main', watch.env)).toEqual([10]);
  expect(watch.started().filter(({ args }) => args.includes('ls-remote'))).toHaveLength(1);
});

test('anything else is exit 2 with the remedy', async () => {
  using it = scene();
  const others = ['main', 'HEAD', 'upstream/main', 'origin', 'heads/main', '@{upstream}', 'HEAD~1', '-h'];
  for (const rev of [...others, it.base.slice(0, 12)]) {
    expect(await it.level(rev), rev).toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('can mean a branch, a tag or a commit'),
      remedy: expect.stringMatching(/^Write origin\/.* refs\/heads\/.* or a full commit ID\.$/),
    });
  }
});

test('a branch that is called as a commit is none', async () => {
  using it = scene();
  git(it.dir, 'update-ref', `refs/heads/${it.base}`, it.evil);
  expect(await it.level(it.base)).toEqual([10]);
});

test('a branch that the remote has not is exit 2, no matter what the clone has', async () => {
  using it = scene();
  git(it.dir, 'update-ref', 'refs/remotes/origin/gone', it.evil);
  const message = 'the remote origin has no branch gone';
  expect(await it.level('origin/gone')).toMatchObject({ exitCode: 2, message });
});
