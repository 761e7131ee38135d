import pLimit from 'p-limit';
import type { Problem } from '../errors.ts';
import type { Env } from '../host/event.ts';
import { detectHost } from '../host/read-host.ts';
import { buildGitEnvironment, parseConfigList, readConfigVariables } from './environment.ts';
import { toGitProblem } from './failure.ts';
import { locateRepository, refuseUnsafe } from './locate.ts';
import type { ObjectFormat } from './object-ids.ts';
import { Objects } from './objects.ts';
import { createGitRunner, startGit } from './processes.ts';
import { buildLedgerRemote, chooseSourcesRemote, type LedgerPlace, type Remote, type RemoteSetting } from './remote.ts';
import { openScratch } from './scratch.ts';

/** The branches of the remote in one answer, so that they fit together: OIDs by short name, and the one that HEAD names (null: none). */
export interface RemoteBranches {
  readonly tips: ReadonlyMap<string, string>;
  readonly defaultBranch: string | null;
}

/** The user's repository, read only, with a scratch repository that takes what is fetched. Disposing removes the scratch. */
export type Repository = Readonly<Awaited<ReturnType<typeof openRepository>>>;

/** `inCheckout` true: Git runs in the user's repository, not in the scratch one; for reading only. */
type Where = { readonly inCheckout?: boolean };

interface OpenOptions {
  readonly repoDir: string;
  /** The environment of the run; Git's processes see what buildGitEnvironment keeps of it. */
  readonly env: Env;
  readonly gitToken?: string | undefined;
  /** The signal that cancels the run, for long work to check; it ends no process (see `end`). */
  readonly signal?: AbortSignal | undefined;
  /** Absent: the ledger is kept beside the sources. */
  readonly ledgerPlace?: LedgerPlace | undefined;
}

/**
 * Opens the repository that holds `repoDir` for reading, and makes the scratch repository; the caller disposes of it. @throws
 * Problem('git') if there is no repository, Git itself cannot be run or, outside CI, would not open it (design §3, "Whose repository").
 */
export async function openRepository({ repoDir, env, signal, ...options }: OpenOptions) {
  const location = locateRepository(repoDir);
  const ending = new AbortController();
  const run = createGitRunner(location.top, ending.signal);
  const read = async (...of: Parameters<typeof run>) => (await run(...of)).toString('utf8');
  const buildEnv = (dir: string | null) => buildGitEnvironment(env, dir, readConfigVariables(env));
  const inCi = detectHost(env) !== 'local';
  if (!inCi) await refuseUnsafe(location, () => read(buildEnv(null), ['rev-parse', '--absolute-git-dir']));
  const checkout = buildEnv(location.gitDir);
  const listConfig = (scope: '--local' | '--worktree') =>
    read(checkout, ['config', scope, '--includes', '--list', '-z']).then(parseConfigList, (error) => {
      const remedy = 'Check that the repository is whole (git fsck), and that this account may read it.';
      throw toGitProblem('Git could not read the repository', error, remedy);
    });
  const entries = await listConfig('--local');
  const hasWorkTreeConfig = /^(true|yes|on|1)$/i.test(new Map(entries).get('extensions.worktreeconfig') ?? '');
  // As in Git, the work tree's own configuration comes last.
  if (hasWorkTreeConfig) entries.push(...(await listConfig('--worktree')));
  const objectFormat: ObjectFormat = new Map(entries).get('extensions.objectformat') === 'sha256' ? 'sha256' : 'sha1';
  const { gitDir, readingDir, ...scratch } = openScratch(location, objectFormat);
  const [scratchEnv, readingEnv] = [buildEnv(gitDir), buildEnv(readingDir)];
  const withProcesses = ({ env, config, ...remote }: RemoteSetting): Remote => {
    const remoteEnv = buildGitEnvironment(env, gitDir, config);
    return { ...remote, git: (args) => read(remoteEnv, args) };
  };
  const sources = chooseSourcesRemote(entries, env, options.gitToken);
  const remote = sources && withProcesses(sources);
  const ledger = options.ledgerPlace && buildLedgerRemote(entries, env, options.ledgerPlace);
  const hasEntry = (name: RegExp, content = /^/) =>
    entries.some(([key, value]) => name.test(key) && content.test(value));
  const start = (args: string[]) => startGit(args, location.top, readingEnv);
  const objects = new Objects({ start });
  return {
    ...scratch,
    location,
    /** True if a CI system has made the checkout. */
    inCi,
    objectFormat,
    /** The user's objects, and those of the scratch repository. */
    objects,
    /** The remote of the sources; null if there is none, or several without `origin`. */
    remote,
    /** The remote of the ledger: the same, unless the ledger is kept elsewhere. */
    ledgerRemote: ledger ? withProcesses(ledger) : remote,
    /** What listRemoteBranches keeps: its answer (null: it asks again), and the Problem of a remote that did not answer. */
    seen: { branches: null, trouble: null } as { branches: Promise<RemoteBranches> | null; trouble: Problem | null },
    /** True for a partial clone that may have commits without all of their trees. */
    treeless: hasEntry(/^remote\..*\.partialclonefilter$/, /^(?!blob:)/),
    isPartial: hasEntry(/^(extensions\.partialclone|remote\..*\.(promisor|partialclonefilter))$/),
    signal,
    /** Runs Git in the scratch repository (`inCheckout`: the user's); returns its output. @throws GitFailure; Problem('git') for no Git. */
    git: (args: string[], { inCheckout }: Where = {}) => read(inCheckout ? checkout : scratchEnv, args),
    /** Runs Git, only to read, in the scratch repository (`inCheckout`: the user's); returns its output as bytes. @throws as `git` does */
    bytes: (args: string[], { inCheckout }: Where = {}) => run(inCheckout ? checkout : readingEnv, args),
    /** Starts a Git process to talk to over its pipes; the caller ends it. */
    start,
    /** Runs work that fetches after all earlier such work, as fetches collide, and returns its result. Hangs inside of other such work. */
    runExclusive: pLimit(1),
    /** Ends every process of `git`, `bytes` and a Remote that runs, and fails later ones, with a GitFailure; not those of `start`. */
    end: () => ending.abort(),
    [Symbol.dispose]: () => {
      // A fetch that was begun ahead may still run.
      ending.abort();
      objects[Symbol.dispose]();
      scratch[Symbol.dispose]();
    },
  };
}
