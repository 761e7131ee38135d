import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Problem } from '../errors.ts';

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

/** `.git` as a file names the real directory (`gitdir: PATH`): linked work trees and submodules. */
function gitDirAt(top: string): string | null {
  const dot = join(top, '.git');
  const stat = statSync(dot, { throwIfNoEntry: false });
  if (stat?.isDirectory()) return dot;
  if (stat?.isFile()) {
    const target = /^gitdir:\s*(.+?)\s*$/m.exec(readFileSync(dot, 'utf8'))?.[1];
    if (target !== undefined) return resolve(top, target);
  }
  return isGitDir(top) ? top : null;
}

/**
 * Finds the repository that holds `repoDir`, without asking Git: Git refuses a directory that another user owns, and
 * the usual remedy, a global `safe.directory`, would change the user's configuration. Naming the git directory
 * outright needs neither.
 *
 * @throws Problem('git') when there is none.
 */
export function locateRepository(repoDir: string): Location {
  for (let top = resolve(repoDir); ; top = dirname(top)) {
    const gitDir = gitDirAt(top);
    if (gitDir !== null) {
      const common = join(gitDir, 'commondir');
      const commonDir = statSync(common, { throwIfNoEntry: false })
        ? resolve(gitDir, readFileSync(common, 'utf8').trim())
        : gitDir;
      return { top, gitDir, commonDir };
    }
    if (dirname(top) === top) break;
  }
  throw new Problem(
    'git',
    `${resolve(repoDir)} is not in a Git repository`,
    'Check the repository out first (actions/checkout), or name its directory with --repo-dir.',
  );
}
