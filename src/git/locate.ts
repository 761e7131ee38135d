import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { Problem } from '../errors.ts';
import { readingRepository } from './reading.ts';

/** Where a repository keeps its things; all paths absolute. */
export interface Location {
  /** The directory in which relative remote URLs are meant: the work tree, or a bare repository itself. */
  readonly top: string;
  readonly gitDir: string;
  /** Differs from `gitDir` in a linked work tree. */
  readonly commonDir: string;
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function isGitDir(path: string): boolean {
  return isDirectory(join(path, 'objects')) && statSync(join(path, 'HEAD'), { throwIfNoEntry: false }) !== undefined;
}

/** Bytes of a small file of a git directory, which has a line or two. */
const mostBytes = 64 * 1024;

/** Text of a small regular file; null when it is none, or not there. */
function smallFile(path: string): string | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() && stat.size <= mostBytes ? readFileSync(path, 'utf8') : null;
}

/** `.git` as a file names the real directory (`gitdir: PATH`): linked work trees and submodules. */
function gitDirAt(top: string): string | null {
  const dot = join(top, '.git');
  if (isDirectory(dot)) return dot;
  const target = /^gitdir:\s*(.+?)\s*$/m.exec(smallFile(dot) ?? '')?.[1];
  if (target !== undefined) return resolve(top, target);
  return isGitDir(top) ? top : null;
}

/**
 * The work tree that a bare repository lies in; null when it lies in none, or in the `.git` of one. What else lies in a
 * work tree may have come with a commit, with a configuration that names programs.
 */
function workTreeAround(bare: string): string | null {
  const real = realpathSync(bare);
  for (let above = dirname(real); ; above = dirname(above)) {
    if (existsSync(join(above, '.git'))) {
      return relative(above, real).split(sep)[0]?.toLowerCase() === '.git' ? null : above;
    }
    if (dirname(above) === above) return null;
  }
}

/**
 * Finds the repository that holds `repoDir`, without asking Git: in CI, Git refuses a checkout that another user owns,
 * and the usual remedy, a global `safe.directory`, would change the user's configuration. Naming the git directory
 * outright needs neither. Elsewhere refuseUnsafe asks Git about what was found here.
 * @throws Problem('git') when there is none, only a bare one that lies in a work tree, or one that this account may not read.
 */
export function locateRepository(repoDir: string): Location {
  return readingRepository(() => locationOf(repoDir));
}

function locationOf(repoDir: string): Location {
  for (let top = resolve(repoDir); ; top = dirname(top)) {
    const gitDir = gitDirAt(top);
    if (gitDir !== null) {
      if (gitDir === top) refuseInWorkTree(top);
      const common = smallFile(join(gitDir, 'commondir'));
      return { top, gitDir, commonDir: common === null ? gitDir : resolve(gitDir, common.trim()) };
    }
    if (dirname(top) === top) break;
  }
  const remedy = 'Check the repository out first (actions/checkout), or name its directory with --repo-dir.';
  throw new Problem('git', `${resolve(repoDir)} is not in a Git repository`, remedy);
}

function refuseInWorkTree(bare: string): void {
  const around = workTreeAround(bare);
  if (around === null) return;
  throw new Problem(
    'git',
    `${bare} looks like a bare repository and lies in the work tree ${around}: it may have come with a commit, and is not opened`,
    'Name the work tree itself with --repo-dir, or move the bare repository out of it.',
  );
}
