import { Problem } from '../errors.ts';
import type { Repository } from '../git/repository.ts';
import type { HostEvent } from '../host/event.ts';
import type { RecordKey } from '../ledger/record.ts';
import type { Options } from '../options.ts';

/** The repository's own name, when neither option nor mapping gives its ID. */
export function repositoryName(event: HostEvent, repository: Repository): string {
  const url = repository.remote?.url.replace(/[\\/]+$/, '').replace(/\.git$/, '');
  const fromUrl = url?.split(/[\\/:]/).at(-1);
  return event.repository.name ?? (fromUrl || (repository.location.top.split(/[\\/]/).at(-1) ?? ''));
}

/**
 * The name under which the ledger knows a service: its base address without what does not matter.
 *
 * @throws Problem('usage') for an address that may hold a secret: everybody who reads the repository reads the ledger.
 */
function serviceName(options: Options): string | null {
  const { url, 'ledger-key': key } = options;
  if (key !== undefined) return key;
  if (url !== undefined && /^[a-z]+:\/\/[^/]*@|[?#]/i.test(url)) {
    throw new Problem(
      'usage',
      'The service URL holds a user name, a password or a query.',
      'Give the base address only, such as https://host.example/api: the token alone tells the service who calls.',
    );
  }
  return url === undefined ? null : url.replace(/\/+$/, '');
}

/**
 * Under what the ledger keeps the record of this run; null when no service or no branch is named.
 *
 * @throws Problem('usage') for a service that cannot be named there.
 */
export function ledgerKey(options: Options, repo: string, mapping: string, branch: string | null): RecordKey | null {
  const service = serviceName(options);
  return service === null || branch === null ? null : { service, repo, mapping, branch };
}
