import { Problem } from '../errors.ts';
import { noOutput, throwUnreadable } from './failure.ts';
import { isHttp, type Remote, remoteProblem } from './remote.ts';
import type { RemoteBranches, Repository } from './repository.ts';

/** Returns the remote of the sources. @throws Problem('git') for none: no `origin`, and not exactly one other. */
export function requireRemote(repository: Repository): Remote {
  if (repository.remote !== null) return repository.remote;
  const remedy = 'Check out with the full history (fetch-depth: 0), or add the remote.';
  throw new Problem('git', 'the repository has no remote to fetch from', remedy);
}

/**
 * Returns the tips of all branches at the remote, and its default branch. Asks the remote at the first call, and again
 * after forgetBranches. @throws Problem('git') without a remote, or if it does not answer: it is then never asked again.
 */
export async function remoteBranches(repository: Repository): Promise<RemoteBranches> {
  const { seen } = repository;
  if (seen.trouble !== null) throw seen.trouble;
  seen.branches ??= askRemote(repository);
  return seen.branches;
}

/** Drops the remembered branches of the remote, so that the next remoteBranches asks again; not that it did not answer. */
export function forgetBranches({ seen }: Repository): void {
  seen.branches = null;
}

/** Returns what remoteBranches returns; null: there is no remote, it did not answer, or Git cannot be run. */
export async function remoteBranchesIfAny(repository: Repository): Promise<RemoteBranches | null> {
  return remoteBranches(repository).catch((error: unknown) => {
    if (error instanceof Problem) return null;
    throw error;
  });
}

/** True if the remote has no branch of this short name; null: there is no remote, or it does not answer. */
export async function isBranchGone(repository: Repository, branch: string): Promise<boolean | null> {
  const branches = await remoteBranchesIfAny(repository);
  return branches && !branches.tips.has(branch);
}

const heads = 'refs/heads/';

/**
 * Asks the remote by `git ls-remote`. @throws Problem('git') for no answer, or over HTTP one without branches, and
 * keeps it in `seen.trouble`; also without a remote, or if Git cannot be run, which it does not keep.
 */
async function askRemote(repository: Repository): Promise<RemoteBranches> {
  const remote = requireRemote(repository);
  try {
    const output = await remote.git(['ls-remote', '--symref', remote.name, 'HEAD', 'refs/heads/*']);
    let defaultBranch: string | null = null;
    const tips = new Map<string, string>();
    for (const line of output.split('\n')) {
      // Git matches the ends of names; an entry that names another ref goes before its OID.
      const [, symref, oid, name = ''] = /^(?:ref: (.*)|([0-9a-f]+))\t(.*)$/s.exec(line) ?? [];
      if (name === 'HEAD' && symref?.startsWith(heads)) defaultBranch = symref.slice(heads.length);
      if (oid !== undefined && name.startsWith(heads)) tips.set(name.slice(heads.length), oid);
    }
    if (tips.size > 0 || !isHttp(remote)) return { tips, defaultBranch };
    throw new Error('the answer has no branches: it may be a login page, or the address is wrong');
  } catch (error) {
    const problem = remoteProblem(remote, error);
    if (problem !== error) repository.seen.trouble = problem;
    throw problem;
  }
}

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
 * Resolves a revision (ref, tag, OID) to the OID of a commit in the user's clone; null: the clone has no such commit.
 * @param rev must not begin with a dash: Git would read an option. @throws Problem('git') if Git cannot be run.
 */
export async function localCommit(repository: Repository, rev: string): Promise<string | null> {
  const args = ['rev-parse', '--verify', '--quiet', `${rev}^{commit}`];
  return (await repository.git(args, { inCheckout: true }).catch(noOutput)).trim() || null;
}
