import { createHash } from 'node:crypto';
import { Problem } from '../errors.ts';
import type { HostEvent } from '../host/event.ts';
import { formatTarget } from '../mapping/set.ts';
import type { Options } from '../options.ts';
import type { RecordKey } from './record.ts';

/** Names the service at an address: its origin and path, no slash at the end, no query. A text that is no address stays as it is. */
export function cutServiceUrl(url: string): string {
  const address = URL.parse(url.trim());
  return address === null ? url : `${address.origin}${address.pathname.replace(/\/+$/, '')}`;
}

/**
 * Names the repository as its host does, `host/owner/name`, in lower case and without `.git`: by its page if CI tells that and the full
 * name, else by the address of the remote, so that a laptop means the record of the pipeline; else by the full name, or ''. That name, and
 * an address without a host, keep case and `.git`, as `X` and `X.git` are two folders. @param remoteUrl null: there is no remote
 */
export function buildHostedName({ repository }: Pick<HostEvent, 'repository'>, remoteUrl: string | null): string {
  const { fullName, url } = repository;
  const said = (fullName === null ? null : url) ?? remoteUrl ?? fullName ?? '';
  const bare = said.trim().replace(/\/+$/, '');
  const foldName = (name: string) => name.toLowerCase().replace(/\.git$/, '');
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(bare) ? URL.parse(bare) : null;
  if (address !== null && address.protocol !== 'file:') {
    // Over ssh it is another port than that of the page.
    const host = /^https?:$/.test(address.protocol) ? address.host : address.hostname;
    return foldName(`${host}${address.pathname}`);
  }
  // `git@host:owner/name`; one letter is a drive of Windows.
  const [, host, path] = /^(?:[^/@]+@)?([^/:@]{2,}):(?!\/\/)\/*(.+)$/.exec(bare) ?? [];
  return host === undefined || path === undefined ? bare : foldName(`${host}/${path}`);
}

/**
 * Makes the key of this run's record, at the service that `ledger-key` names, else the URL; null: no service or no branch is named. What
 * `--set` says of appl, lvl, objn, objt or rpth becomes a part of `mapping`: such a run has a record of its own, since a record says
 * nothing of other targets. @param parts `repository` as buildHostedName says it, never as a mapping does; `repo`, its ID at the service
 * @throws Problem('usage') if `ledger-key` is missing and the URL has a user, a query or a fragment, which may hold a secret
 */
export function toRecordKey(
  options: Options,
  parts: Omit<RecordKey, 'service' | 'branch'> & { readonly branch: string | null },
): RecordKey | null {
  const { branch } = parts;
  const { url, 'ledger-key': name } = options;
  if (name === undefined && url !== undefined && /^[a-z]+:\/\/[^/]*@|[?#]/i.test(url)) {
    // Everybody who reads the repository reads the ledger.
    const remedy =
      'Give the base address only, such as https://host.example/api: the token alone tells the service who calls.';
    throw new Problem('usage', 'The service URL holds a user name, a password or a query.', remedy);
  }
  const service = name ?? (url === undefined ? null : cutServiceUrl(url));
  const target = formatTarget(options.set);
  const mapping = target === '' ? parts.mapping : `${parts.mapping} ${target}`;
  return service === null || branch === null ? null : { ...parts, service, mapping, branch };
}

// -- where a record is in the tree of the notes ref

/** Hashes the parts of a name, in their order and with NULs between, to 24 hex digits in lower case. */
const hashParts = (...parts: string[]) => createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 24);

/** True for the name of a folder or of a record, as hashParts makes it. */
export const isHash = (name: string) => /^[0-9a-f]{24}$/.test(name);

/** The directory of the notes ref's tree in which the ledger stands; no note has such a name. */
export const ledgerDirectory = 'check-outs';

/** Returns the path, in the tree of the notes ref, of the folder that holds all records about one service. */
export const toServiceFolder = (service: string) => `${ledgerDirectory}/${hashParts(service)}`;

/** Returns the path of a record's head file in the tree of the notes ref. */
export function toRecordPath({ service, repository, repo, mapping, branch }: RecordKey): string {
  return `${toServiceFolder(service)}/${hashParts(repository, repo, mapping, branch)}.json`;
}

/** Returns the path of the head file of a record of version 1, which did not name the repository. */
export function toOldRecordPath({ service, repo, mapping, branch }: Omit<RecordKey, 'repository'>): string {
  return `${toServiceFolder(service)}/${hashParts(repo, mapping, branch)}.json`;
}

/** Returns the folder of a record's other files: the path of its head file without `.json`. */
export const toRecordFolder = (headPath: string) => headPath.replace(/\.json$/, '');
