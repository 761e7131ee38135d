import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { messageOf, Problem } from '../errors.ts';

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

/** Not where no more files could be opened, whatever the types say. */
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
