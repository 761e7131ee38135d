import { noOutput, throwUnreadable } from './failure.ts';
import { remoteBranches } from './remote-branches.ts';
import type { Repository } from './repository.ts';

/**
 * Lists the short names of the clone's own branches, then of those that it tracks of its remote (`main` for
 * `origin/main`); each once, without HEAD. @throws Problem('git')
 */
export async function knownBranches(repository: Repository): Promise<string[]> {
  const { remote } = repository;
  const folders = ['refs/heads', ...(remote === null ? [] : [`refs/remotes/${remote.name}`])];
  const args = ['for-each-ref', '--format=%(refname)', ...folders];
  const output = await repository.git(args, { inCheckout: true }).catch(throwUnreadable('the branches'));
  const refs = output.split('\n').filter((ref) => ref !== '' && !ref.endsWith('/HEAD'));
  const toName = (ref: string) => ref.slice(1 + (folders.find((folder) => ref.startsWith(`${folder}/`))?.length ?? -1));
  return [...new Set(refs.map(toName))];
}

/**
 * Returns the OID of a branch's tip at the remote; null: no such branch. If the remote does not answer: the tip as this
 * clone tracks it (a mirror: as its own branch). Without a remote: the tip of the clone's own branch.
 * @throws Problem('git') if the remote does not answer and the clone does not know the branch.
 */
export async function branchTip(repository: Repository, branch: string): Promise<string | null> {
  const { remote, location } = repository;
  const localTip = () => localCommit(repository, `refs/heads/${branch}`);
  if (remote === null) return localTip();
  try {
    return (await remoteBranches(repository)).tips.get(branch) ?? null;
  } catch (error) {
    const isMirror = location.top === location.gitDir;
    const tracked = await localCommit(repository, `refs/remotes/${remote.name}/${branch}`);
    const tip = tracked ?? (isMirror ? await localTip() : null);
    if (tip === null) throw error;
    return tip;
  }
}

/**
 * Resolves a revision (ref, tag, OID) to the OID of a commit in the user's clone; null: the clone has none.
 * @param rev must not begin with a dash: Git would read an option.
 */
export async function localCommit(repository: Repository, rev: string): Promise<string | null> {
  const args = ['rev-parse', '--verify', '--quiet', `${rev}^{commit}`];
  return (await repository.git(args, { inCheckout: true }).catch(noOutput)).trim() || null;
}
