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
});

describe('other revisions', () => {
  test('a full ref is that very one: no branch of the same name below refs/heads or refs/tags answers', async () => {
    using it = scene();
    for (const below of ['heads', 'tags', 'remotes']) {
      git(it.dir, 'update-ref', `refs/${below}/refs/heads/stable`, it.evil);
    }
    const message = 'this clone has no ref refs/heads/stable';
    expect(await it.level('refs/heads/stable')).toMatchObject({ exitCode: 2, message });
  });
});
