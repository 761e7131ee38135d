import { branchTip } from './branches.ts';
import { GitFailure, unreadable } from './failure.ts';
import { ensureHistory } from './fetch.ts';
import type { Repository } from './repository.ts';

/** A question to which Git says no (null) by ending with 1. When a commit is lost it does so too, but with words. */
async function answerOf(answer: Promise<string>): Promise<string | null> {
  try {
    return (await answer).trim();
  } catch (error) {
    if (error instanceof GitFailure && error.isNo) return null;
    throw unreadable('the history of two commits', error);
  }
}

/**
 * The best common ancestor of two commits, or null when they have none. In a shallow clone the history between them
 * is fetched first, as commits only: a merge base found in a cut history may not be the best one.
 * @throws Problem('git') when the history cannot be fetched.
 */
export async function mergeBase(repository: Repository, one: string, other: string): Promise<string | null> {
  await ensureHistory(repository, [one, other]);
  return (await answerOf(repository.git(['merge-base', one, other]))) || null;
}

/** True when `older` is `newer` or in its whole history. @throws Problem('git') when the history cannot be fetched. */
export async function isAncestor(repository: Repository, older: string, newer: string): Promise<boolean> {
  if (older === newer) return true;
  await ensureHistory(repository, [newer]);
  const [known] = await repository.objects.info([`${older}^{commit}`]);
  if (known === null) return false;
  return (await answerOf(repository.git(['merge-base', '--is-ancestor', older, newer]))) !== null;
}

/**
 * The fork of a commit: the newest commit of the default branch's first-parent line that is in its history (design §8).
 *
 * @param tip of the default branch. @returns null where the two share nothing.
 * @throws Problem('git') when the history cannot be read.
 */
export async function forkOf(repository: Repository, tip: string, head: string): Promise<string | null> {
  if (tip === head) return tip;
  await ensureHistory(repository, [tip, head]);
  const ahead = await lineAhead(repository, tip, head);
  const last = ahead.at(-1);
  return last === undefined ? tip : last.parent;
}

interface LineCommit {
  readonly oid: string;
  readonly parent: string | null;
}

/** Commits of a first-parent line, the newest first, down to what is in the history of `head`. */
async function lineAhead(repository: Repository, tip: string, head: string, more: readonly string[] = []) {
  const args = ['rev-list', '--first-parent', '--parents', ...more, tip, `^${head}`];
  const output = await repository.git(args).catch((error) => {
    throw unreadable('the history of two commits', error);
  });
  return output.split('\n').flatMap((line): LineCommit[] => {
    const [oid = '', parent = null] = line.split(' ');
    return oid === '' ? [] : [{ oid, parent }];
  });
}

/** Where a branch without a record begins; `isMerged`: all of it is on the default branch already. */
export interface Beginning {
  /** null: the two share nothing. */
  readonly commit: string | null;
  readonly isMerged: boolean;
}

/**
 * Where a branch without a record begins: the merge base with the default branch. Where that has the head already, by a
 * merge, it begins before that merge: a pull request may be merged before the run of its branch begins (design §3). A
 * merge by fast-forward leaves no trace.
 *
 * @throws Problem('git') when the history cannot be read.
 */
export async function beginningOf(repository: Repository, defaultBranch: string, head: string): Promise<Beginning> {
  const tip = await branchTip(repository, defaultBranch);
  if (tip === null) return { commit: null, isMerged: false };
  const shared = await mergeBase(repository, tip, head);
  if (shared !== head) return { commit: shared, isMerged: false };
  if ((await forkOf(repository, tip, head)) === head) return { commit: head, isMerged: true };
  const merge = (await lineAhead(repository, tip, head, ['--ancestry-path'])).at(-1);
  const before = merge?.parent ?? null;
  return { commit: before === null ? head : await mergeBase(repository, before, head), isMerged: false };
}

/** True for a commit that is in the history of another; false where the history does not say so or cannot be had. */
export async function isMergedInto(repository: Repository, commit: string, head: string): Promise<boolean> {
  // What could not be found out is tried once more; it is never taken for "not merged" by accident of the network.
  return isAncestor(repository, commit, head).catch(() => isAncestor(repository, commit, head));
}
