import type { Problem } from '../errors.ts';
import type { Env } from '../host/event.ts';
import { type ConfigEntry, carriedConfig, chooseRemote, parseConfigList, withoutUserinfo } from './config.ts';
import { configOfEnvironment } from './environment.ts';
import { gitProblem } from './failure.ts';
import { gitProcesses } from './git-processes.ts';
import { tokenConfig, tokenOrigins, whyTokenStays, withoutRedirects } from './git-token.ts';
import {
  type LedgerPlace,
  ledgerConfig,
  ledgerEnvironment,
  ledgerRemoteName,
  withoutCredentials,
} from './ledger-remote.ts';
import { isCi, type Location, locateRepository, refuseUnsafe } from './locate.ts';
import { type ObjectSource, Objects } from './objects.ts';
import { openScratch, type Scratch } from './scratch.ts';
import { serialQueue } from './serial-queue.ts';

/** Options of a Git process. */
interface RunOptions {
  /** True: runs in the user's repository instead of the scratch one; reading only. */
  readonly inCheckout?: boolean;
  /** Adds the configuration and the token for this remote. */
  readonly remote?: RemoteAddress;
}

/** A remote. */
export interface RemoteAddress {
  readonly name: string;
  readonly url: string;
  /** Its name in messages. */
  readonly label: string;
  /** Why this run does not send it its Git token, as the end of a sentence; null: it does, or has none. */
  readonly tokenStays: string | null;
}

/** The branches of the remote in one answer, so that they fit together. */
export interface RemoteBranches {
  /** The OIDs of their tips by short name. */
  readonly tips: ReadonlyMap<string, string>;
  /** The branch that the remote's HEAD names; null: none. */
  readonly defaultBranch: string | null;
}

/** The user's repository, read only, with a scratch repository that takes what is fetched. Disposing removes the scratch. */
export interface Repository extends Omit<Scratch, 'gitDir' | 'readingDir'>, ObjectSource {
  readonly location: Location;
  /** True if a CI system has made the checkout. */
  readonly inCi: boolean;
  /** The user's objects, and those of the scratch repository. */
  readonly objects: Objects;
  /** The remote of the sources. */
  readonly remote: RemoteAddress | null;
  /** The remote of the ledger: the same, unless the ledger is kept elsewhere. */
  readonly ledgerRemote: RemoteAddress | null;
  /** What the remote has answered: see remoteBranches. */
  readonly seen: { branches: Promise<RemoteBranches> | null; trouble: Problem | null };
  /** True if the clone may have commits without all of their trees (a partial clone). */
  readonly treeless: boolean;
  /** True for a partial clone. */
  readonly isPartial: boolean;
  /** Commits of the ledger, whose history is cut off, but is no branch's. */
  readonly ledgerCommits: Set<string>;
  /** Cancels the run; absent: nothing does. */
  readonly signal?: AbortSignal | undefined;
  /** Runs Git and returns its standard output as text. @throws GitFailure, Problem('git') if Git is missing or too old. */
  git(args: string[], options?: RunOptions): Promise<string>;
  /** Runs Git and returns its standard output as bytes; writes `input` in pieces. @throws as `git` does */
  bytes(
    args: string[],
    options?: Pick<RunOptions, 'inCheckout'> & { readonly input?: Iterable<string> },
  ): Promise<Buffer>;
  /** Does work that fetches after all earlier such work: concurrent fetches collide at Git's file `shallow`. */
  runExclusive<T>(work: () => Promise<T>): Promise<T>;
  /** Ends every process of `git` that runs, and later ones: they fail with a GitFailure. */
  end(): void;
}

interface OpenOptions extends Pick<Repository, 'signal'> {
  readonly repoDir: string;
  /** The environment of the run; Git's processes see what baseEnvironment keeps of it. */
  readonly env: Env;
  readonly gitToken?: string | undefined;
  /** Absent: the ledger is kept beside the sources. */
  readonly ledgerPlace?: LedgerPlace | undefined;
}

/** Makes the configuration for a fetch from, or push to, the remote of the sources: the user's own, and the Git token. */
function configFor(entries: readonly ConfigEntry[], remote: Repository['remote'], options: OpenOptions): ConfigEntry[] {
  const carried = withoutUserinfo(carriedConfig(entries, remote?.name ?? null));
  const token = options.gitToken ? tokenConfig(tokenOrigins(options.env), options.gitToken) : [];
  return withoutRedirects([...configOfEnvironment(options.env), ...carried, ...token]);
}

/** Chooses the remote of the sources from the user's configuration; null: there is none, or several without `origin`. */
function toRemote(entries: readonly ConfigEntry[], { env, gitToken }: OpenOptions): Repository['remote'] {
  const remote = chooseRemote(entries);
  const tokenStays = gitToken && remote ? whyTokenStays(remote.url, tokenOrigins(env)) : null;
  return remote && { ...remote, label: `the remote ${remote.name}`, tokenStays };
}

/**
 * Opens the repository that holds `repoDir`. One Git process reads its configuration; outside CI another one checks first
 * that Git would open it (design §3, "Whose repository").
 * @throws Problem('git') if there is no repository, Git refuses it, or Git itself cannot be run.
 */
export async function openRepository(options: OpenOptions): Promise<Repository> {
  const location = locateRepository(options.repoDir);
  const ending = new AbortController();
  const { env, ledgerPlace } = options;
  const config = configOfEnvironment(env);
  const processes = gitProcesses(location.top, env, config, ending.signal);
  const inCi = isCi(env);
  if (!inCi) await refuseUnsafe(location, () => processes.run(null, ['rev-parse', '--absolute-git-dir']));
  const listConfig = (scope: '--local' | '--worktree') =>
    processes.run(location.gitDir, ['config', scope, '--includes', '--list', '-z']).then(parseConfigList, (error) => {
      const remedy = 'Check that the repository is whole (git fsck), and that this account may read it.';
      throw gitProblem('Git could not read the repository', error, remedy);
    });
  const entries = await listConfig('--local');
  const hasWorkTreeConfig = /^(true|yes|on|1)$/i.test(new Map(entries).get('extensions.worktreeconfig') ?? '');
  // As in Git, the work tree's own configuration comes last.
  if (hasWorkTreeConfig) entries.push(...(await listConfig('--worktree')));
  const remote = toRemote(entries, options);
  const objectFormat = new Map(entries).get('extensions.objectformat') === 'sha256' ? 'sha256' : 'sha1';
  const { gitDir, readingDir, ...scratch } = openScratch(location, objectFormat);
  const remoteConfig = configFor(entries, remote, options);
  const { url = '' } = ledgerPlace ?? {};
  // A ledger that is kept elsewhere has processes of its own.
  const apart = ledgerPlace && {
    remote: { name: ledgerRemoteName, url, label: `the remote of the ledger, ${url},`, tokenStays: null },
    config: ledgerConfig(entries, ledgerPlace),
    ...gitProcesses(location.top, ledgerEnvironment(env, ledgerPlace), withoutCredentials(config), ending.signal),
  };
  const hasEntry = (name: RegExp, content = /^/) =>
    entries.some(([key, value]) => name.test(key) && content.test(value));
  const gitDirFor = (inCheckout = false) => (inCheckout ? location.gitDir : gitDir);
  const start = (args: string[]) => processes.start(readingDir, args);
  const objects = new Objects({ objectFormat, start });
  return {
    ...scratch,
    location,
    inCi,
    objectFormat,
    objects,
    remote,
    ledgerRemote: apart?.remote ?? remote,
    seen: { branches: null, trouble: null },
    treeless: hasEntry(/^remote\..*\.partialclonefilter$/, /^(?!blob:)/),
    isPartial: hasEntry(/^(extensions\.partialclone|remote\..*\.(promisor|partialclonefilter))$/),
    ledgerCommits: new Set(),
    signal: options.signal,
    git: (args, { inCheckout, remote: target } = {}) => {
      if (apart && target === apart.remote) return apart.run(gitDir, args, apart.config);
      return processes.run(gitDirFor(inCheckout), args, target === undefined ? [] : remoteConfig);
    },
    // A process with an input writes.
    bytes: (args, { inCheckout, input } = {}) =>
      processes.bytes(inCheckout !== true && input === undefined ? readingDir : gitDirFor(inCheckout), args, input),
    start,
    runExclusive: serialQueue(),
    end: () => ending.abort(),
    [Symbol.dispose]: () => {
      // A fetch that was begun ahead may still run.
      ending.abort();
      objects[Symbol.dispose]();
      scratch[Symbol.dispose]();
    },
  };
}
