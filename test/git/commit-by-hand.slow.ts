import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Format, headOf, initialize } from './by-hand.ts';
import { commitByHand } from './commit-by-hand.ts';
import { folder, git, writeFiles } from './support.ts';

/** Who commits in `gitEnv`, and when. */
const jane = 'Jane <jane@example.com> 1795255200 +0000';

test.each<Format>(['sha1', 'sha256'])('%s: the commit is the one that Git makes, and the index is clean', (format) => {
  using at = folder();
  const [byHand, byGit] = [join(at.path, 'by-hand'), join(at.path, 'by-git')];
  const change = (work: string, n: number) => {
    writeFiles(work, { 'b/c/P.RPGLE': `p${n}\n`, 'b-c': 'x', 'b.c/Däöü.RPGLE': '', 'b/empty': Buffer.from([0, n]) });
    writeFileSync(Buffer.from(`${work}/odd-\xff`, 'latin1'), 'odd');
    chmodSync(join(work, 'b-c'), n === 1 ? 0o755 : 0o644);
    if (n === 2) rmSync(join(work, 'b.c'), { recursive: true });
  };
  for (const work of [byHand, byGit]) initialize(join(work, '.git'), false, '', format);
  for (const n of [1, 2, 2]) {
    for (const work of [byHand, byGit]) change(work, n);
    expect(commitByHand(byHand, `Change ${n}`, jane)).toBe(true);
    git(byGit, 'add', '--all');
    git(byGit, 'commit', '--quiet', '--allow-empty', '-m', `Change ${n}`);
    expect(headOf(byHand)).toBe(headOf(byGit));
    expect(git(byHand, 'ls-files', '--stage')).toBe(git(byGit, 'ls-files', '--stage'));
    expect(git(byHand, 'diff-files')).toBe('');
  }
  expect(git(byHand, 'fsck', '--strict')).toBe('');
  git(byHand, 'checkout', '--quiet', 'HEAD^^');
  expect(readFileSync(join(byHand, 'b/c/P.RPGLE'), 'utf8')).toBe('p1\n');
  expect(git(byHand, 'status', '--porcelain')).toBe('');
});

test.each<[string, (work: string) => void]>([
  ['ignored files', (work) => writeFiles(work, { 'a/.gitignore': 'x\n' })],
  ['attributes', (work) => writeFiles(work, { '.gitattributes': '* text\n' })],
  ['a folder that is empty', (work) => mkdirSync(join(work, 'a/b'), { recursive: true })],
  ['a merge', (work) => writeFiles(work, { '.git/MERGE_HEAD': '' })],
  ['a hook', (work) => writeFiles(work, { '.git/hooks/pre-commit': '' })],
  ['a setting', (work) => void git(work, 'config', 'core.autocrlf', 'input')],
])('Git commits where there are %s', (_, make) => {
  using at = folder();
  initialize(join(at.path, '.git'), false);
  writeFiles(at.path, { a1: '1' });
  make(at.path);
  expect(commitByHand(at.path, 'One', jane)).toBe(false);
});
