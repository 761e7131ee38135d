import { execFile } from 'node:child_process';
import { messageOf, Problem } from '../errors.ts';
import { GitFailure } from './failure.ts';

/** The least version of Git that works; every option we use is that old (test/git/least-version.test.ts). */
export const leastGit = '2.25';
const leastForSha256 = '2.29';

/** `2.25.1` of `git version 2.25.1 (Apple Git-146)` or `git version 2.47.0.windows.2`; null: not Git's words. */
export function gitVersionOf(output: string): string | null {
  return /^git version (\d+\.\d+(\.\d+)?)/.exec(output.trim())?.[1] ?? null;
}

/** True when a version such as `2.9.5` comes before another. */
export function isOlder(version: string, other: string): boolean {
  return version.localeCompare(other, 'en', { numeric: true }) < 0;
}

/**
 * The Problem when a Git process failed because of Git itself: it is missing, or older than what is needed.
 * @param version its version; null: there is no Git. @param words what the failed process said.
 * @returns null when its age does not explain the failure.
 */
export function versionProblem(version: string | null, words: string): Problem | null {
  if (version === null || isOlder(version, leastGit)) {
    const what =
      version === null
        ? 'Git could not be started: there is no git on the PATH'
        : `Git ${version} is too old: ${leastGit} or later is needed`;
    return new Problem('git', what, `Install Git ${leastGit} or later on the machine, or use an image that has it.`);
  }
  if (!/objectformat/.test(words) || !isOlder(version, leastForSha256)) return null;
  const remedy = `Install Git ${leastForSha256} or later on the machine.`;
  return new Problem('git', `Git ${version} cannot read this repository, whose objects have SHA-256 names`, remedy);
}

/**
 * Makes the function that every failure of a Git process passes: it gives the Problem instead when Git itself is the
 * reason. Only the first failure asks for the version, which costs a process. @param env of the processes.
 */
export function failureExplainer(env: Readonly<Record<string, string>>): (error: unknown) => Promise<unknown> {
  let asked: Promise<string | null | undefined> | null = null;
  return async (error) => {
    if (error instanceof GitFailure && error.isNo) return error;
    // What kept Git from being started may keep it from that, too.
    asked ??= askVersion(env).catch(() => undefined);
    const version = await asked;
    return (version === undefined ? null : versionProblem(version, messageOf(error))) ?? error;
  };
}

/** Asks Git for its version; null when there is no Git to ask, undefined when its answer names none. */
function askVersion(env: Readonly<Record<string, string>>): Promise<string | null | undefined> {
  return new Promise((resolve) => {
    execFile('git', ['--version'], { env }, (error, output) => {
      resolve(error?.code === 'ENOENT' ? null : (gitVersionOf(output) ?? undefined));
    });
  });
}
