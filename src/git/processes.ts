/** The only place that starts Git: by simple-git for an answer, by `spawn` to talk to it over its pipes. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { addAbortSignal, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { simpleGit, type VersionResult } from 'simple-git';
import { Problem, toMessage } from '../errors.ts';
import type { GitEnvironment } from './environment.ts';
import { GitFailure } from './failure.ts';

/** Starts a Git process, to talk to over its pipes. @throws Problem('git') if the system refuses; some refusals come from waitForEnd */
export function startGit(args: readonly string[], cwd: string, env: GitEnvironment): ChildProcessWithoutNullStreams {
  requireFileHandles();
  try {
    return spawn('git', args, { cwd, env, windowsHide: true });
  } catch (error) {
    throw toStartProblem(error);
  }
}

/** Waits for a process, whose output the caller must read; returns exit code (null if killed) and standard error. @throws if not started */
export async function waitForEnd(child: ChildProcessWithoutNullStreams) {
  const closed = new Promise<number | null>((resolve, reject) => {
    child.on('error', (error) => reject(toStartProblem(error)));
    child.on('close', resolve);
  });
  const [code, err] = await Promise.all([closed, text(child.stderr)]);
  return { code, err };
}

/**
 * Returns a function that runs Git in the folder `cwd`, with `env` and no other variable, and returns its standard output. It throws
 * GitFailure if Git does not end with 0, or `signal` ended it, or had aborted before; Problem('git') if Git cannot start or is too old.
 */
export function createGitRunner(cwd: string, signal: AbortSignal) {
  const explain = createFailureExplainer(cwd);
  return async (env: GitEnvironment, args: string[]): Promise<Buffer> => {
    requireFileHandles();
    let failure: GitFailure | null = null;
    let out = Buffer.alloc(0);
    const git = createSimpleGit(cwd, env, {
      abort: signal,
      // The default also waits 50 ms after the exit of each process.
      completion: { onClose: true, onExit: false },
      errors: (error, { exitCode, stdErr, stdOut }) => {
        out = Buffer.concat(stdOut);
        if (exitCode === 0) return undefined;
        // `push --porcelain` reports each ref on standard output.
        const output = args.includes('--porcelain') ? [...stdErr, out] : stdErr;
        const words = Buffer.concat(output).toString('utf8') || (error instanceof Error ? error.message : '');
        const command = args.find((arg, n) => !arg.startsWith('-') && args[n - 1] !== '-c') ?? '';
        failure = new GitFailure(words, command, exitCode);
        return failure;
      },
    });
    git.outputHandler((_, stdout, stderr) => {
      for (const pipe of [stdout, stderr] as Readable[]) {
        // A helper of Git that hangs (ssh) would keep it open after the end of the run.
        addAbortSignal(signal, pipe).on('error', () => {});
        // Without any data, simple-git would wait 50 ms for some.
        pipe.once('end', () => pipe.emit('data', Buffer.alloc(0)));
      }
    });
    try {
      await git.raw(args);
      return out;
    } catch (error) {
      if (signal.aborted) throw new GitFailure('the run was cancelled', '', null);
      // simple-git throws an error of its own, without the exit code.
      throw await explain(failure ?? error, env);
    }
  };
}

/** What simple-git refuses by default; all of it is made by buildGitEnvironment, or is the user's own. */
const unsafe = {
  allowUnsafeConfigEnvCount: true,
  allowUnsafeConfigPaths: true,
  allowUnsafeHooksPath: true,
  allowUnsafeSshCommand: true,
  allowUnsafeCredentialHelper: true,
  allowUnsafeUrlRewrite: true,
  allowUnsafeProtocolOverride: true,
  allowUnsafeAskPass: true,
  allowUnsafeGitProxy: true,
  allowUnsafePack: true,
  allowUnsafeExec: true,
};

/** Makes a simple-git for the folder `cwd`, whose processes have this environment and no other variable. */
function createSimpleGit(cwd: string, env: GitEnvironment, options: Parameters<typeof simpleGit>[0]) {
  // buildGitEnvironment has chosen the names; simple-git would refuse more, such as the `PREFIX` of other programs.
  return simpleGit({ ...options, baseDir: cwd, unsafe, allowEnvironment: Object.keys(env) }).env(env);
}

/** Checks that eight files can be opened, and closes them: without them, pipes of a new process end this program. @throws Problem('git') */
function requireFileHandles(): void {
  using open = new DisposableStack();
  try {
    for (let n = 0; n < 8; n += 1) open.adopt(openSync(devNull, 'r'), closeSync);
  } catch (error) {
    throw toStartProblem(error);
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

/** Makes the Problem('git') of a Git process that the system did not start, with its words and a remedy for its error code. */
function toStartProblem(error: unknown): Problem {
  const [words = toMessage(error), code = (error as NodeJS.ErrnoException).code ?? ''] =
    nodeWords.exec(toMessage(error)) ?? [];
  const remedy = remedies[code] ?? 'Check that git --version works in the job.';
  return new Problem('git', `Git could not be started: ${words}`, remedy, { cause: error });
}

/** The least version of Git that works; every option we use is that old (test/git/least-version.test.ts). */
export const leastGit = '2.25';
const leastForSha256 = '2.29';

/** True if a version such as `2.9.5` comes before another such as `2.25`. */
export function isOlder(version: string, other: string): boolean {
  return version.localeCompare(other, 'en', { numeric: true }) < 0;
}

/**
 * Returns a function that returns the error to throw for a failed Git process: a Problem('git') if Git was not started, is missing, too
 * old, or too old for SHA-256; else the failure itself. It asks Git for its version once, and not for a GitFailure that `meansNo`.
 */
function createFailureExplainer(cwd: string): (failure: unknown, env: GitEnvironment) => Promise<unknown> {
  let asked: Promise<VersionResult | null> | null = null;
  return async (failure, env) => {
    if (failure instanceof GitFailure && failure.meansNo) return failure;
    const error = nodeWords.test(toMessage(failure)) ? toStartProblem(failure) : failure;
    asked ??= createSimpleGit(cwd, env, {})
      .version()
      .catch(() => null);
    const version = await asked;
    if (version === null || (version.installed && version.major === 0)) return error;
    if (!version.installed || isOlder(`${version}`, leastGit)) {
      const missing = 'Git could not be started: there is no git on the PATH outside of the checkout';
      const what = version.installed ? `Git ${version} is too old: ${leastGit} or later is needed` : missing;
      return new Problem('git', what, `Install Git ${leastGit} or later on the machine, or use an image that has it.`);
    }
    if (!/objectformat/.test(toMessage(error)) || !isOlder(`${version}`, leastForSha256)) return error;
    const remedy = `Install Git ${leastForSha256} or later on the machine.`;
    return new Problem('git', `Git ${version} cannot read this repository, whose objects have SHA-256 names`, remedy);
  };
}
