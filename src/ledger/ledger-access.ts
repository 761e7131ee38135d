import type { Stop } from '../errors.ts';
import type { Repository } from '../git/repository.ts';
import type { Options } from '../options.ts';
import type { Identity } from '../plan/identity.ts';
import type { Note } from './note.ts';
import type { BranchRecord, CheckOut, RecordKey } from './record.ts';
import type { SealSecrets } from './seal.ts';

/** Changes the newest record; null: writes nothing. Pure, as every lost race repeats it. */
export type RecordChange = (newest: BranchRecord | null) => BranchRecord | null;

export type WriteResult =
  | { readonly kind: 'written'; readonly record: BranchRecord }
  | { readonly kind: 'nothing' }
  /** `stop`: the service refused the token that would have sealed the record again. */
  | { readonly kind: 'refused'; readonly why: string; readonly stop?: Stop };

/** A change of another branch's record, made before that of the own one and in the same commit: a request that is taken over leaves it. */
export interface OtherChange {
  readonly key: RecordKey;
  /** Objects whose check-outs the change needs. */
  readonly of: readonly Identity[];
  readonly change: RecordChange;
}

/** A record, and whether it is believed. */
export interface ReadRecord {
  readonly record: BranchRecord;
  /** True: a secret of this run has sealed it. null: unknown without a secret. */
  readonly verified: boolean | null;
}

/** A check-out of another record, with at least this one loaded, for a request number, or an object, that this run asked about. */
export interface Claim extends ReadRecord {
  readonly checkOut: CheckOut;
}

/** What openLedger needs. */
export interface Opening {
  readonly repository: Repository;
  /** The key of this run's record. */
  readonly key: RecordKey;
  readonly mode: Options['ledger'];
  /** Secrets that seal and verify; without any, nothing is written. */
  readonly secrets: SealSecrets;
  readonly now: () => Date;
  /**
   * Asks the service whether it takes the token, by a call that files nothing; null: it does. Called before this run seals
   * what an earlier secret sealed; absent: such a record is not written.
   */
  readonly ask?: () => Promise<Stop | null>;
  /** The OID of the ledger's ref at the remote, if its fetch is under way; absent: fetches it. */
  readonly fetched?: Promise<string | null> | null;
  /** True for a command that reads every record: fetches all of the ref at once. */
  readonly isWhole?: true;
  /** True for a command that begins a record again: it replaces a record that is not believed. */
  readonly replaces?: true;
}

/** The ledger as one run reads and writes it. */
export interface Ledger {
  /** Why nothing can be written (no permission, no remote, off, no secret); null: writing works. */
  readonly trouble: string | null;
  /** False if no run of the branch is remembered: a missing record then does not mean a first push. */
  readonly remembers: boolean;
  /** False without a secret to verify with: records are shown, and marked as not verified. */
  readonly verified: boolean;
  /** This run's record as it was read or written last, with what was loaded of it; null: none. */
  record(): BranchRecord | null;
  /**
   * Where a record that is not believed and names no request has settled (with exceptions: where it began), as a run with a
   * wrong token leaves it; the branch begins there if that owes more. null: there is none.
   */
  begun(): string | null;
  /**
   * Loads the check-outs of these objects (by name, of any type) and those that stand or were tried at these paths.
   * Opening has loaded the check-outs with something tried, and all exceptions.
   */
  load(of: { readonly paths?: Iterable<string>; readonly objects?: Iterable<Identity> }): Promise<BranchRecord | null>;
  /** Writes the changed record, and the note, in one compare-and-swap; after a lost race fetches, and changes again. */
  write(
    change: RecordChange,
    more?: { readonly note?: Note | null; readonly others?: readonly OtherChange[] },
  ): Promise<WriteResult>;
  /**
   * Finds every check-out in another record of this service where a request with one of the numbers stands or was tried.
   * @param looksAgain true: fetches first; false: as this run read or wrote the ledger last.
   */
  claimsOn(numbers: Iterable<number>, looksAgain: boolean): Promise<readonly Claim[]>;
  /** Finds the check-outs of other records of this service for objects of these names. */
  holdersOf(objects: readonly Identity[]): Promise<readonly Claim[]>;
  /**
   * Reads all records of this service, sorted by branch; of every service if the ledger was opened for that (`isWhole`).
   * `damaged`: a line for each that cannot be read.
   */
  all(): Promise<{ readonly records: readonly ReadRecord[]; readonly damaged: readonly string[] }>;
  /** Reads the notes on some commits, by commit; for people only, as no seal protects them. */
  notes(commits: Iterable<string>): Promise<ReadonlyMap<string, string>>;
}

/**
 * Makes a ledger without a record of this run, which refuses to write. @param why as the end of a sentence. @param others
 * the ledger whose other records it reads, for a job that may not push (design §8); null: it holds nothing.
 */
export function closedLedger(why: string, others: Ledger | null = null): Ledger {
  return {
    ...{ trouble: why, remembers: false, verified: others?.verified ?? true, record: () => null, begun: () => null },
    load: async () => null,
    write: async () => ({ kind: 'refused', why }),
    claimsOn: async (numbers, looksAgain) => others?.claimsOn(numbers, looksAgain) ?? [],
    holdersOf: async (objects) => others?.holdersOf(objects) ?? [],
    all: async () => others?.all() ?? { records: [], damaged: [] },
    notes: async (commits) => others?.notes(commits) ?? new Map(),
  };
}
