import { GitFailure, unreadable } from './failure.ts';
import { ensureHistory } from './fetch.ts';
import type { Repository } from './repository.ts';

/**
 * A question that Git answers with yes (0) or no (1). It also ends with 1 when a commit is lost, but then it says so:
 * that is an error, never a no.
 */
async function noIfOne<T>(answer: Promise<T>, no: T): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof GitFailure && error.isNo) return no;
    throw unreadable('the history of two commits', error);
  }
}

/**
 * The best common ancestor of two commits, or null when they have none. In a shallow clone the history between them
 * is fetched first, as commits only: a merge base found in a cut history may not be the best one.
 * @throws Problem('git') when the history cannot be had.
 */
export async function mergeBase(repository: Repository, one: string, other: string): Promise<string | null> {
  await ensureHistory(repository, [one, other]);
  return (await noIfOne(repository.git(['merge-base', one, other]), '')).trim() || null;
}

/**
 * True when `older` is `newer` or behind it. A commit that is not in the whole history of `newer` is not behind it,
 * wherever else it may be.
 * @throws Problem('git') when the history cannot be had.
 */
export async function isAncestor(repository: Repository, older: string, newer: string): Promise<boolean> {
  if (older === newer) return true;
  await ensureHistory(repository, [newer]);
  const [known] = await repository.objects.info([`${older}^{commit}`]);
  if (known === null) return false;
  const yes = repository.git(['merge-base', '--is-ancestor', older, newer]).then(() => true);
  return noIfOne(yes, false);
}
