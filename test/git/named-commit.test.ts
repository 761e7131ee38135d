/** `--mapping REV:PATH`: nobody who can push a branch or a tag decides what a revision means. */
import { describe, expect, test } from 'vitest';
import { neverPlanted, scene } from './named-commit.cases.ts';
import { git } from './support.ts';

describe('origin/main is refs/heads/main as the remote reports it', () => {
  neverPlanted([
    ['a pushed branch origin/main', ({ origin, evil }) => origin.push(evil, 'refs/heads/origin/main')],
    ['a local tag', ({ dir, evil }) => git(dir, 'tag', '--force', 'origin/main', evil)],
    ['what the clone follows', ({ dir, evil }) => git(dir, 'update-ref', 'refs/remotes/origin/main', evil)],
  ]);

  test('a branch that the remote has not is exit 2, whatever the clone has', async () => {
    const it = scene();
    using _origin = it.origin;
    git(it.dir, 'update-ref', 'refs/remotes/origin/gone', it.evil);
    const message = 'the remote origin has no branch gone';
    expect(await it.level('origin/gone')).toMatchObject({ exitCode: 2, message });
  });
});

describe('other revisions', () => {
  test('anything else is exit 2 with the remedy', async () => {
    const it = scene();
    using _origin = it.origin;
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
    const it = scene();
    using _origin = it.origin;
    git(it.dir, 'update-ref', `refs/heads/${it.base}`, it.evil);
    expect(await it.level(it.base)).toEqual([10]);
  });

  test('a full ref is that very one: no branch of the same name below refs/heads or refs/tags answers', async () => {
    const it = scene();
    using _origin = it.origin;
    for (const below of ['heads', 'tags', 'remotes']) {
      git(it.dir, 'update-ref', `refs/${below}/refs/heads/stable`, it.evil);
    }
    expect(await it.level('refs/heads/stable')).toMatchObject({
      exitCode: 2,
      message: 'this clone has no ref refs/heads/stable',
    });
  });
});
