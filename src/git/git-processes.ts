import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { simpleGit } from 'simple-git';
import type { GitEnvironment } from './environment.ts';
import { GitFailure } from './failure.ts';
import { ended, failureExplainer, needFiles, startGit } from './start-git.ts';

/**
 * Runs Git processes in one directory. `env` is all of their environment: see gitEnvironment. Methods fail with a
 * GitFailure, or with a Problem('git') if Git cannot be started or is too old.
 */
interface GitProcesses {
  /** Returns standard output as text. */
  run(env: GitEnvironment, args: string[]): Promise<string>;
  /** Returns standard output as bytes; simple-git would decode it. */
  bytes(env: GitEnvironment, args: string[]): Promise<Buffer>;
}

/** Settings that simple-git refuses by default; all of them are made here, or are the user's own. */
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

/** Makes the functions that run Git in the folder `cwd`. @param signal ends the processes, and fails later ones. */
export function gitProcesses(cwd: string, signal: AbortSignal): GitProcesses {
  const explain = failureExplainer();
  const trackPipe = closePipesOn(signal);
  const run: GitProcesses['run'] = async (env, args) => {
    needFiles();
    let failure: GitFailure | null = null;
    const git = simpleGit({
      baseDir: cwd,
      unsafe,
      // gitEnvironment has chosen them; simple-git would refuse more, such as the `PREFIX` of other programs.
      allowEnvironment: Object.keys(env),
      abort: signal,
      // The default also waits 50 ms after the exit of each process.
      completion: { onClose: true, onExit: false },
      errors: (error, { exitCode, stdErr, stdOut }) => {
        if (exitCode === 0) return undefined;
        // `push --porcelain` reports each ref on standard output.
        const output = args.includes('--porcelain') ? [...stdErr, ...stdOut] : stdErr;
        const words = Buffer.concat(output).toString('utf8') || (error instanceof Error ? error.message : '');
        failure = new GitFailure(words, commandOf(args), exitCode);
        return failure;
      },
    });
    return git
      .env(env)
      .outputHandler((_, ...pipes) => pipes.forEach(trackPipe))
      .raw(args)
      .catch(async (error: unknown) => {
        if (signal.aborted) throw cancelledFailure(args);
        // simple-git throws an error of its own, without the exit code.
        throw await explain(failure ?? error, env);
      });
  };
  const bytes: GitProcesses['bytes'] = async (env, args) => {
    if (signal.aborted) throw cancelledFailure(args);
    try {
      const { code, out, err } = await ended(startGit(args, { cwd, env, signal }), buffer);
      if (code !== 0) throw new GitFailure(err, commandOf(args), code);
      return out;
    } catch (error) {
      throw signal.aborted ? cancelledFailure(args) : await explain(error, env);
    }
  };
  return { run, bytes };
}

/** Makes a function that registers a pipe to be closed on the signal: a helper of Git that hangs (ssh) would keep it open. */
function closePipesOn(signal: AbortSignal): (pipe: unknown) => void {
  const pipes = new Set<Readable>();
  signal.addEventListener('abort', () => {
    for (const pipe of pipes) pipe.destroy();
  });
  return (pipe) => {
    if (!(pipe instanceof Readable)) return;
    pipes.add(pipe);
    pipe.once('close', () => pipes.delete(pipe));
  };
}

/** Returns the Git command among the arguments, behind any `-c key=value`; '': none. */
function commandOf(args: readonly string[]): string {
  return args.find((arg, n) => !arg.startsWith('-') && args[n - 1] !== '-c') ?? '';
}

function cancelledFailure(args: readonly string[]): GitFailure {
  return new GitFailure('the run was cancelled', commandOf(args), null);
}
