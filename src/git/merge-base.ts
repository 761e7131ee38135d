import { branchTip } from './branches.ts';
import { GitFailure, throwUnreadable, unreadableProblem } from './failure.ts';
import { ensureHistory } from './fetch.ts';
import type { Repository } from './repository.ts';

/** Returns null for a failure by which Git says no, ending with 1. @throws Problem('git') for others, as of a lost commit */
function noToNull(error: unknown): null {
  if (error instanceof GitFailure && error.meansNo) return null;
  throw unreadableProblem('the history of two commits', error);
}

/**
 * Returns the OID of the best common ancestor of two commits; null: they have none. Completes a shallow history first, as
 * the best one may lie behind it. @throws Problem('git') if the history cannot be fetched.
 */
export async function mergeBase(repository: Repository, one: string, other: string): Promise<string | null> {
  await ensureHistory(repository, [one, other]);
  return (await repository.git(['merge-base', one, other]).catch(noToNull))?.trim() || null;
}

/**
 * True if `older` is `newer` or in its whole history, which this fetches; false also if nobody sent `older`.
 * @throws Problem('git') if the history cannot be fetched.
 */
export async function isAncestor(repository: Repository, older: string, newer: string): Promise<boolean> {
  if (older === newer) return true;
  await ensureHistory(repository, [newer]);
  const [commit] = await repository.objects.info([`${older}^{commit}`]);
  if (commit === null) return false;
  return (await repository.git(['merge-base', '--is-ancestor', older, newer]).catch(noToNull)) !== null;
}

/**
 * Returns the OID of a commit's fork: the newest commit of the default branch's first-parent line in its history (design
 * §8); null: the two share nothing. @param tip of the default branch. @throws Problem('git') if the history cannot be read.
 */
export async function forkOf(repository: Repository, tip: string, head: string): Promise<string | null> {
  if (tip === head) return tip;
  await ensureHistory(repository, [tip, head]);
  const last = (await commitsAhead(repository, tip, head)).at(-1);
  return last === undefined ? tip : last.parent;
}

/**
 * Lists the commits of the first-parent line of `tip` that are not in the history of `head`, the newest first, each with
 * its first parent. @throws Problem('git')
 */
async function commitsAhead(repository: Repository, tip: string, head: string) {
  const args = ['rev-list', '--first-parent', '--parents', tip, `^${head}`];
  const output = await repository.git(args).catch(throwUnreadable('the history of two commits'));
  return output.split('\n').flatMap((line) => {
    const [oid = '', parent = null] = line.split(' ');
    return oid === '' ? [] : [{ oid, parent }];
  });
}

/**
 * Decides where a branch without a record begins: at its merge base with the default branch; `commit` null: there is none,
 * or no default branch. If a merge has brought the head there already, as of a pull request that was merged before the run
 * of its branch, the branch begins before that merge (design §3). A fast-forward leaves no trace: the branch begins at its
 * head, and `isMerged` is true. @throws Problem('git') if the history cannot be read.
 */
export async function beginningOf(repository: Repository, defaultBranch: string, head: string) {
  const tip = await branchTip(repository, defaultBranch);
  if (tip === null) return { commit: null, isMerged: false };
  const shared = await mergeBase(repository, tip, head);
  if (shared !== head) return { commit: shared, isMerged: false };
  if ((await forkOf(repository, tip, head)) === head) return { commit: head, isMerged: true };
  const descendants = await repository
    .git(['rev-list', '--ancestry-path', tip, `^${head}`])
    .catch(throwUnreadable('the history of two commits'));
  const merged = new Set(descendants.split('\n'));
  const merge = (await commitsAhead(repository, tip, head)).findLast(({ oid }) => merged.has(oid));
  const before = merge?.parent ?? null;
  return { commit: before === null ? head : await mergeBase(repository, before, head), isMerged: false };
}

/** The same as isAncestor, but tries twice, so that one network error is no answer. */
export async function isMergedInto(repository: Repository, commit: string, head: string): Promise<boolean> {
  return isAncestor(repository, commit, head).catch(() => isAncestor(repository, commit, head));
}
