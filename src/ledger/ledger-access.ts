import type { Repository } from '../git/repository.ts';
import type { Options } from '../options.ts';
import type { Identity } from '../plan/identity.ts';
import type { Note } from './note.ts';
import type { BranchRecord, CheckOut, RecordKey } from './record.ts';
import type { SealSecrets } from './seal.ts';

/** Why nothing may be sent, or written, any more. */
export interface Refused {
  readonly code: 'token' | 'address' | 'proxy' | 'unreachable' | 'certificate' | 'redirect' | 'replaced';
  readonly why: string;
  readonly remedy: string;
}

/** Asks the service one question that files nothing: whether it takes the token; null: it does. */
export type AskService = () => Promise<Refused | null>;

/** A change of the newest record; null: nothing is to be written. Pure, as a lost race makes it once more. */
export type RecordChange = (newest: BranchRecord | null) => BranchRecord | null;

export type Written =
  | { readonly kind: 'written'; readonly record: BranchRecord }
  | { readonly kind: 'nothing' }
  /** `stop`: the service did not take the token, which had to be known before the record is sealed again. */
  | { readonly kind: 'refused'; readonly why: string; readonly stop?: Refused };

/** A change of another branch's record, made in the same commit: a request that is taken over leaves it. */
export interface OtherChange {
  readonly key: RecordKey;
  /** Objects whose check-outs the change looks at. */
  readonly of: readonly Identity[];
  readonly change: RecordChange;
}

/** A check-out of another record that names a request number, or an object. */
export interface Claim {
  /** Its record, with at least this check-out loaded. */
  readonly record: BranchRecord;
  readonly checkOut: CheckOut;
  /** False where no secret of this run has sealed it. */
  readonly believed: boolean;
}

/** A record with how far it is believed. */
export interface ReadRecord {
  readonly record: BranchRecord;
  /** True: sealed with a secret of this run. null: nobody can tell without a secret. */
  readonly verified: boolean | null;
}

export interface AllRecords {
  /** Whole, sorted by service and branch. */
  readonly records: readonly ReadRecord[];
  /** A line for each that cannot be read. */
  readonly damaged: readonly string[];
}

/** What a ledger is opened with. */
export interface Opening {
  readonly repository: Repository;
  /** Under what the record of this run is kept. */
  readonly key: RecordKey;
  readonly mode: Options['ledger'];
  /** What this run seals and verifies with; without any nothing is written. */
  readonly secrets: SealSecrets;
  readonly now: () => Date;
  /** Asked once, before this run seals what an earlier secret had sealed (absent: then nothing is written), or leaves the beginning. */
  readonly ask?: AskService;
  /** Where the ref is at the remote, when it is being fetched already; otherwise it is fetched now. */
  readonly fetched?: Promise<string | null> | null;
  /** True for a command that reads every record: all of the ref is fetched at once. */
  readonly isWhole?: true;
  /** True for a command that begins a record again: what stands in its place and is not believed counts as not there. */
  readonly replaces?: true;
}

/** The ledger as one run reads and writes it. */
export interface Ledger {
  /** Why nothing can be written (no permission, no remote, off, no secret); null: all is well. */
  readonly trouble: string | null;
  /** False where no run of the branch is remembered: that there is no record says nothing then. */
  readonly remembers: boolean;
  /** False without a secret to verify with: what is read is shown, and said not to be verified. */
  readonly verified: boolean;
  /** The record under the key of this run as it was read or written last, with what was loaded of it; null: none. */
  record(): BranchRecord | null;
  /**
   * Where a record begins that is not believed and says nothing else, but calls without an answer, as a run with a wrong
   * token leaves it: a branch begins there where that owes more. null: there is none.
   */
  begun(): string | null;
  /**
   * Loads the check-outs of these objects (by name, whatever their type) and those that stand, or were tried, at these
   * paths. Check-outs with something tried, and all exceptions, are loaded from the start.
   */
  load(of: { readonly paths?: Iterable<string>; readonly objects?: Iterable<Identity> }): Promise<BranchRecord | null>;
  /**
   * Writes the record that `change` makes of the newest one, and the note, as a fast-forward; a lost race fetches, loads
   * the same, and changes again.
   */
  write(
    change: RecordChange,
    more?: { readonly note?: Note | null; readonly others?: readonly OtherChange[] },
  ): Promise<Written>;
  /**
   * Every check-out in another record of this service that names one of the numbers, as what stands or was tried.
   *
   * @param looksAgain true: as the remote has it now; false: as it was when this run read or wrote it last.
   */
  claimsOn(numbers: Iterable<number>, looksAgain: boolean): Promise<readonly Claim[]>;
  /** Check-outs of other records of this service for objects of these names. */
  holdersOf(objects: readonly Identity[]): Promise<readonly Claim[]>;
  /** All records of its service; of every service where it was opened for that (`isWhole`). */
  all(): Promise<AllRecords>;
  /** The notes on some commits, for people to read: no seal vouches for them. */
  notes(commits: Iterable<string>): Promise<ReadonlyMap<string, string>>;
}

/** A ledger that knows nothing and writes nothing, for the reason given. */
export function closedLedger(why: string): Ledger {
  return {
    ...{ trouble: why, remembers: false, verified: true, record: () => null, begun: () => null },
    load: async () => null,
    write: async () => ({ kind: 'refused', why }),
    claimsOn: async () => [],
    holdersOf: async () => [],
    all: async () => ({ records: [], damaged: [] }),
    notes: async () => new Map(),
  };
}

/** The ledger of a job that may not push: read only to know whose a number is (design §8 "No write permission"). */
export function readOnlyLedger(ledger: Ledger, why: string): Ledger {
  return {
    ...closedLedger(why),
    verified: ledger.verified,
    claimsOn: (numbers, looksAgain) => ledger.claimsOn(numbers, looksAgain),
    holdersOf: (objects) => ledger.holdersOf(objects),
    all: () => ledger.all(),
    notes: (commits) => ledger.notes(commits),
  };
}
