import { Problem } from '../errors.ts';
import { findBranchTip } from './branches.ts';
import { GitFailure, throwUnreadable, toGitProblem, toReadProblem } from './failure.ts';
import { ensureCommit, fetchInto, findMissingCommits } from './fetch.ts';
import { emptyTree } from './object-ids.ts';
import type { Repository } from './repository.ts';

/** Fetches missing commits with their history, and history cut off in a shallow clone, without trees or contents. @throws Problem('git') */
function ensureHistory(repository: Repository, oids: readonly string[]): Promise<void> {
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

/** Returns the OID of the best common ancestor of two commits, after fetching their histories; null if none. @throws Problem('git') */
async function findMergeBase(repository: Repository, one: string, other: string): Promise<string | null> {
  await ensureHistory(repository, [one, other]);
  return askMergeBase(repository, one, other);
}

/** Runs `git merge-base`, which fetches nothing; returns null for no common ancestor. @throws Problem('git') for a missing commit. */
async function askMergeBase({ git }: Repository, one: string, other: string): Promise<string | null> {
  const output = await git(['merge-base', one, other]).catch((error) => {
    if (error instanceof GitFailure && error.meansNo) return '';
    throw toReadProblem(subject, error);
  });
  return output.trim() || null;
}

const subject = 'the history of two commits';

/** True if `older`, a full OID, is `newer` or in its history (fetched); false if `older` is missing or no commit. @throws Problem('git') */
export async function isAncestor(repository: Repository, older: string, newer: string): Promise<boolean> {
  if (older === newer) return true;
  await ensureHistory(repository, [newer]);
  const [commit] = await repository.objects.info([`${older}^{commit}`]);
  return commit !== null && (await askMergeBase(repository, older, newer)) === older;
}

/** True if `commit` is `head` or in its history (isAncestor); tries again at once after a failure of any kind. @throws Problem('git') */
export async function isMergedInto(repository: Repository, commit: string, head: string): Promise<boolean> {
  return isAncestor(repository, commit, head).catch(() => isAncestor(repository, commit, head));
}

/**
 * Finds where `head` left the default branch: the newest commit in the chain of first parents from `tip` that is in the history of `head`
 * (design §8); null if none is. Fetches history. @param tip of the default branch. @throws Problem('git')
 */
export async function findFork(repository: Repository, tip: string, head: string): Promise<string | null> {
  if (tip === head) return tip;
  await ensureHistory(repository, [tip, head]);
  const last = (await listCommitsAhead(repository, tip, head, '--first-parent')).at(-1);
  return last === undefined ? tip : last.parent;
}

/** Lists commits in the history of `tip` but not of `head`, newest first, with first `parent` (or null). @param flag of `git rev-list`. */
async function listCommitsAhead({ git }: Repository, tip: string, head: string, flag: string) {
  const output = await git(['rev-list', '--parents', flag, tip, `^${head}`]).catch(throwUnreadable(subject));
  const commits = output.matchAll(/^([0-9a-f]+)(?: ([0-9a-f]+))?/gm);
  return Array.from(commits, ([, oid = '', parent = null]) => ({ oid, parent }));
}

/**
 * Finds the commit at which a branch that the ledger does not know begins, and fetches the history for it. Usually the merge base with the
 * default branch; `commit` is null if there is none, or no such branch at the remote. If a merge commit of the default branch has brought
 * the head there already (a pull request merged before this run): the merge base with the first parent of that merge (design §3). If the
 * default branch has the head by a fast-forward, which leaves no trace: the head, and only here `isMerged` is true. @throws Problem('git')
 */
export async function findBeginning(repository: Repository, defaultBranch: string, head: string) {
  const tip = await findBranchTip(repository, defaultBranch);
  const shared = tip === null ? null : await findMergeBase(repository, tip, head);
  if (tip === null || shared !== head) return { commit: shared, isMerged: false };
  const ahead = await listCommitsAhead(repository, tip, head, '--first-parent');
  if (ahead.length === 0 || ahead.at(-1)?.parent === head) return { commit: head, isMerged: true };
  const merged = new Set((await listCommitsAhead(repository, tip, head, '--ancestry-path')).map(({ oid }) => oid));
  const before = ahead.findLast(({ oid }) => merged.has(oid))?.parent ?? null;
  return { commit: before === null ? head : await findMergeBase(repository, before, head), isMerged: false };
}

/** Fetches the merge base of `oid` and `head` with its trees; returns its OID (none: the empty tree's), or a MissingCommit if it fails. */
export async function ensureMergeBase(repository: Repository, oid: string, head: string) {
  try {
    const base = await findMergeBase(repository, oid, head);
    return base === null ? emptyTree[repository.objectFormat] : await ensureCommit(repository, base);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { gone: `shared with ${oid}`, why: error.message };
  }
}
