import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { Problem, toMessage } from '../errors.ts';
import { toGitProblem } from './failure.ts';

/** The folders of a repository, as absolute paths. */
export interface Location {
  /** The work tree, or a bare repository itself; relative remote URLs start here. */
  readonly top: string;
  readonly gitDir: string;
  /** Differs from `gitDir` in a linked work tree. */
  readonly commonDir: string;
}

/** Lists a folder (absolute path), then those above it, up to the top of the file system; reads nothing. */
export function listFoldersUp(path: string): string[] {
  const above = dirname(path);
  return above === path ? [path] : [path, ...listFoldersUp(above)];
}

/** True for a folder, also through links; false for anything else, or nothing. @throws the system's error */
function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Reads a regular file as text, through links; null if there is none, or over `most` bytes (default 64 KiB). @throws the system's error */
function readSmallFile(path: string, most = 64 * 1024): string | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() && stat.size <= most ? readFileSync(path, 'utf8') : null;
}

/** Finds the git directory of a folder: its `.git`, the folder that a file `.git` names (perhaps missing), or itself if bare; else null. */
function findGitDir(top: string): string | null {
  const dot = join(top, '.git');
  if (isDirectory(dot)) return dot;
  const target = /^gitdir:\s*(.+?)\s*$/m.exec(readSmallFile(dot) ?? '')?.[1];
  if (target !== undefined) return resolve(top, target);
  return isDirectory(join(top, 'objects')) && existsSync(join(top, 'HEAD')) ? top : null;
}

/** Returns the git directory that linked work trees share: `gitDir` itself, or the folder that its file `commondir` names. */
function resolveCommonDir(gitDir: string): string {
  return resolve(gitDir, readSmallFile(join(gitDir, 'commondir'))?.trim() ?? '');
}

/**
 * Lists the folders of the work trees, main and linked (also deleted ones), of the repository of a checkout; [] if they cannot be read.
 * Leaves out the main one, even if it is `top`, if its `.git` is no folder (a submodule, `--separate-git-dir`).
 */
export function listWorkTrees(top: string): string[] {
  try {
    const commonDir = resolveCommonDir(findGitDir(top) ?? top);
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

/**
 * Finds the repository that holds `repoDir`, the nearest one, without Git: in CI, Git refuses a checkout that another user owns, unless
 * `safe.directory` is set. @throws Problem('git') if there is none, if it cannot be read, or is a bare one inside of another's work tree.
 */
export function locateRepository(repoDir: string): Location {
  return withReadProblems(() => {
    for (const top of listFoldersUp(resolve(repoDir))) {
      const gitDir = findGitDir(top);
      if (gitDir === null) continue;
      if (gitDir === top) refuseInWorkTree(top);
      return { top, gitDir, commonDir: resolveCommonDir(gitDir) };
    }
    const remedy = 'Check the repository out first (actions/checkout), or name its directory with `--repo-dir`.';
    throw new Problem('git', `${resolve(repoDir)} is not in a Git repository`, remedy);
  });
}

/** Refuses a bare repository in a work tree but not in its `.git`: a commit may have brought it, to run programs. @throws Problem('git') */
function refuseInWorkTree(bare: string): void {
  const real = realpathSync(bare);
  const above = listFoldersUp(dirname(real)).find((folder) => existsSync(join(folder, '.git')));
  if (above === undefined || relative(above, real).split(sep)[0]?.toLowerCase() === '.git') return;
  const what = `${bare} looks like a bare repository and lies in the work tree ${above}: it may have come with a commit, and is not opened`;
  const remedy = 'Name the work tree itself with `--repo-dir`, or move the bare repository out of it.';
  throw new Problem('git', what, remedy);
}

/** Runs `work` and returns its result. @throws Problem('git') with the texts of `explain` for an error of the system; others as is. */
export function withSystemProblem<T>(
  work: () => T,
  explain: (error: NodeJS.ErrnoException) => readonly [what: string, remedy: string],
): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new Problem('git', ...explain(error as NodeJS.ErrnoException), { cause: error });
  }
}

/** Runs `read` and returns its result. @throws Problem('git') for any error of the system, such as a missing right; others as they are. */
function withReadProblems<T>(read: () => T): T {
  return withSystemProblem(read, ({ code, path = 'the repository', message }) => {
    const whole = 'Check that the repository is whole (git fsck), and check out again if it is not.';
    // EPERM: macOS guards the folder.
    if (code !== 'EACCES' && code !== 'EPERM') return [`${path} cannot be read: ${message}`, whole];
    const readable =
      'Check the repository out as the account that runs the job, or let that account read all of it: a umask of 077 keeps others out.';
    return [`this account may not read ${path} (${code})`, readable];
  });
}

/** Reads the text of a file by its path, of any size; null if there is no regular file. @throws Problem('git') if it is unreadable. */
export function readOptionalFile(path: string): string | null {
  return withReadProblems(() => readSmallFile(path, Number.POSITIVE_INFINITY));
}

/**
 * Lets Git decide whether the repository may be opened (`safe.directory`, `safe.bareRepository`, owners): another user may have put it into
 * a folder above, with a configuration that names programs. @param discover runs `git rev-parse --absolute-git-dir` there, without GIT_DIR.
 * @throws Problem('git') with Git's words if it refuses, or finds another repository.
 */
export async function refuseUnsafe(location: Location, discover: () => Promise<string>): Promise<void> {
  const found = await discover().catch((error) => {
    const trusted = `If you trust who owns it and what is in it: git config --global --add safe.directory ${location.top}`;
    const whole =
      "Check that the repository is whole (git fsck), and Git's configuration (git config --list --show-origin).";
    const remedy = /dubious ownership|safe\.(?:directory|bareRepository)/i.test(toMessage(error)) ? trusted : whole;
    throw toGitProblem(`Git does not open the repository ${location.top}`, error, remedy);
  });
  if (realpathSync.native(found.replace(/\r?\n$/, '')) === realpathSync.native(location.gitDir)) return;
  const what = `Git takes ${found.trim()} for the repository of ${location.top}, not ${location.gitDir}`;
  const remedy = 'Name the directory of the repository with `--repo-dir`.';
  throw new Problem('git', what, remedy);
}
