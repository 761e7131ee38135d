import { Problem, toMessage } from '../errors.ts';
import { requireRemote } from './branches.ts';
import { GitFailure, toGitProblem, toReadProblem } from './failure.ts';
import type { ObjectInfo } from './objects.ts';
import { formatRemoteError, type Remote } from './remote.ts';
import type { Repository } from './repository.ts';

/** Sends no "have" for refs of the user's repository (none has this prefix): the remote would leave out trees that a clone may lack. */
const noHaves = ['-c', 'core.alternateRefsPrefixes=none'];

/** OIDs in one argument list: Windows takes 32,767 characters, macOS 1 MiB; `--stdin` came with Git 2.29. */
const blobsPerRequest = process.platform === 'win32' ? 400 : 10_000;

/**
 * Fetches OIDs or refs (`wants`) from a remote (default: of the sources) into the scratch repository. The caller must be inside of
 * runExclusive. @param config `-c` options of Git. @throws GitFailure, or Problem('git') for no remote, or if Git cannot be run.
 */
export async function fetchInto(
  repository: Repository,
  wants: readonly string[],
  flags: readonly string[],
  remote = repository.remote,
  config = noHaves,
): Promise<void> {
  const { name, git } = requireRemote(remote);
  // Git before 2.28 takes a filter only for a promisor remote.
  const settings = [...config, '-c', `remote.${name}.promisor=true`];
  const command = ['fetch', '--quiet', '--no-tags', '--no-recurse-submodules', ...flags, name, ...wants];
  await git([...settings, ...command]).finally(repository.resetConfig);
}

/** Returns the OIDs of commits that the object store lacks; for `tree` also of those whose root tree it lacks. Fetches nothing. */
async function findMissingCommits({ objects }: Repository, oids: readonly string[], type: 'commit' | 'tree' = 'tree') {
  const infos = await objects.info(oids.map((oid) => `${oid}^{${type}}`));
  return oids.filter((_, n) => infos[n]?.type !== type);
}

/** A commit that is neither in the clone nor could be fetched (`gone`: its OID, or words for it), and why. */
export type MissingCommit = { readonly gone: string; readonly why: string };

/**
 * Fetches missing commits with their trees, without history and (if the server can filter) contents; in a clone that may lack trees,
 * fetches all of `oids`, as their trees may be missing. Returns those still missing, with the reason. @throws Problem('git') for no Git.
 */
export async function ensureCommits(repository: Repository, oids: readonly string[]): Promise<MissingCommit[]> {
  const missing = await findMissingCommits(repository, oids);
  const wanted = [...new Set(repository.treeless ? oids : missing)];
  if (wanted.length === 0) return [];
  return repository.runExclusive(async () => {
    if (wanted.length > 1) await fetchTrees(repository, wanted);
    const gone: MissingCommit[] = [];
    // One by one those that did not come with the others: each has its reason.
    for (const oid of wanted.length > 1 ? await findMissingCommits(repository, wanted) : wanted) {
      const why = await fetchTrees(repository, [oid]);
      if ((await findMissingCommits(repository, [oid])).length > 0) gone.push({ gone: oid, why });
    }
    return gone;
  });
}

/** Fetches a commit and its trees if they are missing, as ensureCommits does; returns its OID, or what is missing and why. */
export async function ensureCommit(repository: Repository, oid: string): Promise<string | MissingCommit> {
  const [missing = oid] = await ensureCommits(repository, [oid]);
  return missing;
}

/** Tries to fetch commits with their trees. Returns the reason to give if one is missing after that. @throws Problem('git') for no Git. */
async function fetchTrees(repository: Repository, oids: string[], filter = ['--filter=blob:none']): Promise<string> {
  const { remote } = repository;
  if (remote === null) return 'the repository has no remote';
  try {
    await fetchInto(repository, oids, ['--depth=1', ...filter]);
    return notSent;
  } catch (error) {
    if (error instanceof Problem) throw error;
    return filter.length > 0 ? fetchTrees(repository, oids, []) : formatRemoteError(remote, error);
  }
}

const notSent = 'the remote did not send it';

/**
 * Fetches those of some blobs that are missing, and returns type and size (bytes) of all, none null, in their order. @param pathOf path of
 * a file with that content, for messages. @throws Problem('git') if one cannot be fetched: damaged, absent from a partial clone, or lost.
 */
export async function ensureBlobs(
  repository: Repository,
  oids: readonly string[],
  pathOf: (oid: string) => string | undefined = () => undefined,
): Promise<ObjectInfo[]> {
  const { remote, git, isPartial } = repository;
  return fetchMissing(repository, oids, remote, async (missing, error) => {
    if (error instanceof Problem && remote !== null) return error;
    const [oid = ''] = missing;
    const path = pathOf(oid);
    const object = path === undefined ? `object ${oid}` : `object ${oid} (${path})`;
    const failure = await git(['cat-file', '-s', oid]).catch((reason: unknown) => reason);
    // Git names an error only for an object that is there.
    if (failure instanceof GitFailure && /^error: /m.test(failure.message)) return toReadProblem(object, failure);
    const reason = new Error(error === null ? notSent : toMessage(error));
    const network = 'Check the network and the credentials of the checkout, or check out without --filter.';
    const lacked = `${missing.length} file contents that this partial clone lacks could not be fetched`;
    if (isPartial) return toGitProblem(lacked, reason, network);
    const whole = 'Check that the clone is whole (git fsck) and that the remote can be reached, or check out again.';
    return toGitProblem(`${object} is not in this clone and could not be fetched`, reason, whole);
  });
}

/**
 * Fetches from `remote` those of some blobs that this repository lacks; returns type and size of all, none null, in order. @throws what
 * `toProblem` returns: for all missing ones and the error, if the fetch fails or `remote` is null; for one that it did not bring, and null.
 */
export async function fetchMissing(
  repository: Repository,
  oids: readonly string[],
  remote: Remote | null,
  toProblem: (missing: readonly string[], error: unknown) => Problem | Promise<Problem>,
): Promise<ObjectInfo[]> {
  const infos = await repository.objects.info(oids);
  const missing = [...new Set(oids.filter((_, n) => infos[n] === null))];
  if (missing.length === 0) return infos;
  try {
    for (let at = 0; at < missing.length; at += blobsPerRequest) {
      const wants = missing.slice(at, at + blobsPerRequest);
      await repository.runExclusive(async () => {
        // Another search may have brought them meanwhile.
        if ((await repository.objects.info(wants)).every((info) => info !== null)) return;
        await fetchInto(repository, wants, ['--filter=blob:none'], remote);
      });
    }
  } catch (error) {
    throw await toProblem(missing, error);
  }
  const fetched = await repository.objects.info(oids);
  const gone = oids.find((_, n) => fetched[n] === null);
  if (gone === undefined) return fetched;
  throw await toProblem([gone], null);
}

/** Fetches missing commits with their history, and completes a shallow clone, without trees and contents. @throws Problem('git') */
export function ensureHistory(repository: Repository, oids: readonly string[]): Promise<void> {
  return repository.runExclusive(async () => {
    const missing = await findMissingCommits(repository, oids, 'commit');
    const isCut = repository.isShallow();
    if (missing.length === 0 && !isCut) return;
    const flags = [...(isCut ? ['--unshallow'] : []), '--filter=tree:0'];
    await fetchInto(repository, isCut ? oids : missing, flags, repository.remote, []).catch((error) => {
      const remedy = 'Check out with the full history (fetch-depth: 0).';
      throw toGitProblem('the history between two commits could not be fetched', error, remedy);
    });
  });
}
