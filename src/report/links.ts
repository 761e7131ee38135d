import type { HostEvent } from '../host/event.ts';

/** Facts about the host that links of a page need. */
export interface PageLinks {
  readonly host: HostEvent['host'];
  /** Address of the repository's page; null outside CI. */
  readonly repository: string | null;
}

/** Most characters of a path that becomes a link: a longer one may be an attack on the size of a page. */
const longestLink = 1000;

/** Returns the host and the repository's address from the event of a run, for links. */
export function linksOf(event: Pick<HostEvent, 'host' | 'repository'>): PageLinks {
  return { host: event.host, repository: event.repository.url };
}

/** Returns the address of a page below the repository's, with the `/-` of GitLab; null outside CI. */
function pageUrl({ host, repository }: PageLinks, rest: string): string | null {
  if (repository === null) return null;
  return host === 'gitlab' ? `${repository}/-/${rest}` : `${repository}/${rest}`;
}

/** Returns the address of a file at a commit, encoded, safe in a quoted attribute; null outside CI, or for a path of over 1,000 characters. */
export function fileUrl(links: PageLinks, head: string, path: string): string | null {
  if (path.length > longestLink) return null;
  const encoded = path.toWellFormed().split('/').map(encodeURIComponent).join('/').replaceAll("'", '%27');
  return pageUrl(links, `blob/${head}/${encoded}`);
}

/** Returns the address of a commit; null outside CI. */
export function commitUrl(links: PageLinks, oid: string): string | null {
  return pageUrl(links, `commit/${oid}`);
}

/** Returns the address of a comparison of two commits; null outside CI. */
export function compareUrl(links: PageLinks, base: string, head: string): string | null {
  return pageUrl(links, `compare/${base}...${head}`);
}
