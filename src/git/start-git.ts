import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
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
  throw notStarted(Object.assign(new Error('too many files are open (EMFILE)'), { code: 'EMFILE' }));
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
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const remedy = remedies[code] ?? 'Check that git --version works in the job.';
  return new Problem('git', `Git could not be started: ${messageOf(error)}`, remedy, { cause: error });
}
