import { createHash } from 'node:crypto';
import { messageOf, Problem } from '../errors.ts';
import { commitNotes, fetchNotes, pushNotes } from '../git/notes.ts';
import type { Objects } from '../git/objects.ts';
import type { Repository } from '../git/repository.ts';
import { type LedgerRecord, parseRecord, type RecordKey } from './record.ts';

/** How a run uses the ledger (design §8). */
export type LedgerMode = 'auto' | 'require' | 'off';

/** A note beside the record: the commit it is on, and its text. */
export interface Note {
  readonly commit: string;
  readonly text: string;
}

/** The ledger of one repository, as far as one run reads and writes it. */
export interface Ledger {
  /** The record under the key as it was when the ledger was opened; null when there is none. */
  readonly record: LedgerRecord | null;
  /** Why the ledger could not be read or is not trusted; null when all is well. */
  readonly trouble: string | null;
  /**
   * Writes the record that `change` makes of the newest one, and the note, and pushes both as a fast-forward; a lost
   * race fetches and changes again; a change to null writes nothing. Resolves to null, or to the reason why nothing
   * could be written.
   */
  write(change: (newest: LedgerRecord | null) => LedgerRecord | null, note: Note | null): Promise<string | null>;
}

/** How often a lost race is run again before giving up. */
const rounds = 20;

function hash(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 24);
}

/** Where in the tree of the notes ref a record stands. No note has such a name, so Git leaves it alone. */
export function recordPath(key: RecordKey): string {
  return `check-outs/${hash(key.service)}/${hash(key.repo, key.mapping, key.branch)}.json`;
}

async function readAt(objects: Objects, tip: string | null, key: RecordKey): Promise<LedgerRecord | null> {
  if (tip === null) return null;
  const name = `${tip}:${recordPath(key)}`;
  const [info] = await objects.info([name]);
  if (!info) return null;
  const read = parseRecord(await (await objects.read(name)).text(), key);
  if (!('damaged' in read)) return read;
  throw new Problem(
    'ledger',
    `the ledger's record of ${key.branch} is not to be trusted: ${read.damaged}`,
    'Use the version of the tool that wrote it, or set it aside with --ledger-key and another name.',
  );
}

/**
 * Opens the ledger: fetches its ref from the remote and reads the record under the key.
 *
 * @throws Problem('ledger') under `require` when it cannot be read.
 */
export async function openLedger(
  repository: Repository,
  objects: Objects,
  mode: LedgerMode,
  key: RecordKey,
): Promise<Ledger> {
  if (mode === 'off') return closedLedger(null);
  let tip: string | null;
  let record: LedgerRecord | null;
  try {
    if (repository.remote === null) throw new Problem('git', 'the repository has no remote', 'Add one.');
    tip = await fetchNotes(repository);
    record = await readAt(objects, tip, key);
  } catch (error) {
    if (error instanceof Problem && error.code === 'ledger') throw error;
    if (mode === 'auto') return closedLedger(messageOf(error));
    throw new Problem(
      'ledger',
      `the ledger could not be read: ${messageOf(error)}`,
      'Give the job a Git token that may read and push, or run with --ledger auto.',
      { cause: error },
    );
  }
  return { record, trouble: null, write: (change, note) => write(repository, objects, key, tip, change, note) };
}

/** A ledger that knows nothing and writes nothing, for the reason given. */
export function closedLedger(trouble: string | null): Ledger {
  return { record: null, trouble, write: () => Promise.resolve(trouble) };
}

async function write(
  repository: Repository,
  objects: Objects,
  key: RecordKey,
  firstTip: string | null,
  change: (newest: LedgerRecord | null) => LedgerRecord | null,
  note: Note | null,
): Promise<string | null> {
  let tip = firstTip;
  for (let round = 0; round < rounds; round += 1) {
    const record = change(await readAt(objects, tip, key));
    if (record === null) return null;
    const commit = await commitNotes(repository, tip, {
      files: new Map([[recordPath(key), `${JSON.stringify(record, null, 1)}\n`]]),
      notes: new Map(note === null ? [] : [[note.commit, note.text]]),
      message: `Check-outs of ${key.branch} at ${record.head.slice(0, 12)}\n`,
      at: new Date(),
    });
    const pushed = await pushNotes(repository, commit);
    if (pushed.kind === 'pushed') return null;
    if (pushed.kind === 'refused') return pushed.why;
    tip = await fetchNotes(repository);
  }
  return `${rounds} other writers came first, one after the other`;
}
