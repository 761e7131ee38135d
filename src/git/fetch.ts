import { messageOf, Problem } from '../errors.ts';
import { GitFailure, gitProblem, nothingFound, unreadable } from './failure.ts';
import type { ObjectInfo } from './pipe-reader.ts';
import { cannotAsk, needRemote, remoteWords } from './remote-refs.ts';
import type { RemoteAddress, Repository } from './repository.ts';

/**
 * Tells the remote nothing of what is here: it would leave out trees that a commit seems to vouch for. What is here are
 * the refs of the alternate, the user's repository, and none of them begins so. Nor does Git walk those refs then, whose
 * contents a partial clone has not got.
 */
const tellNothing = ['-c', 'core.alternateRefsPrefixes=none'];

/** As many OIDs stand in one argument list: Windows takes 32,767 characters, macOS 1 MiB; `--stdin` came with Git 2.29. */
const blobsAtATime = process.platform === 'win32' ? 400 : 10_000;

interface From {
  readonly config?: readonly string[];
  /** Absent: the remote of the sources. */
  readonly remote?: RemoteAddress;
}

/** Fetches into the scratch repository, whose FETCH_HEAD and refs are its own. @throws as `Repository.git` does. */
async function fetchInto(
  repository: Repository,
  wants: readonly string[],
  flags: readonly string[],
  { config = tellNothing, remote = needRemote(repository) }: From = {},
): Promise<void> {
  const { name } = remote;
  // Git before 2.28 takes a filter only for a remote that is known to keep what the filter leaves out.
  const isFiltered = flags.some((flag) => flag.startsWith('--filter='));
  const promisor = isFiltered ? ['-c', `remote.${name}.promisor=true`] : [];
  // Never --quiet: simple-git waits for 50 ms where a process has nothing to say.
  const args = [...config, ...promisor, 'fetch', '--no-tags', '--no-recurse-submodules', ...flags, name, ...wants];
  try {
    await repository.git(args, { remote });
  } finally {
    if (isFiltered) repository.resetConfig();
  }
}

/** Which of the commits are not in the object store, or only without their tree. */
async function missingCommits({ objects }: Repository, oids: readonly string[]): Promise<string[]> {
  const infos = await objects.info(oids.map((oid) => `${oid}^{tree}`));
  return oids.filter((_, n) => infos[n]?.type !== 'tree');
}

/**
 * Makes commits and their trees available, fetching what is missing: without file contents first, which is quick, then
 * with them for servers that cannot filter.
 * @returns the OIDs that cannot be fetched, with the reason the remote gave.
 */
export async function ensureCommits(
  repository: Repository,
  oids: readonly string[],
): Promise<{ oid: string; why: string }[]> {
  const missing = await missingCommits(repository, oids);
  const wanted = [...new Set(repository.treeless ? oids : missing)];
  return wanted.length === 0 ? [] : repository.alone(() => fetchCommits(repository, wanted));
}

/** All in one request, then one by one what did not come, so that each has its own reason. */
async function fetchCommits(repository: Repository, oids: readonly string[]) {
  const gone: { oid: string; why: string }[] = [];
  if (oids.length > 1) await fetchOids(repository, oids);
  for (const oid of oids.length > 1 ? await missingCommits(repository, oids) : oids) {
    const why = await fetchOids(repository, [oid]);
    if ((await missingCommits(repository, [oid])).length > 0) {
      gone.push({ oid, why: why ?? 'the remote did not send it' });
    }
  }
  return gone;
}

/** Fetches commits without their history; null when it worked, else why not. */
async function fetchOids(repository: Repository, oids: readonly string[]): Promise<string | null> {
  const { remote } = repository;
  if (remote === null) return 'the repository has no remote';
  let why: string | null = null;
  for (const flags of [['--depth=1', '--filter=blob:none'], ['--depth=1']]) {
    try {
      await fetchInto(repository, oids, flags);
      return null;
    } catch (error) {
      if (error instanceof Problem) throw error;
      why = remoteWords(remote, error);
    }
  }
  return why;
}

/**
 * Fetches what a ref of a remote is now, without its history, and gives its OID; null when the remote has no such ref.
 * Contents are left out where the remote can do so (presentNotes fetches those that are read), unless all will be.
 * @throws Problem('git') when the remote cannot be asked.
 */
export async function fetchRef(
  repository: Repository,
  remote: RemoteAddress,
  ref: string,
  isWhole = false,
): Promise<string | null> {
  const flags = ['--verbose', '--depth=1', ...(isWhole ? [] : ['--filter=blob:none'])];
  try {
    return await repository.alone(async () => {
      await fetchInto(repository, [`+${ref}:${ref}`], flags, { remote });
      // No ref stays: a later fetch would tell the remote of it, which then takes all of its contents for sent.
      return repository.takeRef(ref);
    });
  } catch (error) {
    if (error instanceof GitFailure && error.isNo) return null;
    throw cannotAsk(remote, error);
  }
}

/**
 * Types and sizes of blobs, in the order asked. What a partial clone left out is fetched first, as many in one request as
 * an argument list holds. @param pathOf path of a file with that content, for a sentence that names it.
 * @throws Problem('git') when the remote does not send a missing one.
 */
export async function presentBlobs(
  repository: Repository,
  oids: readonly string[],
  pathOf: Lacking['pathOf'] = () => undefined,
): Promise<ObjectInfo[]> {
  const infos = await repository.objects.info(oids);
  const [first, ...others] = oids.filter((_, n) => infos[n] === null);
  if (first === undefined) return infos;
  const lacking: Lacking = { oids: [first, ...others], pathOf };
  await fetchBlobs(repository, lacking.oids).catch(async (error) => {
    throw await lackingProblem(repository, lacking, error);
  });
  const now = await repository.objects.info(oids);
  const gone = oids.find((_, n) => now[n] === null);
  if (gone === undefined) return now;
  throw await lackingProblem(repository, { ...lacking, oids: [gone] }, new Error('the remote did not send it'));
}

/** Fetches contents, as many in one request as an argument list holds. @throws as `Repository.git` does. */
export async function fetchBlobs(
  repository: Repository,
  oids: readonly string[],
  remote = needRemote(repository),
): Promise<void> {
  for (let at = 0; at < oids.length; at += blobsAtATime) {
    const wants = oids.slice(at, at + blobsAtATime);
    await repository.alone(() => fetchInto(repository, wants, ['--filter=blob:none'], { remote }));
  }
}

/** True when the history of some branch is cut off here. */
export function isCut(repository: Repository): boolean {
  return repository.cutCommits().some((oid) => !repository.besideBranches.has(oid));
}

/**
 * Completes the history behind commits where it is cut off, as commits only (no trees, no contents).
 * @throws Problem('git') when the remote cannot send it.
 */
export function ensureHistory(repository: Repository, oids: readonly string[]): Promise<void> {
  return repository.alone(async () => {
    const infos = await repository.objects.info(oids.map((oid) => `${oid}^{commit}`));
    const missing = oids.filter((_, n) => infos[n]?.type !== 'commit');
    const cut = isCut(repository);
    if (missing.length === 0 && !cut) return;
    const flags = [...(cut ? ['--unshallow'] : []), '--filter=tree:0'];
    await fetchInto(repository, cut ? oids : missing, flags, { config: [] }).catch((error) => {
      const remedy = 'Check out with the full history (fetch-depth: 0).';
      throw gitProblem('the history between two commits could not be fetched', error, remedy);
    });
  });
}

/** Contents that are not in the object store. */
export interface Lacking {
  readonly oids: readonly [first: string, ...string[]];
  /** Path of a file with that content, where it is known. */
  readonly pathOf: (oid: string) => string | undefined;
}

/**
 * Why contents cannot be had: the first one is damaged, or a partial clone lacks them, or they are missing where all should
 * be. Asks Git, as all of this is rare. @param trouble what kept them from being fetched.
 */
export async function lackingProblem(
  repository: Repository,
  { oids, pathOf }: Lacking,
  trouble: unknown,
): Promise<Problem> {
  if (trouble instanceof Problem && repository.remote !== null) return trouble;
  const [oid] = oids;
  const path = pathOf(oid);
  const object = path === undefined ? `object ${oid}` : `object ${oid} (${path})`;
  const damage = await damageOf(repository, oid);
  if (damage !== null) return unreadable(object, damage);
  const words = new Error(messageOf(trouble));
  if (await isPartial(repository)) {
    const what = `${oids.length} file contents that this partial clone lacks could not be fetched`;
    const remedy = 'Check the network and the credentials of the checkout, or check out without --filter.';
    return gitProblem(what, words, remedy);
  }
  const remedy = 'Check that the clone is whole (git fsck) and that the remote can be reached, or check out again.';
  return gitProblem(`${object} is not in this clone and could not be fetched`, words, remedy);
}

/** What Git says of an object that is there and cannot be read; null: it is not there. */
async function damageOf(repository: Repository, oid: string): Promise<GitFailure | null> {
  const error = await repository.git(['cat-file', '-s', oid]).then(
    () => null,
    (error: unknown) => error,
  );
  return error instanceof GitFailure && /^error: /m.test(error.message) ? error : null;
}

async function isPartial(repository: Repository): Promise<boolean> {
  const args = ['config', '--get-regexp', '^(extensions\\.partialclone|remote\\..*\\.(promisor|partialclonefilter))$'];
  return (await repository.git(args, { inCheckout: true }).catch(nothingFound)) !== '';
}
