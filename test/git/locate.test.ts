import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { locateRepository } from '../../src/git/locate.ts';
import { asAnother, openFolder } from './another-account.ts';

function caught(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

/** The parts of a repository, and of a linked work tree of it, that are looked at to find them. */
function madeIn(path: string): void {
  mkdirSync(join(path, 'main', '.git', 'worktrees', 'linked'), { recursive: true });
  mkdirSync(join(path, 'main', 'src'));
  mkdirSync(join(path, 'linked'));
  writeFileSync(join(path, 'linked', '.git'), `gitdir: ${path}/main/.git/worktrees/linked\n`);
  writeFileSync(join(path, 'main', '.git', 'worktrees', 'linked', 'commondir'), '../..\n');
}

describe.skipIf(process.platform === 'win32')('what this account may not read is said, with what would do', () => {
  test.each([
    ['a git directory', 'main', 'main/.git', 'main/.git/commondir'],
    ['one above', 'main/src', 'main/.git', 'main/.git/commondir'],
    ['the top folder', 'main', 'main', 'main/.git'],
    ['the .git of a linked work tree', 'linked', 'linked/.git', 'linked/.git'],
    ['where that leads', 'linked', 'main/.git', 'main/.git/worktrees/linked/commondir'],
  ])('%s', (_, repoDir, closed, named) => {
    using it = openFolder();
    madeIn(it.path);
    const [top = ''] = repoDir.split('/');
    expect(asAnother(() => locateRepository(join(it.path, repoDir))).top).toBe(join(it.path, top));
    chmodSync(join(it.path, closed), 0);
    const error = caught(() => asAnother(() => locateRepository(join(it.path, repoDir))));
    chmodSync(join(it.path, closed), 0o755);
    const message = `this account may not read ${join(it.path, named)} (EACCES)`;
    expect(error).toMatchObject({ code: 'git', message, remedy: expect.stringContaining('umask') });
  });

  test('any other trouble in the words of the system', () => {
    using it = openFolder();
    madeIn(it.path);
    mkdirSync(join(it.path, 'loop'));
    symlinkSync('.git', join(it.path, 'loop', '.git'));
    expect(caught(() => locateRepository(join(it.path, 'loop')))).toMatchObject({
      code: 'git',
      message: expect.stringMatching(/loop\/\.git cannot be read: ELOOP/),
      remedy: expect.stringContaining('git fsck'),
    });
  });
});
