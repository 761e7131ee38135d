import { Problem } from '../errors.ts';
import type { HostEvent } from '../host/event.ts';
import { formatTarget } from '../mapping/set.ts';
import type { Options } from '../options.ts';
import type { RecordKey } from './record.ts';

/**
 * The name under which the ledger knows the service at an address: without what does not matter, so that every spelling
 * of one address means one ledger. What is no address stays as it is; the client refuses it.
 */
export function serviceAt(url: string): string {
  const address = URL.parse(url.trim());
  return address === null ? url : `${address.origin}${address.pathname.replace(/\/+$/, '')}`;
}

/** @throws Problem('usage') for an address that may hold a secret: everybody who reads the repository reads the ledger. */
function serviceName({ url, 'ledger-key': key }: Options): string | null {
  if (key !== undefined) return key;
  if (url !== undefined && /^[a-z]+:\/\/[^/]*@|[?#]/i.test(url)) {
    throw new Problem(
      'usage',
      'The service URL holds a user name, a password or a query.',
      'Give the base address only, such as https://host.example/api: the token alone tells the service who calls.',
    );
  }
  return url === undefined ? null : serviceAt(url);
}

/**
 * The repository as its host names it, `host/owner/name`: by its page, where CI says that, else by the address of the
 * remote, so that a command on a laptop means the record of the pipeline. There no case counts, and no `.git`; a remote
 * without a host is named as it is written, as `X` and `X.git` are two folders.
 *
 * @param remoteUrl address of the remote of the sources; null: there is none.
 */
export function hostedName({ repository }: Pick<HostEvent, 'repository'>, remoteUrl: string | null): string {
  const { fullName, url } = repository;
  const said = (fullName === null ? null : url) ?? remoteUrl ?? fullName ?? '';
  const bare = said.trim().replace(/\/+$/, '');
  const folded = (name: string) => name.toLowerCase().replace(/\.git$/, '');
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(bare) ? URL.parse(bare) : null;
  if (address !== null && address.protocol !== 'file:') {
    // Over ssh it is another port than that of the page.
    const host = /^https?:$/.test(address.protocol) ? address.host : address.hostname;
    return folded(`${host}${address.pathname}`);
  }
  // `git@host:owner/name`; one letter is a drive of Windows.
  const [, host, path] = /^(?:[^/@]+@)?([^/:@]{2,}):(?!\/\/)\/*(.+)$/.exec(bare) ?? [];
  return host === undefined || path === undefined ? bare : folded(`${host}/${path}`);
}

/**
 * Under what the ledger keeps the record of this run; null when no service or no branch is named. A target that is set
 * by hand (`--set lvl=50`) has a record of its own: what another target has got says nothing of it.
 *
 * @param of `repository` as hostedName says it, never as a mapping does; `repo`, its ID at the service.
 * @throws Problem('usage') for a service that cannot be named there.
 */
export function ledgerKey(
  options: Options,
  of: Omit<RecordKey, 'service' | 'branch'> & { readonly branch: string | null },
): RecordKey | null {
  const { repository, repo, branch } = of;
  const service = serviceName(options);
  const target = formatTarget(options.set);
  const mapping = target === '' ? of.mapping : `${of.mapping} ${target}`;
  return service === null || branch === null ? null : { service, repository, repo, mapping, branch };
}
