import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { messageOf, Problem } from '../errors.ts';
import type { GitEnvironment } from './environment.ts';
import { GitFailure } from './failure.ts';

/**
 * Starts a Git process to talk to over its pipes. @throws Problem('git') if the system does not start it; for some reasons
 * the process emits an `error` event later instead: see notStarted.
 */
export function startGit(
  args: readonly string[],
  options: { readonly cwd?: string; readonly env: GitEnvironment; readonly signal?: AbortSignal },
): ChildProcessWithoutNullStreams {
  let child: ChildProcessWithoutNullStreams;
  try {
    child = spawn('git', args, { ...options, windowsHide: true });
  } catch (error) {
    throw notStarted(error);
  }
  // Null if no more files could be opened; the types do not say so.
  if (child.stdin && child.stdout && child.stderr) return child;
  // The event comes nevertheless, and would end this process if nobody listened.
  child.on('error', () => {});
  throw notStarted(Object.assign(new Error('spawn git EMFILE'), { code: 'EMFILE' }));
}

/**
 * Awaits the end of a process, which gets no input: see endOf; `out` is what `read` makes of its output.
 * @throws Problem('git') if it was not started.
 */
export async function ended<T>(child: ChildProcessWithoutNullStreams, read: (output: Readable) => Promise<T>) {
  child.stdin.on('error', () => {}).end();
  const [end, out] = await Promise.all([endOf(child), read(child.stdout)]);
  return { ...end, out };
}

/** Awaits the end of a process: its exit code (null: it was killed), and its standard error. @throws Problem('git') if it was not started. */
export async function endOf(child: ChildProcessWithoutNullStreams) {
  const closed = new Promise<number | null>((resolve, reject) => {
    child.on('error', (error) => reject(notStarted(error)));
    child.on('close', resolve);
  });
  const [code, err] = await Promise.all([closed, text(child.stderr)]);
  return { code, err };
}

/** As many as a process takes whose pipes are read. */
const filesOfProcess = 8;

/**
 * Checks that the system would let a process have its pipes: simple-git does not hear of that, and the event that nobody
 * listens for would end this process. @throws Problem('git')
 */
export function needFiles(): void {
  const open: number[] = [];
  try {
    while (open.length < filesOfProcess) open.push(openSync(devNull, 'r'));
  } catch (error) {
    throw notStarted(error);
  } finally {
    for (const file of open) closeSync(file);
  }
}

/** What Node says of a process that the system did not start; simple-git puts more before and behind it. */
const nodeWords = /\bspawn (?:\S+ )?(E[A-Z0-9]+)$/m;

const remedies: Readonly<Record<string, string>> = {
  EMFILE: 'Let the job open more files (ulimit -n).',
  E2BIG: 'Make the environment of the job smaller: what a process is given has a limit, all of it and each variable.',
  EACCES: 'Let this account run the git that stands first on the PATH, or put another one before it.',
  EAGAIN: 'Let this account have more processes (ulimit -u).',
};

/** Makes the Problem of a Git process that the system did not start, with its words and what to do about its code. */
export function notStarted(error: unknown): Problem {
  const [words = messageOf(error), code = (error as NodeJS.ErrnoException).code ?? ''] =
    nodeWords.exec(messageOf(error)) ?? [];
  const remedy = remedies[code] ?? 'Check that git --version works in the job.';
  return new Problem('git', `Git could not be started: ${words}`, remedy, { cause: error });
}

/** The least version of Git that works; every option we use is that old (test/git/least-version.test.ts). */
export const leastGit = '2.25';
const leastForSha256 = '2.29';

/** Reads `2.25.1` out of `git version 2.25.1 (Apple Git-146)` or `git version 2.25.1.windows.2`; null: not Git's words. */
export function gitVersionOf(output: string): string | null {
  return /^git version (\d+\.\d+(\.\d+)?)/.exec(output.trim())?.[1] ?? null;
}

/** True if a version such as `2.9.5` comes before another such as `2.25`. */
export function isOlder(version: string, other: string): boolean {
  return version.localeCompare(other, 'en', { numeric: true }) < 0;
}

/**
 * Makes the Problem('git') of a process that failed because of Git itself: it is missing, too old, or too old for SHA-256
 * (a failure at `objectformat`). null: its age does not explain the failure.
 * @param version null: there is no Git. @param words of the failed process.
 */
export function versionProblem(version: string | null, words: string): Problem | null {
  if (version === null || isOlder(version, leastGit)) {
    const missing = 'Git could not be started: there is no git on the PATH outside of the checkout';
    const what = version === null ? missing : `Git ${version} is too old: ${leastGit} or later is needed`;
    return new Problem('git', what, `Install Git ${leastGit} or later on the machine, or use an image that has it.`);
  }
  if (!/objectformat/.test(words) || !isOlder(version, leastForSha256)) return null;
  const remedy = `Install Git ${leastForSha256} or later on the machine.`;
  return new Problem('git', `Git ${version} cannot read this repository, whose objects have SHA-256 names`, remedy);
}

/**
 * Makes the function that every failure of a Git process passes: it returns the Problem of versionProblem or notStarted if
 * there is one, else the failure itself. The first failure asks for the version, which costs a process.
 */
export function failureExplainer(): (error: unknown, env: GitEnvironment) => Promise<unknown> {
  let asked: Promise<string | null | undefined> | null = null;
  return async (failure, env) => {
    if (failure instanceof GitFailure && failure.meansNo) return failure;
    const isNotStarted = !(failure instanceof Problem) && nodeWords.test(messageOf(failure));
    const error = isNotStarted ? notStarted(failure) : failure;
    asked ??= askVersion(env);
    const version = await asked;
    return (version === undefined ? null : versionProblem(version, messageOf(error))) ?? error;
  };
}

/** Asks Git for its version; null: there is no Git to ask; undefined: its answer names none, or it was not started. */
async function askVersion(env: GitEnvironment): Promise<string | null | undefined> {
  try {
    const { out } = await ended(startGit(['--version'], { env }), text);
    return gitVersionOf(out) ?? undefined;
  } catch (error) {
    return error instanceof Problem && Object(error.cause).code === 'ENOENT' ? null : undefined;
  }
}
