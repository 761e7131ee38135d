import { Problem } from '../errors.ts';
import { isEmptyTree } from '../git/empty-tree.ts';
import { ensureCommits } from '../git/fetch.ts';
import type { Repository } from '../git/repository.ts';
import type { LedgerRecord } from '../ledger/record.ts';

/** So many commits of a record are looked for; one is enough. */
const mostAsked = 20;

/**
 * Repositories that share a ledger (design §14) are told apart by their IDs. Where two have the same, the record of one
 * would have the other withdraw, and delete, what it has not got. So a record whose head cannot be found counts only when
 * another commit of it is this repository's.
 *
 * @throws Problem('range') for a record of which no commit is here.
 */
export async function refuseForeign(repository: Repository, record: LedgerRecord): Promise<void> {
  if (repository.ledgerRemote === repository.remote) return;
  const { head, began, firstHead, past = [], filed } = record;
  const named = [began, firstHead, ...past, ...filed.map(({ commit }) => commit)];
  const commits = named.filter((oid) => typeof oid === 'string' && oid !== head && !isEmptyTree(oid));
  const asked = [...new Set(commits as string[])].slice(0, mostAsked);
  if (asked.length > 0 && (await ensureCommits(repository, asked)).length < asked.length) return;
  throw new Problem(
    'range',
    `no commit that the ledger has of ${record.branch} is in this repository: the record may be that of another one with the ID ${record.repo}`,
    'Give each repository that shares a ledger an ID of its own (--repo, repo: in the mapping), or a --ledger-key; or file the difference with --base and --head.',
  );
}
