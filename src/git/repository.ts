import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { simpleGit } from 'simple-git';
import { Problem } from '../errors.ts';
import {
  type ConfigEntry,
  carriedConfig,
  chooseRemote,
  configValue,
  parseConfigList,
  withoutUserinfo,
} from './config.ts';
import { baseEnvironment, configOfEnvironment, namesToAllow, processEnvironment } from './environment.ts';
import { GitFailure, gitWords } from './failure.ts';
import { tokenConfig, tokenOrigins, whyTokenStays, withoutRedirects } from './git-token.ts';
import { type Location, locateRepository } from './locate.ts';
import { newRemoteView, type RemoteView } from './remote-view.ts';
import { isCi, refuseUnsafe } from './safe-repository.ts';
import { openScratch, type Scratch } from './scratch.ts';
import { failureExplainer } from './version.ts';

/** What a Git process is run with beyond its arguments. */
interface RunOptions {
  /** Run in the user's repository instead of the scratch one; reading only. */
  readonly inCheckout?: boolean;
  /** Talk to the remote: adds the carried configuration and the Git token. */
  readonly remote?: boolean;
}

/** The remote to talk to. */
export interface RemoteAddress {
  readonly name: string;
  readonly url: string;
  /** Why the Git token of this run is not sent there, as the end of a sentence; null when it is, or there is none. */
  readonly tokenStays: string | null;
}

/** An open repository: the user's, read only, with a scratch repository beside it. Dispose it to remove the scratch. */
export interface Repository extends Disposable {
  readonly location: Location;
  /** True when it is a checkout that a CI system has made. */
  readonly inCi: boolean;
  readonly objectFormat: 'sha1' | 'sha256';
  readonly remote: RemoteAddress | null;
  /** What the remote said of its refs so far. */
  readonly remoteView: RemoteView;
  /** True when commits may be there without all of their trees, because the clone was made so. */
  readonly treeless: boolean;
  /** OID at which a ref was fetched last; null: never. */
  refAt(ref: string): string | null;
  /** Commits at which history is cut off, in the checkout or by what was fetched. */
  cutCommits(): string[];
  /** Cut commits whose history is none of any branch's: the ledger's. */
  readonly besideBranches: Set<string>;
  /** Runs Git and gives its standard output as text. @throws GitFailure with Git's own words, Problem('git') for an old Git. */
  git(args: string[], options?: RunOptions): Promise<string>;
  /** Runs Git and gives its standard output as bytes; `input` goes to its standard input in pieces. @throws as `git` does */
  bytes(
    args: string[],
    options?: Pick<RunOptions, 'inCheckout'> & { readonly input?: Iterable<string> },
  ): Promise<Buffer>;
  /** Starts a Git process to talk to over its pipes; the caller ends it. */
  start(args: string[]): ChildProcessWithoutNullStreams;
  /** Does work that fetches, one after the other: two fetches at once would fight over the file of cut-off commits. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** Ends every process of `git` that runs, and those to come: they fail with a GitFailure. */
  end(): void;
  /** After a filtered fetch: see Scratch.resetConfig. */
  resetConfig(): void;
}

/** What opening needs to know; `env` is the environment of the run, of which the GIT_* variables are not handed on. */
export interface OpenOptions {
  readonly repoDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly gitToken?: string | undefined;
}

/** Everything simple-git guards against is set here by ourselves, from the user's own configuration. */
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

/** Where a Git process runs (null: it looks for the repository itself), and with what beside its arguments. */
type RunGit = (gitDir: string | null, extra: readonly ConfigEntry[], args: string[]) => Promise<string>;
type StartGit = (gitDir: string, args: string[]) => ChildProcessWithoutNullStreams;

/** Runs and starts Git processes for one repository. @param explained what every failure passes. @param over ends what still runs. */
function processesOf(
  location: Location,
  env: OpenOptions['env'],
  explained: (error: unknown) => Promise<unknown>,
  over: AbortSignal,
): { run: RunGit; start: StartGit } {
  const base = baseEnvironment(env);
  const ofEnvironment = configOfEnvironment(env);
  const pipes = new Set<Readable>();
  // A helper of Git that hangs, as ssh may, would keep them open after Git has ended.
  over.addEventListener('abort', () => {
    for (const pipe of pipes) pipe.destroy();
  });
  const run: RunGit = (gitDir, extra, args) => {
    const env = processEnvironment(base, gitDir, [...ofEnvironment, ...extra]);
    let failure: GitFailure | null = null;
    const git = simpleGit({
      baseDir: location.top,
      unsafe,
      allowEnvironment: namesToAllow(env),
      abort: over,
      // The default also waits 50 ms after the exit of each process, which only delays our own end.
      completion: { onClose: true, onExit: false },
      errors: (error, { exitCode, stdErr }) => {
        if (exitCode === 0) return undefined;
        failure = failureOf(error, exitCode, Buffer.concat(stdErr).toString('utf8'), args);
        return failure;
      },
    });
    // simple-git throws an error of its own, which has lost the exit code.
    return git
      .env(env)
      .outputHandler((_, stdout, stderr) => {
        for (const pipe of [stdout, stderr]) {
          if (!(pipe instanceof Readable)) continue;
          pipes.add(pipe);
          pipe.once('close', () => pipes.delete(pipe));
        }
      })
      .raw(args)
      .catch(async (error: unknown) => {
        if (over.aborted) throw new GitFailure('the run was cancelled', commandOf(args), null);
        throw await explained(failure ?? error);
      });
  };
  const start: StartGit = (gitDir, args) => {
    const env = processEnvironment(base, gitDir, ofEnvironment);
    return spawn('git', args, { cwd: location.top, env, stdio: ['pipe', 'pipe', 'pipe'] });
  };
  return { run, start };
}

/**
 * What a fetch or push from the scratch repository needs of the user's configuration, and the Git token. Where a header
 * goes along, no redirect is followed.
 */
function carriedOf(entries: readonly ConfigEntry[], remote: Repository['remote'], options: OpenOptions): ConfigEntry[] {
  const carried = withoutUserinfo(carriedConfig(entries, remote?.name ?? null));
  const token = options.gitToken ? tokenConfig(tokenOrigins(options.env), options.gitToken) : [];
  return withoutRedirects([...configOfEnvironment(options.env), ...carried, ...token]);
}

/** The remote, and why it does not get the Git token, if it does not. */
function remoteOf(entries: readonly ConfigEntry[], { env, gitToken }: OpenOptions): Repository['remote'] {
  const remote = chooseRemote(entries);
  if (remote === null) return null;
  return { ...remote, tokenStays: gitToken ? whyTokenStays(remote.url, tokenOrigins(env)) : null };
}

/**
 * Opens the repository that holds `repoDir`. One Git process: its configuration is read; outside CI one more before
 * it, in which Git says whether it would open it (design §3, "Whose repository").
 *
 * @throws Problem('git') when there is no repository, Git refuses it, or Git itself cannot be run.
 */
export async function openRepository(options: OpenOptions): Promise<Repository> {
  const location = locateRepository(options.repoDir);
  const explained = failureExplainer(baseEnvironment(options.env));
  const over = new AbortController();
  const { run, start } = processesOf(location, options.env, explained, over.signal);
  const inCi = isCi(options.env);
  if (!inCi) await refuseUnsafe(location, () => run(null, [], ['rev-parse', '--absolute-git-dir']));
  const list = await run(location.gitDir, [], ['config', '--local', '--includes', '--list', '-z']).catch(cannotRun);
  const entries = parseConfigList(list);
  const remote = remoteOf(entries, options);
  const objectFormat = configValue(entries, 'extensions.objectformat') === 'sha256' ? 'sha256' : 'sha1';
  const scratch: Scratch = openScratch(location, objectFormat);
  const carried = carriedOf(entries, remote, options);
  const dirOf = (inCheckout = false) => (inCheckout ? location.gitDir : scratch.gitDir);
  return {
    location,
    inCi,
    objectFormat,
    remote,
    remoteView: newRemoteView(),
    treeless: entries.some(
      ([key, value]) => /^remote\..*\.partialclonefilter$/.test(key) && !value.startsWith('blob:'),
    ),
    refAt: scratch.refAt,
    cutCommits: scratch.cutCommits,
    besideBranches: new Set(),
    git: (args, { inCheckout, remote: talks } = {}) => run(dirOf(inCheckout), talks ? carried : [], args),
    bytes: (args, { inCheckout, input } = {}) =>
      collect(start(dirOf(inCheckout), args), args, input ?? []).catch(async (error: unknown) => {
        throw await explained(error);
      }),
    start: (args) => start(scratch.gitDir, args),
    alone: oneAfterTheOther(),
    end: () => over.abort(),
    resetConfig: scratch.resetConfig,
    [Symbol.dispose]: () => {
      // What was begun ahead and is not waited for any more, as a fetch from a remote that hangs.
      over.abort();
      scratch[Symbol.dispose]();
    },
  };
}

function oneAfterTheOther(): Repository['alone'] {
  let turn: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = turn.then(work);
    turn = result.catch(() => {});
    return result;
  };
}

function failureOf(error: Buffer | Error | undefined, exitCode: number, words: string, args: string[]): GitFailure {
  return new GitFailure(words || (error instanceof Error ? error.message : ''), commandOf(args), exitCode);
}

/** The command among its arguments, behind any `-c key=value`. */
function commandOf(args: readonly string[]): string {
  return args.find((arg, n) => !arg.startsWith('-') && args[n - 1] !== '-c') ?? '';
}

function cannotRun(error: unknown): never {
  if (error instanceof Problem) throw error;
  throw new Problem(
    'git',
    `Git could not read the repository: ${gitWords(error)}`,
    'Check that the repository is whole (git fsck), and that this account may read it.',
    { cause: error },
  );
}

/**
 * Standard output of a process; simple-git would decode it, and file names are bytes. It takes input as one text, too:
 * a ledger of thousands of requests is written in pieces instead.
 */
async function collect(
  child: ChildProcessWithoutNullStreams,
  args: string[],
  input: Iterable<string>,
): Promise<Buffer> {
  // A process that ends before it has read everything tells why by its exit code.
  pipeline(Readable.from(input), child.stdin).catch(() => {});
  const out: Buffer[] = [];
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString('utf8');
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', (error) => reject(new GitFailure(error.message, commandOf(args), null)));
    child.on('close', resolve);
  });
  if (code !== 0) throw new GitFailure(err, commandOf(args), code);
  return Buffer.concat(out);
}
