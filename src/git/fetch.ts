import { Problem } from '../errors.ts';
import { requireRemote } from './branches.ts';
import { formatRemoteError } from './remote.ts';
import type { Repository } from './repository.ts';

/** Sends no "have" for refs of the user's repository (none has this prefix): the remote would leave out trees that a clone may lack. */
const noHaves = ['-c', 'core.alternateRefsPrefixes=none'];

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

/** Returns the OIDs of commits that the object store lacks; unless `type` is `commit`, also of those without root tree. Fetches nothing. */
export async function findMissingCommits({ objects }: Repository, oids: readonly string[], type = 'tree') {
  const infos = await objects.info(oids.map((oid) => `${oid}^{${type}}`));
  return oids.filter((_, n) => infos[n]?.type !== type);
}

/** A commit that is neither in the clone nor could be fetched (`gone`: its OID, or words for it), and why. */
export type MissingCommit = { readonly gone: string; readonly why: string };

/**
 * Fetches missing commits with their trees, without history and (if the server can filter) contents; in a clone that may lack trees,
 * fetches all of `oids`, as their trees may be missing. Returns those still missing, and why. @throws Problem('git') if Git cannot be run.
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

/**
 * Tries to fetch commits with their trees, and if the filter fails again without it; the caller is in runExclusive. Returns why those that
 * are still missing did not come, a text also if all came, or if there is no remote. @throws Problem('git') if Git cannot be run
 */
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

export const notSent = 'the remote did not send it';
