import { nothingFound } from './failure.ts';
import type { Repository } from './repository.ts';

/**
 * The OID of the commit that a revision (a ref, a tag, an OID) means in the user's clone; null: the clone has none.
 * @param rev no option: it does not begin with a dash.
 */
export async function localCommit(repository: Repository, rev: string): Promise<string | null> {
  const args = ['rev-parse', '--verify', '--quiet', `${rev}^{commit}`];
  return (await repository.git(args, { inCheckout: true }).catch(nothingFound)).trim() || null;
}
