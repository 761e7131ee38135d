import type { Problem } from '../errors.ts';
import type { Env } from '../host/event.ts';
import { type ConfigEntry, carriedConfig, chooseRemote, parseConfigList, withoutUserinfo } from './config.ts';
import { configOfEnvironment } from './environment.ts';
import { gitProblem } from './failure.ts';
import { gitProcesses } from './git-processes.ts';
import { tokenConfig, tokenOrigins, whyTokenStays, withoutRedirects } from './git-token.ts';
import { type LedgerPlace, ledgerConfig, ledgerRemoteName, withoutCredentialsOf } from './ledger-remote.ts';
import { isCi, type Location, locateRepository, refuseUnsafe } from './locate.ts';
import { type ObjectSource, type Objects, openObjects } from './objects.ts';
import { openScratch, type Scratch } from './scratch.ts';

/** What a Git process is run with beyond its arguments. */
interface RunOptions {
  /** Run in the user's repository instead of the scratch one; reading only. */
  readonly inCheckout?: boolean;
  /** Talk to that remote: adds the configuration and the token that are for it. */
  readonly remote?: RemoteAddress;
}

export interface RemoteAddress {
  readonly name: string;
  readonly url: string;
  /** How a sentence names it. */
  readonly said: string;
  /** Why the Git token of this run is not sent there, as the end of a sentence; null when it is, or there is none. */
  readonly tokenStays: string | null;
}

/** An open repository: the user's, read only, with a scratch repository beside it. Dispose it to remove the scratch. */
export interface Repository extends Omit<Scratch, 'gitDir' | 'readingDir'>, ObjectSource {
  readonly location: Location;
  /** True when it is a checkout that a CI system has made. */
  readonly inCi: boolean;
  /** The user's objects, and what was fetched beside them. */
  readonly objects: Objects;
  /** Where the sources are. */
  readonly remote: RemoteAddress | null;
  /** Where the ledger is: the same, unless it is kept elsewhere. */
  readonly ledgerRemote: RemoteAddress | null;
  /** What the remote said of its refs so far. */
  readonly remoteView: RemoteView;
  /** True when commits may be there without all of their trees, because the clone was made so. */
  readonly treeless: boolean;
  /** Cut commits whose history is none of any branch's: the ledger's. */
  readonly besideBranches: Set<string>;
  /** Runs Git and gives its standard output as text. @throws GitFailure with Git's own words, Problem('git') for an old Git. */
  git(args: string[], options?: RunOptions): Promise<string>;
  /** Runs Git and gives its standard output as bytes; `input` goes to its standard input in pieces. @throws as `git` does */
  bytes(
    args: string[],
    options?: Pick<RunOptions, 'inCheckout'> & { readonly input?: Iterable<string> },
  ): Promise<Buffer>;
  /** Does work that fetches, one after the other: two fetches at once would fight over the file of cut-off commits. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** Ends every process of `git` that runs, and those to come: they fail with a GitFailure. */
  end(): void;
}

/** What opening needs to know; `env` is the environment of the run, of which the GIT_* variables are not handed on. */
export interface OpenOptions {
  readonly repoDir: string;
  readonly env: Env;
  readonly gitToken?: string | undefined;
  /** Absent: the ledger is kept beside the sources. */
  readonly ledgerPlace?: LedgerPlace | undefined;
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

function remoteOf(entries: readonly ConfigEntry[], { env, gitToken }: OpenOptions): Repository['remote'] {
  const remote = chooseRemote(entries);
  if (remote === null) return null;
  const tokenStays = gitToken ? whyTokenStays(remote.url, tokenOrigins(env)) : null;
  return { ...remote, said: `the remote ${remote.name}`, tokenStays };
}

function ledgerRemoteOf({ ledgerPlace }: OpenOptions, remote: Repository['remote']): Repository['ledgerRemote'] {
  if (ledgerPlace === undefined) return remote;
  const { url } = ledgerPlace;
  return { name: ledgerRemoteName, url, said: `the remote of the ledger, ${url},`, tokenStays: null };
}

/**
 * Opens the repository that holds `repoDir`. One Git process: its configuration is read; outside CI one more before
 * it, in which Git says whether it would open it (design §3, "Whose repository").
 * @throws Problem('git') when there is no repository, Git refuses it, or Git itself cannot be run.
 */
export async function openRepository(options: OpenOptions): Promise<Repository> {
  const location = locateRepository(options.repoDir);
  const over = new AbortController();
  const processes = gitProcesses(location.top, options.env, over.signal);
  const apart = gitProcesses(location.top, withoutCredentialsOf(options.env, options.ledgerPlace), over.signal);
  const inCi = isCi(options.env);
  if (!inCi) await refuseUnsafe(location, () => processes.run(null, ['rev-parse', '--absolute-git-dir']));
  const listed = (scope: '--local' | '--worktree') =>
    processes.run(location.gitDir, ['config', scope, '--includes', '--list', '-z']).then(parseConfigList, cannotRead);
  const entries = await listed('--local');
  // What a work tree has of its own, where the repository lets it, is read last, as Git does.
  if (isTrue(entries, 'extensions.worktreeconfig')) entries.push(...(await listed('--worktree')));
  const remote = remoteOf(entries, options);
  const objectFormat = new Map(entries).get('extensions.objectformat') === 'sha256' ? 'sha256' : 'sha1';
  const { gitDir, readingDir, ...scratch } = openScratch(location, objectFormat);
  const ledgerRemote = ledgerRemoteOf(options, remote);
  const carried = carriedOf(entries, remote, options);
  const ofLedger = options.ledgerPlace === undefined ? carried : ledgerConfig(entries, options.ledgerPlace);
  const dirOf = (inCheckout = false) => (inCheckout ? location.gitDir : gitDir);
  const start = (args: string[]) => processes.start(readingDir, args);
  const objects = openObjects({ objectFormat, start });
  return {
    ...scratch,
    location,
    inCi,
    objectFormat,
    objects,
    remote,
    ledgerRemote,
    remoteView: { wanted: new Set(), tips: new Map(), defaultBranch: null, trouble: null, asking: null },
    treeless: entries.some(
      ([key, value]) => /^remote\..*\.partialclonefilter$/.test(key) && !value.startsWith('blob:'),
    ),
    besideBranches: new Set(),
    git: (args, { inCheckout, remote: to } = {}) => {
      if (to === ledgerRemote && to !== remote) return apart.run(dirOf(), args, ofLedger);
      return processes.run(dirOf(inCheckout), args, to === undefined ? [] : carried);
    },
    // What has an input writes.
    bytes: (args, { inCheckout, input } = {}) =>
      processes.bytes(inCheckout !== true && input === undefined ? readingDir : dirOf(inCheckout), args, input),
    start,
    alone: oneAfterTheOther(),
    end: () => over.abort(),
    [Symbol.dispose]: () => {
      // What was begun ahead may still run, as a fetch from a remote that hangs.
      over.abort();
      objects[Symbol.dispose]();
      scratch[Symbol.dispose]();
    },
  };
}

function isTrue(entries: readonly ConfigEntry[], key: string): boolean {
  return /^(true|yes|on|1)$/i.test(new Map(entries).get(key) ?? '');
}

function oneAfterTheOther(): Repository['alone'] {
  let turn: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = turn.then(work);
    turn = result.catch(() => {});
    return result;
  };
}

function cannotRead(error: unknown): never {
  const remedy = 'Check that the repository is whole (git fsck), and that this account may read it.';
  throw gitProblem('Git could not read the repository', error, remedy);
}

/** What this run knows of the remote's refs. A question asks about all that are wanted, so that they belong together. */
export interface RemoteView {
  /** Refs to ask about along with the first that is needed. */
  readonly wanted: Set<string>;
  /** OIDs by ref as the remote told them; null: it has no such ref. */
  tips: Map<string, string | null>;
  /** The branch that the remote's HEAD names, when `HEAD` was wanted. */
  defaultBranch: string | null;
  /** Why the remote could not be asked; it is not asked again. */
  trouble: Problem | null;
  asking: Promise<void> | null;
}
