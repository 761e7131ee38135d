import { Problem } from '../errors.ts';
import { isHttp, type Remote, remoteProblem } from './remote.ts';
import type { RemoteBranches, Repository } from './repository.ts';

/** Returns the remote of the sources. @throws Problem('git') if there is none. */
export function requireRemote(repository: Repository): Remote {
  if (repository.remote !== null) return repository.remote;
  const remedy = 'Check out with the full history (fetch-depth: 0), or add the remote.';
  throw new Problem('git', 'the repository has no remote to fetch from', remedy);
}

/** Returns the branch (`main`) that a revision such as `origin/main` names at the remote; null: it names none. */
export function branchOfRemote({ remote }: Repository, rev: string): string | null {
  return remote !== null && rev.startsWith(`${remote.name}/`) ? rev.slice(remote.name.length + 1) : null;
}

/**
 * Returns the branches of the remote as this run saw them last: asks once, and again after forgetBranches.
 * @throws Problem('git') if there is no remote, or it does not answer: it is then never asked again.
 */
export async function remoteBranches(repository: Repository): Promise<RemoteBranches> {
  const { seen } = repository;
  if (seen.trouble !== null) throw seen.trouble;
  seen.branches ??= askRemote(repository);
  return seen.branches;
}

/** Lets remoteBranches ask again. */
export function forgetBranches({ seen }: Repository): void {
  seen.branches = null;
}

/** The same as remoteBranches, which asks once and keeps the answer; but null if there is no remote, or it did not answer. */
export async function remoteBranchesIfAny(repository: Repository): Promise<RemoteBranches | null> {
  return remoteBranches(repository).catch((error: unknown) => {
    if (error instanceof Problem) return null;
    throw error;
  });
}

/** True if a branch is gone at the remote, as this run saw it last; null: there is no remote, or it does not answer. */
export async function isBranchGone(repository: Repository, branch: string): Promise<boolean | null> {
  const branches = await remoteBranchesIfAny(repository);
  return branches && !branches.tips.has(branch);
}

const heads = 'refs/heads/';

/** Asks the remote for its branches, and keeps as `seen.trouble` why it does not answer. @throws Problem('git') */
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
