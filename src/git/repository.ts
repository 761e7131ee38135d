import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { simpleGit } from 'simple-git';
import { messageOf, Problem } from '../errors.ts';
import {
  type ConfigEntry,
  carriedConfig,
  chooseRemote,
  configEnvironment,
  configValue,
  parseConfigList,
  tokenConfig,
} from './config.ts';
import { type Location, locateRepository } from './locate.ts';
import { openScratch, type Scratch } from './scratch.ts';

/** What a Git process is run with beyond its arguments. */
interface RunOptions {
  /** Bytes for standard input. */
  readonly input?: string | Buffer;
  /** Run in the user's repository instead of the scratch one; reading only. */
  readonly inCheckout?: boolean;
  /** Talk to the remote: adds the carried configuration and the Git token. */
  readonly remote?: boolean;
}

/** An open repository: the user's, read only, with a scratch repository beside it. Dispose it to remove the scratch. */
export interface Repository extends Disposable {
  readonly location: Location;
  readonly objectFormat: 'sha1' | 'sha256';
  readonly remote: { readonly name: string; readonly url: string } | null;
  /** True when the checkout is a partial clone, in which objects may be missing on purpose. */
  readonly partial: boolean;
  /** True while history is cut off somewhere, in the checkout or by what was fetched. */
  isShallow(): boolean;
  /** How many Git processes were started so far. */
  readonly processes: () => number;
  /** Runs Git and gives its standard output as text. @throws Error with Git's own words. */
  git(args: string[], options?: RunOptions): Promise<string>;
  /** Runs Git and gives its standard output as bytes. */
  bytes(args: string[]): Promise<Buffer>;
  /** Starts a Git process to talk to over its pipes; the caller ends it. */
  start(args: string[]): ChildProcessWithoutNullStreams;
  /** After a filtered fetch: see Scratch.resetConfig. */
  resetConfig(): void;
}

/** What opening needs to know; `env` is the environment of the run, of which the GIT_* variables are not handed on. */
export interface OpenOptions {
  readonly repoDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly gitToken?: string | undefined;
}

const quiet: readonly ConfigEntry[] = [
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['advice.detachedHead', 'false'],
];

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
};

const kept = /^(?!GIT_|EDITOR$|VISUAL$|PAGER$|SSH_ASKPASS$)/;
/** GIT_* variables by which a runner's administrator says how to reach remotes; the rest would redirect our processes. */
const keptGit = /^GIT_(SSH|SSH_COMMAND|SSH_VARIANT|SSL_[A-Z_]+|ASKPASS|PROXY_COMMAND|TRACE2?[A-Z_]*|CURL_VERBOSE)$/;

function baseEnvironment(env: OpenOptions['env']): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && (kept.test(name) || keptGit.test(name))) out[name] = value;
  }
  return { ...out, GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0' };
}

/**
 * Opens the repository that holds `repoDir`. One Git process: its configuration is read.
 *
 * @throws Problem('git') when there is no repository, or Git itself cannot be run.
 */
export async function openRepository(options: OpenOptions): Promise<Repository> {
  const location = locateRepository(options.repoDir);
  const base = baseEnvironment(options.env);
  let started = 0;
  const run = (gitDir: string, extra: readonly ConfigEntry[], args: string[], input?: string | Buffer) => {
    started += 1;
    const env = { ...base, GIT_DIR: gitDir, ...configEnvironment([...quiet, ...extra]) };
    const allowEnvironment = Object.keys(env).filter((name) => !kept.test(name));
    const git = simpleGit({
      baseDir: location.top,
      unsafe,
      allowEnvironment,
      ...(input === undefined ? {} : { input: () => input }),
    });
    return git.env(env);
  };

  const entries = parseConfigList(
    await run(location.gitDir, [], []).raw(['config', '--local', '--includes', '--list', '-z']).catch(cannotRun),
  );
  const remote = chooseRemote(entries);
  const objectFormat = configValue(entries, 'extensions.objectformat') === 'sha256' ? 'sha256' : 'sha1';
  const scratch: Scratch = openScratch(location, objectFormat);
  const carried = [
    ...carriedConfig(entries, remote?.name ?? null),
    ...(remote !== null && options.gitToken ? tokenConfig(remote.url, options.gitToken) : []),
  ];
  const start = (args: string[]) => {
    started += 1;
    const env = { ...base, GIT_DIR: scratch.gitDir, ...configEnvironment(quiet) };
    return spawn('git', args, { cwd: location.top, env, stdio: ['pipe', 'pipe', 'pipe'] });
  };
  return {
    location,
    objectFormat,
    remote,
    partial: entries.some(([key]) => /^remote\..*\.promisor$|^extensions\.partialclone$/.test(key)),
    isShallow: () => existsSync(join(scratch.gitDir, 'shallow')),
    processes: () => started,
    git: (args, run_ = {}) =>
      run(run_.inCheckout ? location.gitDir : scratch.gitDir, run_.remote ? carried : [], args, run_.input).raw(args),
    bytes: (args) => collect(start(args), args),
    start,
    resetConfig: scratch.resetConfig,
    [Symbol.dispose]: () => scratch[Symbol.dispose](),
  };
}

function cannotRun(error: unknown): never {
  throw new Problem(
    'git',
    `Git could not read the repository: ${messageOf(error).trim()}`,
    'Install Git 2.31 or later and check that the repository is whole.',
    { cause: error },
  );
}

/** Standard output of a process that needs no input; simple-git would decode it, and file names are bytes. */
async function collect(child: ChildProcessWithoutNullStreams, args: string[]): Promise<Buffer> {
  child.stdin.end();
  const out: Buffer[] = [];
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString('utf8');
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) throw new Error(err.trim() || `git ${args[0]} ended with ${code}`);
  return Buffer.concat(out);
}
