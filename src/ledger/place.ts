import { createHash } from 'node:crypto';
import type { RecordKey } from './record.ts';

/** Hashes the parts of a name to 24 characters. */
function hash(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 24);
}

/** True for the name of a folder or of a record, as `hash` makes it. */
export function isHash(name: string): boolean {
  return /^[0-9a-f]{24}$/.test(name);
}

/** The directory of the notes ref's tree in which the ledger stands; no note has such a name. */
export const ledgerDirectory = 'check-outs';

/** Returns the folder of all records at a service. */
export function serviceFolder(service: string): string {
  return `${ledgerDirectory}/${hash(service)}`;
}

/** Returns the path of a record's head file in the tree of the notes ref. */
export function recordPath({ service, repository, repo, mapping, branch }: RecordKey): string {
  return `${serviceFolder(service)}/${hash(repository, repo, mapping, branch)}.json`;
}

/** Returns the path of the head file of a record of version 1, which did not name the repository. */
export function oldRecordPath({ service, repo, mapping, branch }: Omit<RecordKey, 'repository'>): string {
  return `${serviceFolder(service)}/${hash(repo, mapping, branch)}.json`;
}

/** Returns the folder of the files beside a head file. */
export function besideHead(headPath: string): string {
  return headPath.replace(/\.json$/, '');
}
