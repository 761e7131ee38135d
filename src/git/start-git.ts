import { type ChildProcess, type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { messageOf, Problem } from '../errors.ts';
import { GitFailure } from './failure.ts';

/**
 * Starts a Git process to talk to over its pipes. Some reasons why the system does not start it come later, as an `error`
 * event: see notStarted.
 * @throws Problem('git') for the others.
 */
export function startGit(
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): ChildProcessWithoutNullStreams {
  const child = spawned(args, options);
  if (hasPipes(child)) return child;
  // The event comes nevertheless, and would end this process if nobody listened.
  child.on('error', () => {});
  throw notStarted(Object.assign(new Error('spawn git EMFILE'), { code: 'EMFILE' }));
}

function spawned(args: readonly string[], options: { readonly cwd: string; readonly env: object }): ChildProcess {
  try {
    return spawn('git', args, {
      ...options,
      env: { ...options.env },
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
  } catch (error) {
    throw notStarted(error);
  }
}

/**
 * Gives a process its input, and all that it says until it ends.
 *
 * @param read how its output is taken in. @throws Problem('git') when it was not started.
 */
export async function ended<T>(
  child: ChildProcessWithoutNullStreams,
  input: Iterable<string>,
  read: (output: Readable) => Promise<T>,
): Promise<{ readonly code: number | null; readonly out: T; readonly err: string }> {
  // A process that ends before it has read everything tells why by its exit code.
  pipeline(Readable.from(input), child.stdin).catch(() => {});
  const closed = new Promise<number | null>((resolve, reject) => {
    child.on('error', (error) => reject(notStarted(error)));
    child.on('close', resolve);
  });
  const [code, out, err] = await Promise.all([closed, read(child.stdout), text(child.stderr)]);
  return { code, out, err };
}

/** As many as a process takes whose pipes are read. */
const filesOfProcess = 8;

/**
 * Refuses to begin where the system would not let a process have its pipes: simple-git does not hear of that, and the
 * event that nobody listens for would end this process.
 * @throws Problem('git')
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

/** True for an error that holds these words. */
export function isNotStarted(error: unknown): boolean {
  return nodeWords.test(messageOf(error));
}

/** False if no more files could be opened; the types do not say so. */
function hasPipes(child: ChildProcess): child is ChildProcessWithoutNullStreams {
  return Boolean(child.stdin && child.stdout && child.stderr);
}

const remedies: Readonly<Record<string, string>> = {
  EMFILE: 'Let the job open more files (ulimit -n).',
  E2BIG: 'Make the environment of the job smaller: what a process is given has a limit, all of it and each variable.',
  EACCES: 'Let this account run the git that stands first on the PATH, or put another one before it.',
  EAGAIN: 'Let this account have more processes (ulimit -u).',
};

/** A Git process that the system did not start, in its words. */
export function notStarted(error: unknown): Problem {
  const [words = messageOf(error), code = codeOf(error)] = nodeWords.exec(messageOf(error)) ?? [];
  const remedy = remedies[code] ?? 'Check that git --version works in the job.';
  return new Problem('git', `Git could not be started: ${words}`, remedy, { cause: error });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

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
        ? 'Git could not be started: there is no git on the PATH outside of the checkout'
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
    if (error instanceof GitFailure && error.meansNo) return error;
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
