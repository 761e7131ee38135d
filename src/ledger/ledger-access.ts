import type { Repository } from '../git/repository.ts';
import type { Options } from '../options.ts';
import type { Note } from './note.ts';
import type { FiledObject, LedgerRecord, RecordKey } from './record.ts';
import type { SealKeys } from './seal.ts';

export type Written =
  | { readonly kind: 'written'; readonly record: LedgerRecord }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'refused'; readonly why: string };

/** A change of the newest record; null: nothing is to be written. */
export type RecordChange = (newest: LedgerRecord | null) => LedgerRecord | null;

/**
 * How far the record is believed: `sealed`, with a secret of this run (or there is none yet); `claims`, not so, and what
 * it says is taken as claims (claims.ts); `shown`, there is no secret to verify it with, and nothing is written.
 */
export type Trust = 'sealed' | 'claims' | 'shown';

/** An entry that names a number, and whose record it is in. */
export interface Named {
  readonly record: LedgerRecord;
  readonly entry: FiledObject;
  /** False for an entry that no seal vouches for: it may withhold a request, and never give one. */
  readonly isSealed: boolean;
}

export interface AllRecords {
  /** What is believed; without a secret, whatever can be read. */
  readonly records: readonly LedgerRecord[];
  /** False where there was no secret to verify them with. */
  readonly areSealed: boolean;
  readonly unsealed: readonly LedgerRecord[];
  /** A line for each that cannot be read. */
  readonly damaged: readonly string[];
}

/** The ledger of one repository, as far as one run reads and writes it. */
export interface Ledger {
  /** The record under the key as it was when the ledger was opened, as far as it is believed; null when there is none. */
  readonly record: LedgerRecord | null;
  readonly trust: Trust;
  /** Why the ledger could not be read or is not trusted; null when all is well. */
  readonly trouble: string | null;
  /**
   * Writes the record that `change` makes of the newest one, and the note, and pushes both as a fast-forward; a lost
   * race fetches and changes again. `others`: changes of further records in the same commit.
   */
  write(change: RecordChange, note?: Note | null, others?: ReadonlyMap<string, RecordChange>): Promise<Written>;
  /** The record under the key as this run read or wrote it last. */
  latest(): LedgerRecord | null;
  /** From here on this run may write in place of a record that another secret has sealed: the service took its token. */
  accept(): void;
  /** Looks at the remote again, then: every entry of this service that names the number, over all its branches and repository IDs. */
  holdersOf(objectId: number): Promise<readonly Named[]>;
  all(): Promise<AllRecords>;
  /** Those of them in which one of the object names stands: few of many branches are read. */
  naming(names: Iterable<string>): Promise<AllRecords>;
  /** The notes on some commits, for people to read: no seal vouches for them. */
  notes(commits: Iterable<string>): Promise<ReadonlyMap<string, string>>;
}

/** What a ledger is opened with. */
export interface Opening {
  readonly repository: Repository;
  /** Under what the record of this run is kept. */
  readonly key: RecordKey;
  readonly mode: Options['ledger'];
  /** What this run seals and verifies with; null: it has no secret. */
  readonly keys: SealKeys | null;
  readonly now: () => Date;
  /** When the run began: what is not sealed makes it wait for one lease from then on, and no longer. */
  readonly since?: Date;
  /** Where the ref is at the remote, when it is being fetched already; otherwise it is fetched now. */
  readonly fetched?: Promise<string | null> | null;
}

/** Of all records those of one service: a number, and whose an object is, mean nothing at another. */
export function recordsAt({ records, unsealed, ...rest }: AllRecords, service: string): AllRecords {
  const isOf = (record: LedgerRecord) => record.service === service;
  return { ...rest, records: records.filter(isOf), unsealed: unsealed.filter(isOf) };
}

export const noRecords: AllRecords = { records: [], areSealed: true, unsealed: [], damaged: [] };

/** A ledger that knows nothing and writes nothing, for the reason given. */
export function closedLedger(why: string): Ledger {
  return {
    record: null,
    trust: 'sealed',
    trouble: why,
    latest: () => null,
    accept: () => {},
    write: () => Promise.resolve({ kind: 'refused', why }),
    holdersOf: () => Promise.resolve([]),
    all: () => Promise.resolve(noRecords),
    naming: () => Promise.resolve(noRecords),
    notes: () => Promise.resolve(new Map()),
  };
}

/** The ledger of a job that may not push: read only to know whose a number is (design §8 "No write permission"). */
export function readOnlyLedger(ledger: Ledger, why: string): Ledger {
  return {
    ...closedLedger(why),
    holdersOf: (objectId) => ledger.holdersOf(objectId),
    all: () => ledger.all(),
    naming: (names) => ledger.naming(names),
    notes: (commits) => ledger.notes(commits),
  };
}
