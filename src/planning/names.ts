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

/** The name under which the ledger knows a service: its base address without what does not matter. */
function serviceName(options: Options): string | null {
  if (options['ledger-key'] !== undefined) return options['ledger-key'];
  return options.url === undefined ? null : options.url.replace(/\/+$/, '');
}

/** Under what the ledger keeps the record of this run; null when no service or no branch is named. */
export function ledgerKey(options: Options, repo: string, mapping: string, branch: string | null): RecordKey | null {
  const service = serviceName(options);
  return service === null || branch === null ? null : { service, repo, mapping, branch };
}
