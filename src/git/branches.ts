import { Problem } from '../errors.ts';
import { ignoreGitFailure, throwUnreadable } from './failure.ts';
import { isHttp, type Remote, toRemoteProblem } from './remote.ts';
import type { RemoteBranches, Repository } from './repository.ts';

/** Returns `remote`. @throws Problem('git') if it is null: the repository has no `origin`, and not exactly one other remote. */
export function requireRemote(remote: Remote | null): Remote {
  if (remote !== null) return remote;
  const remedy = 'Check out with the full history (fetch-depth: 0), or add the remote.';
  throw new Problem('git', 'the repository has no remote to fetch from', remedy);
}

/**
 * Returns all branches of the remote of the sources. Asks it at the first call, and again once `seen.branches` is null. @throws
 * Problem('git') without a remote, or if it does not answer, or over HTTP has no branch: it is then never asked again.
 */
export async function listRemoteBranches(repository: Repository): Promise<RemoteBranches> {
  const { seen } = repository;
  if (seen.trouble !== null) throw seen.trouble;
  seen.branches ??= askRemote(repository);
  return seen.branches;
}

/** Returns all branches of the remote; null where listRemoteBranches throws a Problem, as for no answer. @throws its other errors */
export async function findRemoteBranches(repository: Repository): Promise<RemoteBranches | null> {
  return listRemoteBranches(repository).catch((error: unknown) => {
    if (error instanceof Problem) return null;
    throw error;
  });
}

/** True if the remote has no branch of this short name; null where listRemoteBranches throws a Problem, such as for no answer. */
export async function isBranchGone(repository: Repository, branch: string): Promise<boolean | null> {
  const branches = await findRemoteBranches(repository);
  return branches && !branches.tips.has(branch);
}

/** Asks the remote for its branches. @throws Problem('git') for no remote or Git; kept in `seen.trouble`: no answer, no branch (HTTP). */
async function askRemote(repository: Repository): Promise<RemoteBranches> {
  const remote = requireRemote(repository.remote);
  try {
    const output = await remote.git(['ls-remote', '--symref', remote.name, 'HEAD', 'refs/heads/*']);
    // Git matches the ends of names.
    const branches = output.matchAll(/^([0-9a-f]+)\trefs\/heads\/([^\n]*)/gm);
    const tips = new Map(branches.map(([, oid = '', name = '']) => [name, oid]));
    const defaultBranch = /^ref: refs\/heads\/([^\t\n]*)\tHEAD$/m.exec(output)?.[1] ?? null;
    if (tips.size > 0 || !isHttp(remote.url)) return { tips, defaultBranch };
    throw new Error('the answer has no branches: it may be a login page, or the address is wrong');
  } catch (error) {
    const problem = toRemoteProblem(remote, error);
    if (problem !== error) repository.seen.trouble = problem;
    throw problem;
  }
}

/** Lists the clone's branches, then those it tracks of its remote (`origin/main` as `main`), once each, no HEAD. @throws Problem('git') */
export async function listKnownBranches(repository: Repository): Promise<string[]> {
  const { remote } = repository;
  const folders = ['refs/heads/', ...(remote === null ? [] : [`refs/remotes/${remote.name}/`])];
  const args = ['for-each-ref', '--format=%(refname)', ...folders];
  const output = await repository.git(args, { inCheckout: true }).catch(throwUnreadable('the branches'));
  const refs = output.split('\n').filter((ref) => ref !== `refs/remotes/${remote?.name}/HEAD`);
  const names = refs.flatMap((ref) => folders.flatMap((at) => (ref.startsWith(at) ? ref.slice(at.length) : [])));
  return [...new Set(names)];
}

/**
 * Returns the OID of a branch's tip at the remote; null if there is no such branch. If the remote does not answer: the tip as this clone
 * tracks it, or in a bare clone has it as its own branch; else @throws Problem('git'). Without a remote: the tip of the clone's own branch.
 */
export async function findBranchTip(repository: Repository, branch: string): Promise<string | null> {
  const { remote, location } = repository;
  const findLocalTip = () => findLocalCommit(repository, `refs/heads/${branch}`);
  if (remote === null) return findLocalTip();
  try {
    return (await listRemoteBranches(repository)).tips.get(branch) ?? null;
  } catch (error) {
    const tracked = await findLocalCommit(repository, `refs/remotes/${remote.name}/${branch}`);
    const tip = tracked ?? (location.top === location.gitDir ? await findLocalTip() : null);
    if (tip === null) throw error;
    return tip;
  }
}

/** Returns the OID of the commit that `rev` (no dash in front) names in the user's clone, or null. @throws Problem('git') without Git */
export async function findLocalCommit(repository: Repository, rev: string): Promise<string | null> {
  const args = ['rev-parse', '--verify', '--quiet', `${rev}^{commit}`];
  return (await repository.git(args, { inCheckout: true }).catch(ignoreGitFailure)).trim() || null;
}
