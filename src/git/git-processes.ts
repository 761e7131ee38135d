import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { Readable } from 'node:stream';
import { simpleGit } from 'simple-git';
import type { Env } from '../host/event.ts';
import type { ConfigEntry } from './config.ts';
import { baseEnvironment, configOfEnvironment, processEnvironment } from './environment.ts';
import { GitFailure } from './failure.ts';
import { ended, failureExplainer, isNotStarted, needFiles, notStarted, startGit } from './start-git.ts';

/**
 * Runs Git processes in one directory. `gitDir` names the repository (null: Git looks for it itself). What fails does so
 * with a GitFailure, or with a Problem('git') when Git itself cannot be started or is too old.
 */
export interface GitProcesses {
  /** Standard output as text. @param extra configuration for this process alone. */
  run(gitDir: string | null, args: string[], extra?: readonly ConfigEntry[]): Promise<string>;
  /**
   * Standard output as bytes: simple-git would decode it, and file names are bytes. Input goes in piece by piece, as a
   * ledger of thousands of requests is long.
   */
  bytes(gitDir: string, args: string[], input?: Iterable<string>): Promise<Buffer>;
  /** Starts a process to talk to over its pipes; the caller ends it. @throws Problem('git') when it cannot be started. */
  start(gitDir: string, args: string[]): ChildProcessWithoutNullStreams;
}

/** simple-git refuses these settings unless it is told otherwise; all of them are made here, or are the user's own. */
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

/** @param env the environment of the run. @param over ends what `run` and `bytes` still run, and what `run` would run later. */
export function gitProcesses(cwd: string, env: Env, over: AbortSignal): GitProcesses {
  const base = baseEnvironment(env);
  const ofEnvironment = configOfEnvironment(env);
  const environmentOf = (gitDir: string | null, extra: readonly ConfigEntry[] = []) =>
    processEnvironment(base, gitDir, [...ofEnvironment, ...extra]);
  const explained = failureExplainer(base);
  const keepPipe = pipesUntil(over);
  const run: GitProcesses['run'] = async (gitDir, args, extra) => {
    needFiles();
    const own = environmentOf(gitDir, extra);
    let failure: GitFailure | null = null;
    const git = simpleGit({
      baseDir: cwd,
      unsafe,
      // What is in it was chosen here; simple-git would refuse more, as a `PREFIX` that other programs go by.
      allowEnvironment: Object.keys(own),
      abort: over,
      // The default also waits 50 ms after the exit of each process, which only delays our own end.
      completion: { onClose: true, onExit: false },
      errors: (error, { exitCode, stdErr, stdOut }) => {
        if (exitCode === 0) return undefined;
        // A push that is to be read by programs says there what became of each ref.
        const told = args.includes('--porcelain') ? [...stdErr, ...stdOut] : stdErr;
        const words = Buffer.concat(told).toString('utf8') || (error instanceof Error ? error.message : '');
        failure = new GitFailure(words, commandOf(args), exitCode);
        return failure;
      },
    });
    return git
      .env(own)
      .outputHandler((_, ...pipes) => pipes.forEach(keepPipe))
      .raw(args)
      .catch(async (error: unknown) => {
        if (over.aborted) throw cancelled(args);
        // simple-git throws an error of its own, which has lost the exit code.
        const said = failure ?? error;
        throw await explained(isNotStarted(said) ? notStarted(said) : said);
      });
  };
  const start: GitProcesses['start'] = (gitDir, args) => startGit(args, { cwd, env: environmentOf(gitDir) });
  const bytes: GitProcesses['bytes'] = async (gitDir, args, input = []) => {
    if (over.aborted) throw cancelled(args);
    const child = start(gitDir, args);
    const end = () => child.kill();
    over.addEventListener('abort', end);
    try {
      const { code, out, err } = await ended(child, input);
      if (code !== 0) throw new GitFailure(err, commandOf(args), code);
      return out;
    } catch (error) {
      throw over.aborted ? cancelled(args) : await explained(error);
    } finally {
      over.removeEventListener('abort', end);
    }
  };
  return { run, bytes, start };
}

/** Closes pipes at the end: a helper of Git that hangs, as ssh may, would keep them open after Git has ended. */
function pipesUntil(over: AbortSignal): (pipe: unknown) => void {
  const pipes = new Set<Readable>();
  over.addEventListener('abort', () => {
    for (const pipe of pipes) pipe.destroy();
  });
  return (pipe) => {
    if (!(pipe instanceof Readable)) return;
    pipes.add(pipe);
    pipe.once('close', () => pipes.delete(pipe));
  };
}

/** The command among its arguments, behind any `-c key=value`. */
function commandOf(args: readonly string[]): string {
  return args.find((arg, n) => !arg.startsWith('-') && args[n - 1] !== '-c') ?? '';
}

function cancelled(args: readonly string[]): GitFailure {
  return new GitFailure('the run was cancelled', commandOf(args), null);
}
