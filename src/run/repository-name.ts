import type { Repository } from '../git/repository.ts';
import type { HostEvent } from '../host/event.ts';

/** The repository's own name, when neither option nor mapping gives its ID. */
export function repositoryName(event: HostEvent, repository: Repository): string {
  const url = repository.remote?.url.replace(/[\\/]+$/, '').replace(/\.git$/, '');
  const fromUrl = url?.split(/[\\/:]/).at(-1);
  return event.repository.name ?? (fromUrl || (repository.location.top.split(/[\\/]/).at(-1) ?? ''));
}
