import { GitFailure, unreadable } from './failure.ts';
import { ensureHistory } from './fetch.ts';
import type { Objects } from './objects.ts';
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
 *
 * @throws Problem('git') when the history cannot be had.
 */
export async function mergeBase(
  repository: Repository,
  objects: Objects,
  one: string,
  other: string,
): Promise<string | null> {
  await ensureHistory(repository, objects, [one, other]);
  return (await noIfOne(repository.git(['merge-base', one, other]), '')).trim() || null;
}

/**
 * Where the first-parent line of a commit, the way its branch went, meets the history of another: the newest commit of
 * that line which the other contains. Null when they never meet.
 *
 * @throws Problem('git') when the history cannot be had.
 */
export async function firstParentMeeting(
  repository: Repository,
  objects: Objects,
  line: string,
  other: string,
): Promise<string | null> {
  await ensureHistory(repository, objects, [line, other]);
  const args = ['rev-list', '--first-parent', '--parents', line, `^${other}`];
  const output = await repository.git(args).catch((error) => {
    throw unreadable('the history of two commits', error);
  });
  // Nothing is left of a line that the other contains whole; else the first parent of the oldest that is left.
  const oldest = output.trim().split('\n').at(-1) ?? '';
  return oldest === '' ? line : (oldest.split(' ')[1] ?? null);
}

/** True when `older` is `newer` or behind it. @throws Problem('git') when the history cannot be had. */
export async function isAncestor(
  repository: Repository,
  objects: Objects,
  older: string,
  newer: string,
): Promise<boolean> {
  await ensureHistory(repository, objects, [older, newer]);
  const yes = repository.git(['merge-base', '--is-ancestor', older, newer]).then(() => true);
  return noIfOne(yes, false);
}
