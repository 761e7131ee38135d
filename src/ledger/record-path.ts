import { createHash } from 'node:crypto';
import type { RecordKey } from './record.ts';

function hash(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 24);
}

/** True for the name of a folder or of a record, as `hash` makes it. */
export function isHash(name: string): boolean {
  return /^[0-9a-f]{24}$/.test(name);
}

/** The directory of the notes ref's tree in which the ledger stands; no note has such a name. */
export const ledgerDirectory = 'check-outs';

/** Where in the tree of the notes ref a record stands. */
export function recordPath(key: RecordKey): string {
  return `${ledgerDirectory}/${hash(key.service)}/${hash(key.repo, key.mapping, key.branch)}.json`;
}

/** The path of the record that a file of the ledger belongs to: of a part, the record's. */
export function recordOfFile(path: string): string {
  return path.replace(/\/[^/]+\.json$/, (file) => (isHash(file.slice(1, -5)) ? file : '.json'));
}
