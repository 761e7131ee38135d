import { Problem } from '../errors.ts';
import { GitFailure, nothingFound, unreadable } from './failure.ts';
import { remoteRef } from './remote-refs.ts';
import type { Repository } from './repository.ts';

/** Short names of the clone's branches and of those it follows at the remote, which is not asked. @throws Problem('git') */
export async function knownBranches(repository: Repository): Promise<string[]> {
  const remote = repository.remote === null ? [] : [`refs/remotes/${repository.remote.name}`];
  const args = ['for-each-ref', '--format=%(refname)', 'refs/heads', ...remote];
  const output = await repository.git(args, { inCheckout: true }).catch((error) => {
    throw unreadable('the branches', error);
  });
  const names = output
    .split('\n')
    .filter((name) => name !== '' && !name.endsWith('/HEAD'))
    .map((name) => name.replace(/^refs\/heads\//, '').replace(`refs/remotes/${repository.remote?.name}/`, ''));
  return [...new Set(names)];
}

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

/** Where all branches are at the remote; null: it cannot be asked, or there is none. */
export async function branchTips(repository: Repository): Promise<ReadonlyMap<string, string> | null> {
  const { remote } = repository;
  if (remote === null) return null;
  try {
    const output = await repository.git(['ls-remote', '--heads', remote.name], { remote });
    const lines = output.split('\n').map((line) => line.split('\trefs/heads/'));
    return new Map(lines.flatMap(([oid, name]) => (oid && name ? [[name, oid] as const] : [])));
  } catch (error) {
    if (error instanceof Problem || error instanceof GitFailure) return null;
    throw error;
  }
}

/**
 * The OID of the commit that a revision (a ref, a tag, an OID) means in the user's clone; null: the clone has none.
 * @param rev no option: it does not begin with a dash.
 */
export async function localCommit(repository: Repository, rev: string): Promise<string | null> {
  const args = ['rev-parse', '--verify', '--quiet', `${rev}^{commit}`];
  return (await repository.git(args, { inCheckout: true }).catch(nothingFound)).trim() || null;
}
