import type { HostEvent } from '../host/event.ts';

export interface PageLinks {
  readonly host: HostEvent['host'];
  /** The repository's page, on whichever server; null outside CI. */
  readonly repository: string | null;
}

/** A path that is long enough to be an attack on the size of a page is no link. */
const longestLink = 1000;

export function linksOf(event: Pick<HostEvent, 'host' | 'repository'>): PageLinks {
  return { host: event.host, repository: event.repository.url };
}

function page({ host, repository }: PageLinks, rest: string): string | null {
  if (repository === null) return null;
  return host === 'gitlab' ? `${repository}/-/${rest}` : `${repository}/${rest}`;
}

/** The page of a file as a commit has it; null when there is none to point to. Safe inside a quoted attribute. */
export function fileUrl(links: PageLinks, head: string, path: string): string | null {
  if (path.length > longestLink) return null;
  const encoded = path.toWellFormed().split('/').map(encodeURIComponent).join('/').replaceAll("'", '%27');
  return page(links, `blob/${head}/${encoded}`);
}

export function commitUrl(links: PageLinks, oid: string): string | null {
  return page(links, `commit/${oid}`);
}

export function compareUrl(links: PageLinks, base: string, head: string): string | null {
  return page(links, `compare/${base}...${head}`);
}
