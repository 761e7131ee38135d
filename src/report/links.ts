import type { HostEvent } from '../host/event.ts';

/** The address below which the repository's host has its pages; null outside CI. */
export type PageLinks = string | null;

/** Most characters of a path that becomes a link: a longer one may be an attack on the size of a page. */
const longestLink = 1000;

/** Returns the address of the repository's pages from the event of a run, with `/-` on GitLab; null if the event has none. */
export function buildPageLinks({ host, repository: { url } }: Pick<HostEvent, 'host' | 'repository'>): PageLinks {
  return url !== null && host === 'gitlab' ? `${url}/-` : url;
}

/** Returns the address of a file at a commit, safe in a quoted attribute; null outside CI, or for a path of over 1,000 characters. */
export function buildFileUrl(links: PageLinks, head: string, path: string): string | null {
  if (links === null || path.length > longestLink) return null;
  const encoded = path.toWellFormed().split('/').map(encodeURIComponent).join('/').replaceAll("'", '%27');
  return `${links}/blob/${head}/${encoded}`;
}

/** Returns the address of a commit; null outside CI. */
export function buildCommitUrl(links: PageLinks, oid: string): string | null {
  return links && `${links}/commit/${oid}`;
}

/** Returns the address of a comparison of two commits; null outside CI. */
export function buildCompareUrl(links: PageLinks, base: string, head: string): string | null {
  return links && `${links}/compare/${base}...${head}`;
}
