import { isAbsolute, join, normalize, posix, relative, resolve } from 'node:path';
import { Problem } from '../errors.ts';
import type { Repository } from '../git/repository.ts';
import type { HostEvent } from '../host/event.ts';
import type { RecordKey } from './record.ts';
import { defaultMappingFile } from '../mapping/defaults.ts';
import { targetOf } from '../mapping/set.ts';
import { parseMappingName } from '../mapping/source.ts';
import type { Options } from '../options.ts';

/** The repository's own name, when neither option nor mapping gives its ID. */
export function repositoryName(event: HostEvent, repository: Repository): string {
  const url = repository.remote?.url.replace(/[\\/]+$/, '').replace(/\.git$/, '');
  const fromUrl = url?.split(/[\\/:]/).at(-1);
  return event.repository.name ?? (fromUrl || (repository.location.top.split(/[\\/]/).at(-1) ?? ''));
}

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
 * The name under which the ledger knows a mapping: its path from the top of the repository, however it was spelled and
 * wherever the checkout stands. One from elsewhere keeps its own.
 *
 * @param named what `--mapping` says. @param found where the file was found on disk; null when it was not.
 */
export function mappingName(named: string | undefined, cwd: string, top: string, found: string | null): string {
  const parsed = named === undefined ? null : parseMappingName(named);
  if (parsed !== null && 'rev' in parsed) return posix.normalize(parsed.path);
  const place = found ?? (parsed === null ? join(top, defaultMappingFile) : resolve(cwd, parsed.file));
  const fromTop = relative(top, place);
  const isInside = !fromTop.startsWith('..') && !isAbsolute(fromTop);
  return (isInside ? fromTop : normalize(parsed?.file ?? place)).replaceAll('\\', '/');
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
