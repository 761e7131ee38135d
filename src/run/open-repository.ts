import { fetchNotes } from '../git/notes.ts';
import { ledgerPlace } from '../git/remote.ts';
import { openRepository, type Repository } from '../git/repository.ts';
import type { HostEvent } from '../host/event.ts';
import { parseMappingName } from '../mapping/source.ts';
import type { RunInput } from './input.ts';

/** Names the repository that a command reads, and the place of its ledger. */
export type RepositoryInput = Pick<RunInput, 'options' | 'env' | 'gitToken' | 'ledgerToken'> &
  Partial<Pick<RunInput, 'signal'>>;

/**
 * Opens the repository of a command that reads or writes the ledger.
 * @throws Problem('usage') for a bad address of the ledger, and what openRepository throws.
 */
export async function openWithLedger(input: RepositoryInput): Promise<Repository> {
  const { options, env, gitToken, ledgerToken, signal } = input;
  const remote = options['ledger-remote'];
  const place = remote === undefined ? undefined : ledgerPlace(remote, ledgerToken);
  return openRepository({ repoDir: options['repo-dir'], env, gitToken, ledgerPlace: place, signal });
}

/**
 * Starts to fetch the ledger in the background, while code and mapping are loaded.
 * @returns a promise of the OID of its ref at the remote (null: no such ref); null itself: nothing is fetched, as the ledger is off or has
 * no remote; or not yet, as the mapping is in a commit, no service is named, or the event may be about no branch.
 */
export function startLedgerFetch({ event, options }: RunInput, repository: Repository): Promise<string | null> | null {
  const { url, mapping, ledger } = options;
  const isNamed = url !== undefined || options['ledger-key'] !== undefined;
  const isInCommit = 'rev' in parseMappingName(mapping ?? '');
  // An event of this kind may be about no branch, and then has no record.
  const isOpen = event.happening.kind === 'tag' || event.happening.kind === 'unclear';
  if (!isNamed || isInCommit || isOpen || ledger === 'off' || repository.ledgerRemote === null) return null;
  const fetched = fetchNotes(repository);
  // The caller that awaits this promise gets the error.
  fetched.catch(() => {});
  return fetched;
}

/** Returns a name for the repository, to use if nothing gives its ID at the service: that of its host, else of its remote's address, else of its folder. */
export function repositoryName(event: HostEvent, repository: Repository): string {
  const url = repository.remote?.url.replace(/[\\/]+$/, '').replace(/\.git$/, '');
  const fromUrl = url?.split(/[\\/:]/).at(-1);
  return event.repository.name ?? (fromUrl || (repository.location.top.split(/[\\/]/).at(-1) ?? ''));
}
