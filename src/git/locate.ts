import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { messageOf, Problem } from '../errors.ts';
import type { Env } from '../host/event.ts';
import { isOtherCi } from '../host/read-host.ts';
import { gitProblem } from './failure.ts';

/** The folders of a repository, as absolute paths. */
export interface Location {
  /** The work tree, or a bare repository itself; relative remote URLs start here. */
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

/** Most bytes of a file that has a line or two. */
const mostBytes = 64 * 1024;

function readSmallFile(path: string): string | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() && stat.size <= mostBytes ? readFileSync(path, 'utf8') : null;
}

/** Finds the git directory of `top`. In linked work trees and submodules `.git` is a file that names it (`gitdir: PATH`). */
function findGitDir(top: string): string | null {
  const dot = join(top, '.git');
  if (isDirectory(dot)) return dot;
  const target = /^gitdir:\s*(.+?)\s*$/m.exec(readSmallFile(dot) ?? '')?.[1];
  if (target !== undefined) return resolve(top, target);
  return isGitDir(top) ? top : null;
}

function commonDirOf(gitDir: string): string {
  const common = readSmallFile(join(gitDir, 'commondir'));
  return common === null ? gitDir : resolve(gitDir, common.trim());
}

/** The work trees of the repository that a folder with a `.git` is one of, as far as they can be found out. */
export function workTreesAt(top: string): string[] {
  try {
    const commonDir = commonDirOf(findGitDir(top) ?? top);
    const linked = join(commonDir, 'worktrees');
    const dots = (isDirectory(linked) ? readdirSync(linked) : []).flatMap((name) => {
      const dot = readSmallFile(join(linked, name, 'gitdir'));
      return dot === null ? [] : [resolve(linked, name, dot.trim())];
    });
    return [commonDir, ...dots].filter((dot) => basename(dot) === '.git').map(dirname);
  } catch {
    return [];
  }
}

/** Finds the work tree around a bare repository; null: there is none, or the repository is in the `.git` of one. */
function findWorkTreeAbove(bare: string): string | null {
  const real = realpathSync(bare);
  for (let above = dirname(real); ; above = dirname(above)) {
    if (existsSync(join(above, '.git'))) {
      return relative(above, real).split(sep)[0]?.toLowerCase() === '.git' ? null : above;
    }
    if (dirname(above) === above) return null;
  }
}

/**
 * Finds the repository that holds `repoDir`, without Git: in CI, Git refuses a checkout that another user owns, unless the
 * user's configuration is changed (`safe.directory`). Outside CI, refuseUnsafe lets Git judge the result.
 * @throws Problem('git') if there is none, only a bare one in a work tree, or one that this account may not read.
 */
export function locateRepository(repoDir: string): Location {
  return withReadProblems(() => findLocation(repoDir));
}

function findLocation(repoDir: string): Location {
  for (let top = resolve(repoDir); ; top = dirname(top)) {
    const gitDir = findGitDir(top);
    if (gitDir !== null) {
      if (gitDir === top) refuseInWorkTree(top);
      return { top, gitDir, commonDir: commonDirOf(gitDir) };
    }
    if (dirname(top) === top) break;
  }
  const remedy = 'Check the repository out first (actions/checkout), or name its directory with --repo-dir.';
  throw new Problem('git', `${resolve(repoDir)} is not in a Git repository`, remedy);
}

/** Refuses a bare repository in a work tree: a commit may have brought it, with a configuration that names programs. */
function refuseInWorkTree(bare: string): void {
  const workTree = findWorkTreeAbove(bare);
  if (workTree === null) return;
  throw new Problem(
    'git',
    `${bare} looks like a bare repository and lies in the work tree ${workTree}: it may have come with a commit, and is not opened`,
    'Name the work tree itself with --repo-dir, or move the bare repository out of it.',
  );
}

/** Runs `read`, which reads files of the user's repository. @throws Problem('git') if the system refuses. */
function withReadProblems<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const { code, path = 'the repository' } = error;
    // EPERM: macOS guards the folder.
    const isForbidden = code === 'EACCES' || code === 'EPERM';
    const what = isForbidden
      ? `this account may not read ${path} (${code})`
      : `${path} cannot be read: ${messageOf(error)}`;
    throw new Problem('git', what, isForbidden ? forbiddenRemedy : damagedRemedy, { cause: error });
  }
}

const forbiddenRemedy =
  'Check the repository out as the account that runs the job, or let that account read all of it: a umask of 077 keeps others out.';
const damagedRemedy = 'Check that the repository is whole (git fsck), and check out again if it is not.';

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

/** Reads the text of a file of the user's repository; null: there is none. @throws Problem('git') if it is unreadable. */
export function readOptionalFile(path: string): string | null {
  return withReadProblems(() => {
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      if (isSystemError(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null;
      throw error;
    }
  });
}

/** True in a job of a CI system: its runner has made the checkout, often as another user. */
export function isCi(env: Env): boolean {
  const { GITHUB_ACTIONS, GITLAB_CI } = env;
  return [GITHUB_ACTIONS, GITLAB_CI].some((value) => /^(true|1)$/i.test(value ?? '')) || isOtherCi(env);
}

/**
 * Lets Git decide whether the repository may be opened (`safe.directory`, `safe.bareRepository`, owners): another user
 * may have put it into a folder above, with a configuration that names programs.
 * @param discover runs `git rev-parse --absolute-git-dir` at the location, without GIT_DIR.
 * @throws Problem('git') with Git's words if it refuses, or finds another repository.
 */
export async function refuseUnsafe(location: Location, discover: () => Promise<string>): Promise<void> {
  const found = await discover().catch((error) => {
    const trusted = `If you trust who owns it and what is in it: git config --global --add safe.directory ${location.top}`;
    const whole =
      "Check that the repository is whole (git fsck), and Git's configuration (git config --list --show-origin).";
    const remedy = /dubious ownership|safe\.(?:directory|bareRepository)/i.test(messageOf(error)) ? trusted : whole;
    throw gitProblem(`Git does not open the repository ${location.top}`, error, remedy);
  });
  if (realpathSync.native(found.replace(/\r?\n$/, '')) === realpathSync.native(location.gitDir)) return;
  const what = `Git takes ${found.trim()} for the repository of ${location.top}, not ${location.gitDir}`;
  const remedy = 'Name the directory of the repository with --repo-dir.';
  throw new Problem('git', what, remedy);
}
