import { Problem } from '../errors.ts';
import { targetOf } from '../mapping/set.ts';
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
 * Under what the ledger keeps the record of this run; null when no service or no branch is named. A target that is set
 * by hand (`--set lvl=50`) has a record of its own: what another target has got says nothing of it.
 *
 * @throws Problem('usage') for a service that cannot be named there.
 */
export function ledgerKey(options: Options, repo: string, mapping: string, branch: string | null): RecordKey | null {
  const service = serviceName(options);
  const target = targetOf(options.set);
  const name = target === '' ? mapping : `${mapping} ${target}`;
  return service === null || branch === null ? null : { service, repo, mapping: name, branch };
}
