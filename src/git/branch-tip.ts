import { localCommit } from './local-commit.ts';
import { remoteRef } from './remote-refs.ts';
import type { Repository } from './repository.ts';

/**
 * Where a branch is at the remote, or else in this clone; null when there is no such branch.
 * @throws Problem('git') when the remote cannot be asked and the clone does not know the branch.
 */
export async function branchTip(repository: Repository, branch: string): Promise<string | null> {
  if (repository.remote === null) return localCommit(repository, `refs/heads/${branch}`);
  try {
    return await remoteRef(repository, `refs/heads/${branch}`);
  } catch (error) {
    const known = await trackedTip(repository, repository.remote.name, branch);
    if (known === null) throw error;
    return known;
  }
}

/** A clone follows the remote's branches below refs/remotes; a mirror has them as its own. */
async function trackedTip(repository: Repository, remote: string, branch: string): Promise<string | null> {
  const tracked = await localCommit(repository, `refs/remotes/${remote}/${branch}`);
  const isMirror = repository.location.top === repository.location.gitDir;
  return tracked ?? (isMirror ? localCommit(repository, `refs/heads/${branch}`) : null);
}
