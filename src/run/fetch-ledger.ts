import { fetchNotes } from '../git/notes.ts';
import type { Repository } from '../git/repository.ts';
import { isInCommit } from '../mapping/source.ts';
import type { RunInput } from './input.ts';

/**
 * Begins to fetch the ledger while what plans is loaded and the mapping read; not beside another fetch, as Git locks
 * what is cut off.
 *
 * @returns where the ref is at the remote; null when this run fetches no ledger, or not yet.
 */
export function fetchAhead({ event, options }: RunInput, repository: Repository): Promise<string | null> | null {
  const { url, mapping, ledger } = options;
  const isNamed = url !== undefined || options['ledger-key'] !== undefined;
  // Such an event may be about no branch, and then the ledger has nothing to say of it.
  const isOpen = event.happening.kind === 'tag' || event.happening.kind === 'unclear';
  if (!isNamed || isInCommit(mapping) || isOpen || ledger === 'off' || repository.ledgerRemote === null) return null;
  const fetched = fetchNotes(repository);
  // The caller that awaits this promise gets the error.
  fetched.catch(() => {});
  return fetched;
}
