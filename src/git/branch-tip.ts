import { localCommit } from './local-commit.ts';
import { remoteRef } from './remote-refs.ts';
import type { Repository } from './repository.ts';

/**
 * Where a branch is at the remote, or else in this clone; null when there is no such branch.
 * @throws Problem('git') when the remote cannot be asked and the clone does not know the branch.
 */
export async function branchTip(repository: Repository, branch: string): Promise<string | null> {
  const { remote, location } = repository;
  const own = () => localCommit(repository, `refs/heads/${branch}`);
  if (remote === null) return own();
  try {
    return await remoteRef(repository, `refs/heads/${branch}`);
  } catch (error) {
    // A clone follows the remote's branches below refs/remotes; a mirror has them as its own.
    const isMirror = location.top === location.gitDir;
    const tracked = await localCommit(repository, `refs/remotes/${remote.name}/${branch}`);
    const known = tracked ?? (isMirror ? await own() : null);
    if (known === null) throw error;
    return known;
  }
}
