import { createHash } from 'node:crypto';
import { messageOf, Problem } from '../errors.ts';
import { GitFailure } from '../git/failure.ts';
import { commitNotes, fetchNotes, pushNotes } from '../git/notes.ts';
import type { Objects } from '../git/objects.ts';
import type { Repository } from '../git/repository.ts';
import { listDirectory } from '../git/tree.ts';
import { isInParts, keptFiles, readAny } from './kept.ts';
import { type Note, noteAfter } from './note.ts';
import { ofKey } from './parse-record.ts';
import { isPart } from './parts.ts';
import type { FiledObject, LedgerRecord, RecordKey } from './record.ts';

/** How a run uses the ledger (design §8). */
export type LedgerMode = 'auto' | 'require' | 'off';

/** What a write came to: done, not wanted after all, or refused with the reason. */
export type Written =
  | { readonly kind: 'written'; readonly record: LedgerRecord }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'refused'; readonly why: string };

/** A change of the newest record; null: nothing is to be written. */
export type RecordChange = (newest: LedgerRecord | null) => LedgerRecord | null;

/** The ledger of one repository, as far as one run reads and writes it. */
export interface Ledger {
  /** The record under the key as it was when the ledger was opened; null when there is none. */
  readonly record: LedgerRecord | null;
  /** Why the ledger could not be read or is not trusted; null when all is well. */
  readonly trouble: string | null;
  /**
   * Writes the record that `change` makes of the newest one, and the note, and pushes both as a fast-forward; a lost
   * race fetches and changes again. `others`: changes of further records in the same commit.
   */
  write(change: RecordChange, note?: Note | null, others?: ReadonlyMap<string, RecordChange>): Promise<Written>;
  /** The record under the key as this run read or wrote it last. */
  latest(): LedgerRecord | null;
  /** Looks at the remote again, then: every entry of this service that names the number, over all its branches and repository IDs. */
  holdersOf(objectId: number): Promise<{ readonly record: LedgerRecord; readonly entry: FiledObject }[]>;
  /** Every record that can be read, and a line for each that cannot. */
  all(): Promise<{ readonly records: readonly LedgerRecord[]; readonly damaged: readonly string[] }>;
}

/** How often a lost race is run again before giving up. */
const rounds = 60;

function hash(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 24);
}

/** The directory of the notes ref's tree in which the ledger stands; no note has such a name. */
const ledgerDirectory = 'check-outs';

/** Where in the tree of the notes ref a record stands. */
export function recordPath(key: RecordKey): string {
  return `${ledgerDirectory}/${hash(key.service)}/${hash(key.repo, key.mapping, key.branch)}.json`;
}

/** What a ledger is opened with. */
export interface Opening {
  readonly repository: Repository;
  readonly objects: Objects;
  /** Under what the record of this run is kept. */
  readonly key: RecordKey;
  readonly mode: LedgerMode;
  readonly now: () => Date;
  /** Where the ref is at the remote, when it is being fetched already; otherwise it is fetched now. */
  readonly fetched?: Promise<string | null> | null;
}

/** The notes ref as one run sees it: what it read, and how it writes. */
class OpenLedger implements Ledger {
  readonly record: LedgerRecord | null;
  readonly trouble = null;
  readonly #repository: Repository;
  readonly #objects: Objects;
  readonly #key: RecordKey;
  readonly #now: () => Date;
  #tip: string | null;
  #latest: LedgerRecord | null;
  /** The tip at which the latest record stands: as long as that is the tip, it need not be read again. */
  #latestAt: string | null;
  #turn: Promise<unknown> = Promise.resolve();
  /** A look at the remote that has not begun yet. */
  #look: Promise<void> | null = null;
  /** What was read so far, by the OID of its blob. */
  readonly #read = new Map<string, LedgerRecord | { readonly damaged: string }>();

  constructor(opening: Opening, tip: string | null, record: LedgerRecord | null) {
    this.#repository = opening.repository;
    this.#objects = opening.objects;
    this.#key = opening.key;
    this.#now = opening.now;
    this.#tip = tip;
    this.record = record;
    this.#latest = record;
    this.#latestAt = tip;
  }

  latest(): LedgerRecord | null {
    return this.#latest;
  }

  /** One write at a time: a renewal of the lease never races with the end of its own run. */
  write(change: RecordChange, note: Note | null = null, others: ReadonlyMap<string, RecordChange> = new Map()) {
    const result = this.#turn.then(() => this.#write(change, note, others)).catch(refusedBy);
    this.#turn = result.catch(() => {});
    return result;
  }

  async #write(change: RecordChange, note: Note | null, others: ReadonlyMap<string, RecordChange>): Promise<Written> {
    for (let round = 0; round < rounds; round += 1) {
      const newest = await this.#newest();
      const record = change(newest);
      if (record === null) return { kind: 'nothing' };
      const files = new Map(keptFiles(recordPath(this.#key), record, newest));
      for (const [path, pieces] of await this.#others(others)) files.set(path, pieces);
      const commit = await commitNotes(this.#repository, this.#tip, {
        files,
        notes: new Map(note === null ? [] : [[note.commit, await noteAfter(this.#objects, this.#tip, note)]]),
        message: `Check-outs of ${record.branch}${record.head === null ? '' : ` at ${record.head.slice(0, 12)}`}\n`,
        at: this.#now(),
      });
      const pushed = await pushNotes(this.#repository, commit);
      if (pushed.kind === 'refused') return pushed;
      if (pushed.kind === 'pushed') {
        this.#tip = commit;
        this.#latest = record;
        this.#latestAt = commit;
        return { kind: 'written', record };
      }
      this.#tip = await fetchNotes(this.#repository);
    }
    return { kind: 'refused', why: `${rounds} other writers came first, one after the other` };
  }

  #newest(): LedgerRecord | null | Promise<LedgerRecord | null> {
    return this.#tip === this.#latestAt ? this.#latest : readRecord(this.#objects, this.#tip, this.#key);
  }

  async #others(changes: ReadonlyMap<string, RecordChange>): Promise<[string, Iterable<string>][]> {
    const files: [string, Iterable<string>][] = [];
    for (const [path, change] of changes) {
      const read = await readAny(this.#objects, this.#tip, path);
      const record = read === null || 'damaged' in read ? null : change(read);
      if (record !== null && read !== null && !('damaged' in read)) files.push(...keptFiles(path, record, read));
    }
    return files;
  }

  /** One look serves all that ask before it has begun. */
  #lookAgain(): Promise<void> {
    this.#look ??= this.#turn.then(async () => {
      this.#look = null;
      this.#tip = await fetchNotes(this.#repository);
    });
    this.#turn = this.#look.catch(() => {});
    return this.#look;
  }

  async holdersOf(objectId: number) {
    await this.#lookAgain();
    const { records } = await this.all();
    return records
      .filter((record) => record.service === this.#key.service)
      .flatMap((record) =>
        record.filed.filter((entry) => entry.objectId === objectId).map((entry) => ({ record, entry })),
      );
  }

  async all() {
    const records: LedgerRecord[] = [];
    const damaged: string[] = [];
    if (this.#tip === null) return { records, damaged };
    for (const { path, oid } of await listDirectory(this.#objects, this.#tip, ledgerDirectory)) {
      if (isPart(path.text)) continue;
      // Once: what stands under an OID never changes. Of a record in parts only the record itself is under it.
      const read = this.#read.get(oid) ?? (await readAny(this.#objects, this.#tip, `${ledgerDirectory}/${path.text}`));
      if (read === null) continue;
      if ('damaged' in read || !isInParts(read)) this.#read.set(oid, read);
      if ('damaged' in read) damaged.push(`${ledgerDirectory}/${path.text}: ${read.damaged}`);
      else records.push(read);
    }
    return { records, damaged };
  }
}

/** What Git or the remote would not do is a refusal: the caller still has rows to report. Anything else is a defect. */
function refusedBy(error: unknown): Written {
  if (error instanceof Problem || error instanceof GitFailure) return { kind: 'refused', why: messageOf(error) };
  throw error;
}

async function readRecord(objects: Objects, tip: string | null, key: RecordKey): Promise<LedgerRecord | null> {
  const any = await readAny(objects, tip, recordPath(key));
  if (any === null) return null;
  const read = ofKey(any, key);
  if (!('damaged' in read)) return read;
  throw new Problem(
    'ledger',
    `the ledger's record of ${key.branch} is not to be trusted: ${read.damaged}`,
    'Use the version of the tool that wrote it, set it aside with --ledger-key NAME, or run with --ledger off.',
  );
}

/**
 * Opens the ledger: fetches its ref from the remote and reads the record under the key.
 *
 * @throws Problem('ledger') when the record is damaged, or, under `require`, when the ledger cannot be read.
 */
export async function openLedger(opening: Opening): Promise<Ledger> {
  const { repository, objects, key, mode } = opening;
  if (mode === 'off') return closedLedger('the ledger is off');
  try {
    if (repository.remote === null) throw new Problem('git', 'the repository has no remote', 'Add one.');
    const tip = await (opening.fetched ?? fetchNotes(repository));
    const record = await readRecord(objects, tip, key);
    return new OpenLedger(opening, tip, record);
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
}

/** A ledger that knows nothing and writes nothing, for the reason given. */
export function closedLedger(why: string): Ledger {
  return {
    record: null,
    trouble: why,
    latest: () => null,
    write: () => Promise.resolve({ kind: 'refused', why }),
    holdersOf: () => Promise.resolve([]),
    all: () => Promise.resolve({ records: [], damaged: [] }),
  };
}

/** The ledger of a job that may not push: read only to know whose a number is (design §8 "No write permission"). */
export function readOnlyLedger(ledger: Ledger, why: string): Ledger {
  return { ...closedLedger(why), holdersOf: (objectId) => ledger.holdersOf(objectId), all: () => ledger.all() };
}
