import { messageOf, Problem } from '../errors.ts';
import { GitFailure, gitProblem, nothingFound, unreadable } from './failure.ts';
import type { Repository } from './repository.ts';

/** Contents that are not in the object store. */
export interface Lacking {
  readonly oids: readonly [first: string, ...string[]];
  /** Path of a file with that content, where it is known. */
  readonly pathOf: (oid: string) => string | undefined;
}

/**
 * Why contents cannot be had: the first one is damaged, or a partial clone lacks them, or they are missing where all should
 * be. Asks Git, as all of this is rare. @param trouble what kept them from being fetched.
 */
export async function lackingProblem(
  repository: Repository,
  { oids, pathOf }: Lacking,
  trouble: unknown,
): Promise<Problem> {
  if (trouble instanceof Problem && repository.remote !== null) return trouble;
  const [oid] = oids;
  const path = pathOf(oid);
  const object = path === undefined ? `object ${oid}` : `object ${oid} (${path})`;
  const damage = await damageOf(repository, oid);
  if (damage !== null) return unreadable(object, damage);
  const words = new Error(messageOf(trouble));
  if (await isPartial(repository)) {
    const what = `${oids.length} file contents that this partial clone lacks could not be fetched`;
    const remedy = 'Check the network and the credentials of the checkout, or check out without --filter.';
    return gitProblem(what, words, remedy);
  }
  const remedy = 'Check that the clone is whole (git fsck) and that the remote can be reached, or check out again.';
  return gitProblem(`${object} is not in this clone and could not be fetched`, words, remedy);
}

/** What Git says of an object that is there and cannot be read; null: it is not there. */
async function damageOf(repository: Repository, oid: string): Promise<GitFailure | null> {
  const error = await repository.git(['cat-file', '-s', oid]).then(
    () => null,
    (error: unknown) => error,
  );
  return error instanceof GitFailure && /^error: /m.test(error.message) ? error : null;
}

async function isPartial(repository: Repository): Promise<boolean> {
  const args = ['config', '--get-regexp', '^(extensions\\.partialclone|remote\\..*\\.(promisor|partialclonefilter))$'];
  return (await repository.git(args, { inCheckout: true }).catch(nothingFound)) !== '';
}
