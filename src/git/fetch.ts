import { messageOf, Problem } from '../errors.ts';
import { GitFailure, gitProblem, noOutput, unreadableProblem } from './failure.ts';
import type { ObjectInfo } from './pipe-reader.ts';
import { formatRemoteError, remoteProblem, requireRemote } from './remote-refs.ts';
import type { RemoteAddress, Repository } from './repository.ts';

/**
 * Sends no "have" lines for the refs of the alternate, the user's repository (none begins with this prefix): the remote
 * would leave out trees that a shallow or partial clone lacks, and Git would walk them.
 */
const noHaves = ['-c', 'core.alternateRefsPrefixes=none'];

/** OIDs in one argument list: Windows takes 32,767 characters, macOS 1 MiB; `--stdin` came with Git 2.29. */
const blobsPerRequest = process.platform === 'win32' ? 400 : 10_000;

/** Fetches into the scratch repository, whose FETCH_HEAD and refs are its own. @throws as `Repository.git` does. */
async function fetchInto(
  repository: Repository,
  wants: readonly string[],
  flags: readonly string[],
  remote = requireRemote(repository),
  config = noHaves,
): Promise<void> {
  const { name } = remote;
  // Git before 2.28 takes a filter only for a promisor remote.
  const isFiltered = flags.some((flag) => flag.startsWith('--filter='));
  const promisor = isFiltered ? ['-c', `remote.${name}.promisor=true`] : [];
  // Never --quiet: simple-git waits 50 ms for a process without output.
  const args = [...config, ...promisor, 'fetch', '--no-tags', '--no-recurse-submodules', ...flags, name, ...wants];
  try {
    await repository.git(args, { remote });
  } finally {
    if (isFiltered) repository.resetConfig();
  }
}

/** Returns the commits that are not in the object store, or only without their tree. */
async function missingCommits({ objects }: Repository, oids: readonly string[]): Promise<string[]> {
  const infos = await objects.info(oids.map((oid) => `${oid}^{tree}`));
  return oids.filter((_, n) => infos[n]?.type !== 'tree');
}

/**
 * Makes commits and their trees available. Fetches what is missing without file contents, or with them from servers that
 * cannot filter.
 * @returns the OIDs that cannot be fetched, with the reason the remote gave.
 */
export async function ensureCommits(
  repository: Repository,
  oids: readonly string[],
): Promise<{ oid: string; why: string }[]> {
  const missing = await missingCommits(repository, oids);
  const wanted = [...new Set(repository.treeless ? oids : missing)];
  return wanted.length === 0 ? [] : repository.runExclusive(() => fetchCommits(repository, wanted));
}

/** Fetches all in one request, then one by one what did not come, so that each has its own reason. */
async function fetchCommits(repository: Repository, oids: readonly string[]) {
  const unavailable: { oid: string; why: string }[] = [];
  if (oids.length > 1) await fetchOids(repository, oids);
  for (const oid of oids.length > 1 ? await missingCommits(repository, oids) : oids) {
    const why = await fetchOids(repository, [oid]);
    if ((await missingCommits(repository, [oid])).length > 0) {
      unavailable.push({ oid, why: why ?? 'the remote did not send it' });
    }
  }
  return unavailable;
}

/** Fetches commits without their history. @returns why it failed; null: it worked. */
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
      why = formatRemoteError(remote, error);
    }
  }
  return why;
}

/**
 * Fetches the tip of a remote's ref without its history, and returns its OID; null if the remote has no such ref.
 * @param isWhole with all file contents; otherwise ensureNoteBlobs fetches those that are read.
 * @throws Problem('git') if the remote does not answer.
 */
export async function fetchRef(
  repository: Repository,
  remote: RemoteAddress,
  ref: string,
  isWhole = false,
): Promise<string | null> {
  const flags = ['--verbose', '--depth=1', ...(isWhole ? [] : ['--filter=blob:none'])];
  try {
    return await repository.runExclusive(async () => {
      await fetchInto(repository, [`+${ref}:${ref}`], flags, remote);
      // A later fetch would send the ref as a "have", and the remote would take all of its contents for sent.
      return repository.removeRef(ref);
    });
  } catch (error) {
    if (error instanceof GitFailure && error.meansNo) return null;
    throw remoteProblem(remote, error);
  }
}

/**
 * Makes blobs available, fetching those that a partial clone lacks, and returns their types and sizes in the order asked.
 * @param pathOf path of a file with that content, for messages.
 * @throws Problem('git') if the remote does not send a missing one.
 */
export async function ensureBlobs(
  repository: Repository,
  oids: readonly string[],
  pathOf: (oid: string) => string | undefined = () => undefined,
): Promise<ObjectInfo[]> {
  const infos = await repository.objects.info(oids);
  const [first, ...others] = oids.filter((_, n) => infos[n] === null);
  if (first === undefined) return infos;
  await fetchBlobs(repository, [first, ...others]).catch(async (error) => {
    throw await missingBlobProblem(repository, first, pathOf(first), 1 + others.length, error);
  });
  const fetched = await repository.objects.info(oids);
  const gone = oids.find((_, n) => fetched[n] === null);
  if (gone === undefined) return fetched;
  throw await missingBlobProblem(repository, gone, pathOf(gone), 1, new Error('the remote did not send it'));
}

/** Fetches blobs, as many in one request as an argument list holds. @throws as `Repository.git` does. */
export async function fetchBlobs(
  repository: Repository,
  oids: readonly string[],
  remote = requireRemote(repository),
): Promise<void> {
  for (let at = 0; at < oids.length; at += blobsPerRequest) {
    const wants = oids.slice(at, at + blobsPerRequest);
    await repository.runExclusive(() => fetchInto(repository, wants, ['--filter=blob:none'], remote));
  }
}

/** True if the history of some branch is cut off in this clone. */
export function isShallow(repository: Repository): boolean {
  return repository.shallowCommits().some((oid) => !repository.ledgerCommits.has(oid));
}

/**
 * Completes the history of commits where it is cut off; fetches commits only, no trees and no contents.
 * @throws Problem('git') if the remote cannot send it.
 */
export function ensureHistory(repository: Repository, oids: readonly string[]): Promise<void> {
  return repository.runExclusive(async () => {
    const infos = await repository.objects.info(oids.map((oid) => `${oid}^{commit}`));
    const missing = oids.filter((_, n) => infos[n]?.type !== 'commit');
    const cut = isShallow(repository);
    if (missing.length === 0 && !cut) return;
    const flags = [...(cut ? ['--unshallow'] : []), '--filter=tree:0'];
    await fetchInto(repository, cut ? oids : missing, flags, requireRemote(repository), []).catch((error) => {
      const remedy = 'Check out with the full history (fetch-depth: 0).';
      throw gitProblem('the history between two commits could not be fetched', error, remedy);
    });
  });
}

/**
 * Finds out why a blob is missing: it is damaged, a partial clone lacks it, or a whole clone should have it.
 * @param count of all blobs that are missing. @param trouble why they could not be fetched.
 */
async function missingBlobProblem(
  repository: Repository,
  oid: string,
  path: string | undefined,
  count: number,
  trouble: unknown,
): Promise<Problem> {
  if (trouble instanceof Problem && repository.remote !== null) return trouble;
  const object = path === undefined ? `object ${oid}` : `object ${oid} (${path})`;
  const damage = await findDamage(repository, oid);
  if (damage !== null) return unreadableProblem(object, damage);
  const words = new Error(messageOf(trouble));
  if (await isPartial(repository)) {
    const what = `${count} file contents that this partial clone lacks could not be fetched`;
    const remedy = 'Check the network and the credentials of the checkout, or check out without --filter.';
    return gitProblem(what, words, remedy);
  }
  const remedy = 'Check that the clone is whole (git fsck) and that the remote can be reached, or check out again.';
  return gitProblem(`${object} is not in this clone and could not be fetched`, words, remedy);
}

/** Returns Git's failure at reading an object that is there; null: it is not there. */
async function findDamage(repository: Repository, oid: string): Promise<GitFailure | null> {
  const error = await repository.git(['cat-file', '-s', oid]).then(
    () => null,
    (error: unknown) => error,
  );
  return error instanceof GitFailure && /^error: /m.test(error.message) ? error : null;
}

async function isPartial(repository: Repository): Promise<boolean> {
  const args = ['config', '--get-regexp', '^(extensions\\.partialclone|remote\\..*\\.(promisor|partialclonefilter))$'];
  return (await repository.git(args, { inCheckout: true }).catch(noOutput)) !== '';
}
