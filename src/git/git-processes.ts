import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Env } from '../host/event.ts';
import type { ConfigEntry } from './config.ts';
import { baseEnvironment, configOfEnvironment, processEnvironment } from './environment.ts';
import { GitFailure } from './failure.ts';
import { notStarted, startGit } from './start-git.ts';
import { failureExplainer } from './version.ts';

/**
 * Runs Git processes in one directory. `gitDir` names the repository (null: Git looks for it itself). What fails does so
 * with a GitFailure, or with a Problem('git') when Git itself cannot be started or is too old.
 */
export interface GitProcesses {
  /** Standard output as text. @param extra configuration for this process alone. */
  run(gitDir: string | null, args: string[], extra?: readonly ConfigEntry[]): Promise<string>;
  /** Standard output as bytes, as file names are. Input goes in piece by piece: a ledger of thousands of requests is long. */
  bytes(gitDir: string, args: string[], input?: Iterable<string>): Promise<Buffer>;
  /** Starts a process to talk to over its pipes; the caller ends it. @throws Problem('git') when it cannot be started. */
  start(gitDir: string, args: string[]): ChildProcessWithoutNullStreams;
}

/** @param env the environment of the run. @param over ends what `run` and `bytes` still run, and what they would run later. */
export function gitProcesses(cwd: string, env: Env, over: AbortSignal): GitProcesses {
  const base = baseEnvironment(env);
  const ofEnvironment = configOfEnvironment(env);
  const explained = failureExplainer(base);
  const start = (gitDir: string | null, args: string[], extra: readonly ConfigEntry[] = []) =>
    startGit(args, { cwd, env: processEnvironment(base, gitDir, [...ofEnvironment, ...extra]) });
  const output = async (args: string[], begin: () => ChildProcessWithoutNullStreams, input: Iterable<string> = []) => {
    const cancelled = () => new GitFailure('the run was cancelled', commandOf(args), null);
    if (over.aborted) throw cancelled();
    const child = begin();
    const end = () => endNow(child);
    over.addEventListener('abort', end);
    try {
      return await outputOf(child, commandOf(args), input);
    } catch (error) {
      throw over.aborted ? cancelled() : await explained(error);
    } finally {
      over.removeEventListener('abort', end);
    }
  };
  return {
    run: async (gitDir, args, extra) => (await output(args, () => start(gitDir, args, extra))).toString('utf8'),
    bytes: (gitDir, args, input) => output(args, () => start(gitDir, args), input),
    start,
  };
}

/** With its pipes: a helper of Git that hangs, as ssh may, would keep them open after Git has ended. */
function endNow(child: ChildProcessWithoutNullStreams): void {
  child.kill();
  for (const pipe of [child.stdout, child.stderr]) pipe.destroy();
}

/** The command among its arguments, behind any `-c key=value`. */
function commandOf(args: readonly string[]): string {
  return args.find((arg, n) => !arg.startsWith('-') && args[n - 1] !== '-c') ?? '';
}

async function outputOf(
  child: ChildProcessWithoutNullStreams,
  command: string,
  input: Iterable<string>,
): Promise<Buffer> {
  // A process that ends before it has read everything tells why by its exit code.
  pipeline(Readable.from(input), child.stdin).catch(() => {});
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', (error) => reject(notStarted(error)));
    child.on('close', resolve);
  });
  if (code !== 0) throw new GitFailure(Buffer.concat(err).toString('utf8'), command, code);
  return Buffer.concat(out);
}
