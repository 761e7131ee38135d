import { ledgerPlace } from '../git/ledger-remote.ts';
import { openRepository, type Repository } from '../git/repository.ts';
import type { RunInput } from './input.ts';

/** What says which repository a command reads, and where its ledger is. */
export type RepositoryInput = Pick<RunInput, 'options' | 'env' | 'gitToken' | 'ledgerToken'>;

/**
 * Opens the repository of a command that reads or writes the ledger.
 *
 * @throws Problem('usage') for a bad address of the ledger, and what openRepository throws.
 */
export async function openWithLedger({ options, env, gitToken, ledgerToken }: RepositoryInput): Promise<Repository> {
  const remote = options['ledger-remote'];
  const place = remote === undefined ? undefined : ledgerPlace(remote, ledgerToken);
  return openRepository({ repoDir: options['repo-dir'], env, gitToken, ledgerPlace: place });
}
