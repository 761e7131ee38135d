import { messageOf, Problem } from '../errors.ts';
import { GitFailure } from '../git/failure.ts';
import { commitNotes, fetchNotes, pushNotes } from '../git/notes.ts';
import { blobId } from '../git/object-ids.ts';
import type { Repository } from '../git/repository.ts';
import { serialQueue } from '../git/serial-queue.ts';
import type { Options } from '../options.ts';
import type { Identity } from '../plan/identity.ts';
import { catchDamaged, FindRecords } from './find-records.ts';
import { Damaged, headText, type Kept } from './kept.ts';
import { besideHead, oldRecordPath, recordPath } from './key.ts';
import { type Note, nextNote, readNotes } from './note.ts';
import { notBelieved, notSealed, sealedEarlier } from './problems.ts';
import type { BranchRecord, CheckOut, Claim, Exception, RecordKey } from './record.ts';
import { emptyRecord } from './record.ts';
import type { SealKeys, SealSecrets } from './seal.ts';
import type { LoadedRecord } from './shards.ts';
import { type Divided, divide, keyOfObject, keyOfPath, missingShards, shardsToOpen } from './shards.ts';

/** Changes the newest record; null: writes nothing. Pure, as every lost race repeats it. */
export type RecordChange = (newest: BranchRecord | null) => BranchRecord | null;

export type WriteResult =
  | { readonly kind: 'written'; readonly record: BranchRecord }
  | { readonly kind: 'nothing' }
  /** `stop`: the service refused the token that would have sealed the record again. */
  | { readonly kind: 'refused'; readonly why: string; readonly stop?: Problem };

/** A change of another branch's record, made before that of the own one and in the same commit: a request that is taken over leaves it. */
export interface OtherChange {
  readonly key: RecordKey;
  /** Objects whose check-outs the change needs. */
  readonly of: readonly Identity[];
  readonly change: RecordChange;
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
  readonly ask?: () => Promise<Problem | null>;
  /** The OID of the ledger's ref at the remote, if its fetch is under way; absent: fetches it. */
  readonly fetched?: Promise<string | null> | null;
  /** True for a command that reads every record: fetches all of the ref at once. */
  readonly isWhole?: true;
  /** True for a command that begins a record again: it replaces a record that is not believed. */
  readonly replaces?: true;
}

/** How often a lost race is run again before giving up. */
const rounds = 60;
/** Another writer may hold the ref for a moment before it moves. */
const mostStanding = 10;
/** Why a command without a secret writes nothing. */
const unverifiable =
  'no secret is given to seal it: the token of the service (FILE_CHECKOUTS_TOKEN), or FILE_CHECKOUTS_LEDGER_SECRET';

/** The notes ref as one run sees it: what it read, and how it writes. */
export class OpenLedger {
  /** Why nothing can be written (no permission, no remote, off, no secret); null: writing works. */
  readonly trouble: string | null;
  /** False if no run of the branch is remembered: a missing record then does not mean a first push. */
  readonly remembers: boolean = true;
  /** False without a secret to verify with: records are shown, and marked as not verified. */
  readonly verified: boolean;
  readonly #opening: Opening;
  readonly #keys: SealKeys | null;
  /** The records at the notes commit that was read last. */
  #records: FindRecords;
  #own: Kept | null = null;
  /** What was loaded on demand: after a lost race it is loaded again. */
  readonly #asked = new Set<string>();
  #isAccepted = false;
  #begun: string | null = null;
  readonly #queue = serialQueue();
  /** A look at the remote that has not begun yet. */
  #look: Promise<void> | null = null;

  /** Reads nothing: `load` does. @param keys null: no record is verified, and nothing is written. */
  constructor(opening: Opening, keys: SealKeys | null, tip: string | null) {
    this.#opening = opening;
    this.#keys = keys;
    this.verified = keys !== null;
    this.trouble = keys === null ? unverifiable : null;
    this.#records = new FindRecords(opening.repository, tip, opening.key.repository, keys);
  }

  /** Returns this run's record as it was read or written last, with what was loaded of it; null: none. Reads nothing. */
  record(): BranchRecord | null {
    return this.#own?.record ?? null;
  }

  /**
   * Returns where a branch has to begin whose record is not believed and names no request, as a run with a wrong token leaves it: at the
   * settled commit of that record, or if it has exceptions where it began. The caller begins there if more is owed then. null: there is no
   * such record, or it has no such commit.
   */
  begun(): string | null {
    return this.#begun;
  }

  /**
   * Does work once all earlier work of this ledger is done, so that the renewal of a lease does not race with the end of its run. Returns
   * its result. @throws Problem('ledger') in place of Damaged, else what the work throws
   */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue(work).catch((error: unknown) => {
      throw error instanceof Damaged ? notBelieved(this.#opening.key, error.message) : error;
    });
  }

  /**
   * Reads the record under the key, with all that was asked for. null: there is none, or it does not count. Without secrets any record that
   * can be read counts. With secrets, one that none of them has sealed does not count if it names no request (#begun then says where it
   * began). Under `replaces` neither that one counts, nor any other that none has sealed, nor a damaged one. @throws Damaged;
   * Problem('ledger') for a record with requests that none of the secrets has sealed
   */
  async #readOwn(): Promise<Kept | null> {
    const { key, replaces, ask, secrets } = this.#opening;
    const kept = await catchDamaged(this.#records.at(key, this.#asked));
    if (kept instanceof Damaged && replaces !== true) throw kept;
    if (kept === null || kept instanceof Damaged) return null;
    if (kept.sealed !== null || this.#keys === null) return kept;
    if (replaces === true) return null;
    const { record } = await this.#records.load(kept, shardsToOpen(kept, true));
    // The token may be wrong, if it seals.
    if (!namesNoRequest(record)) throw notSealed(key, secrets.ledgerSecret === undefined ? await ask?.() : undefined);
    this.#begun = record.exceptions.size === 0 ? record.settled.commit : record.settled.began;
    return null;
  }

  /**
   * Loads into the record of this run the check-outs of these objects (by name, of any type) and those that stand or were
   * tried at these paths; returns the record, null: there is none. Opening has loaded the check-outs with something tried,
   * and all exceptions. @throws Problem('ledger') if it is damaged or not believed, Problem('git') if it cannot be read
   */
  load(of: { readonly paths?: Iterable<string>; readonly objects?: Iterable<Identity> }): Promise<BranchRecord | null> {
    const { paths = [], objects = [] } = of;
    for (const path of paths) this.#asked.add(keyOfPath(path));
    for (const object of objects) this.#asked.add(keyOfObject(object));
    return this.#inTurn(async () => {
      const own = await this.#newest();
      if (own !== null) this.#own = await this.#records.load(own, missingShards(own, this.#asked));
      return this.record();
    });
  }

  /**
   * Writes the changed record, the note, and changes of other records in one compare-and-swap; after a lost race fetches, and
   * changes again. `refused` also if Git fails, or the record is damaged: never throws for these.
   */
  write(
    change: RecordChange,
    { note = null, others = [] }: { readonly note?: Note | null; readonly others?: readonly OtherChange[] } = {},
  ): Promise<WriteResult> {
    return this.#inTurn(() => this.#write(change, note, others)).catch((error) => {
      // The caller still has rows to report. Anything else is a defect.
      if (!(error instanceof Problem || error instanceof GitFailure)) throw error;
      return { kind: 'refused', why: messageOf(error) };
    });
  }

  /**
   * Commits the change, and pushes it; if another writer was first, does so again on the newest record, at most `rounds` times. @throws
   * Damaged, Problem
   */
  async #write(change: RecordChange, note: Note | null, others: readonly OtherChange[]): Promise<WriteResult> {
    const { repository, now } = this.#opening;
    const keys = this.#keys;
    if (keys === null) return { kind: 'refused', why: unverifiable };
    let standing = 0;
    for (let round = 0; round < rounds; round += 1) {
      const { tip } = this.#records;
      const ofOthers: (readonly [string, string | null])[] = [];
      for (const other of others) ofOthers.push(...(await this.#otherFiles(other, keys)));
      const rewrite = await this.#changed(await this.#newest(), change);
      if (rewrite === null) return { kind: 'nothing' };
      const stop = await this.#mayWrite(rewrite.before);
      if (stop !== null) return { kind: 'refused', ...stop };
      const { files, head } = this.#filesOf(rewrite, keys);
      const { record } = rewrite.now;
      for (const file of ofOthers) files.set(...file);
      if (note !== null) files.set(...(await nextNote(repository, tip, note)));
      const { branch, settled } = record;
      const message = `Check-outs of ${branch}${settled.commit === null ? '' : ` at ${settled.commit.slice(0, 12)}`}\n`;
      const commit = await commitNotes(repository, tip, { files, message, at: now() });
      const pushed = await pushNotes(repository, commit);
      if (pushed.kind === 'refused') return { kind: 'refused', why: pushed.why };
      if (pushed.kind === 'pushed') {
        this.#moveTo(commit);
        this.#own = head === null ? null : asWritten(rewrite.now, blobId(Buffer.from(head), repository.objectFormat));
        return { kind: 'written', record };
      }
      this.#moveTo(await fetchNotes(repository));
      // Nobody came first where nothing has moved: what Git said is the reason, as a lock that was left behind.
      standing = this.#records.tip === tip ? standing + 1 : 0;
      if (standing === mostStanding) return { kind: 'refused', why: pushed.why };
    }
    return { kind: 'refused', why: `${rounds} other writers came first, one after the other` };
  }

  /** Makes later calls read from this notes commit; reads nothing itself. */
  #moveTo(tip: string | null): void {
    const { repository, key } = this.#opening;
    if (tip !== this.#records.tip) this.#records = new FindRecords(repository, tip, key.repository, this.#keys);
  }

  /** Returns the record under the key at the tip; reads it only if its file has changed. @throws as #readOwn does */
  async #newest(): Promise<Kept | null> {
    const place = await this.#records.placeOf(this.#opening.key);
    if (place?.oid !== this.#own?.oid || place?.path !== this.#own?.path) this.#own = await this.#readOwn();
    return this.#own;
  }

  /**
   * Applies a change to a record (null: there is none), and divides the result into files. If it touches shards that are not loaded, loads
   * them and applies the change again. null: there is nothing to write. @throws Damaged
   */
  async #changed(newest: Kept | null, change: RecordChange): Promise<(Divided & { readonly before: Kept }) | null> {
    for (let kept = newest; ; ) {
      const after = change(kept?.record ?? null);
      if (after === null) return null;
      const before = kept ?? asWritten({ record: emptyRecord(after), division: null }, '');
      const division = divide(before, after);
      if ('now' in division) return { before, ...division };
      kept = await this.#records.load(before, division.missing);
    }
  }

  /** Returns the files that a change writes, by path (null: removes one), with the text of its head file (null: removed). */
  #filesOf({ before, now, files: beside }: Divided & { readonly before: Kept }, keys: SealKeys) {
    const { record: after } = now;
    const path = recordPath(after);
    const files = new Map<string, string | null>();
    // What is replaced may have stood at either path; a record of version 1 stood at another.
    const isReplaced = this.#opening.replaces === true && before.oid === '';
    const gone = isReplaced ? [path, oldRecordPath(after)] : before.path === path ? [] : [before.path];
    for (const old of gone) files.set(old, null).set(besideHead(old), null);
    for (const [name, text] of beside) files.set(`${besideHead(path)}${name === '' ? '' : `/${name}.json`}`, text);
    const head = isEmpty(after) ? null : headText(now, keys);
    files.set(path, head);
    return { files, head };
  }

  /** Returns the files that a change of another branch's record writes; none if that record is missing, damaged or not believed. */
  async #otherFiles({ key, of, change }: OtherChange, keys: SealKeys): Promise<Iterable<[string, string | null]>> {
    const other = await catchDamaged(this.#records.at(key, of.map(keyOfObject)));
    if (other === null || other instanceof Damaged || other.sealed === null) return [];
    const changed = await catchDamaged(this.#changed(other, change));
    return changed === null || changed instanceof Damaged ? [] : this.#filesOf(changed, keys).files;
  }

  /**
   * Says why a record may not be written; null: it may. A record that an earlier secret has sealed, and one that is not believed and names
   * no request, may be written once the service has taken the run's token; it is asked until it has. A command without `ask` may not write
   * such a record. Under `replaces` any record may be written.
   */
  async #mayWrite({ sealed }: Kept): Promise<{ readonly why: string; readonly stop?: Problem } | null> {
    const { ask, replaces } = this.#opening;
    const isOthers = sealed === 'earlier' || this.#begun !== null;
    if (!isOthers || this.#isAccepted || replaces === true) return null;
    const stop = ask === undefined ? sealedEarlier() : await ask();
    this.#isAccepted = stop === null;
    return stop && { why: stop.message, stop };
  }

  /** Fetches the ref and moves to its tip; one fetch serves all that ask before it has begun. */
  #lookAgain(): Promise<void> {
    this.#look ??= this.#inTurn(async () => {
      this.#look = null;
      this.#moveTo(await fetchNotes(this.#opening.repository));
    });
    return this.#look;
  }

  /**
   * Finds every check-out in another record of this service that has one of the numbers: its request stands or was tried there. Leaves out
   * damaged records; of records that are not believed only the head is looked at. @param looksAgain true: fetches the ledger first; false:
   * takes it as this run read or wrote it last
   */
  async claimsOn(numbers: Iterable<number>, looksAgain: boolean): Promise<readonly Claim[]> {
    const wanted = new Set<unknown>(numbers);
    if (wanted.size === 0) return [];
    if (looksAgain) await this.#lookAgain();
    const isNamed = ({ stands, tried }: CheckOut) => [stands, ...tried].some((call) => wanted.has(call?.objectId));
    const inShards = (head: Kept) => shardsToOpen(head, true);
    return this.#records.claims(this.#opening.key, isNamed, inShards, { field: /"objectId":(\d+)/g, values: wanted });
  }

  /** Finds the check-outs in other records for objects of these names, of any type; as claimsOn, without a fetch. */
  async holdersOf(objects: readonly Identity[]): Promise<readonly Claim[]> {
    const keys = new Set(objects.map(keyOfObject));
    const isNamed = (checkOut: CheckOut) => keys.has(keyOfObject(checkOut));
    const held = { field: /"objn":("(?:[^"\\]|\\.)*")/g, values: new Set(objects.map(({ objn }) => objn)) };
    return this.#records.claims(this.#opening.key, isNamed, (head) => missingShards(head, keys), held);
  }

  /**
   * Reads all records of this service, sorted by branch; if the ledger was opened for that (`isWhole`), those of every service. Of a record
   * that is not believed (`verified` false) only the head is read, which in a divided record has no check-outs. `damaged`: a line for each
   * record that cannot be read.
   */
  async all(): ReturnType<FindRecords['all']> {
    const { key, isWhole } = this.#opening;
    return this.#records.all(isWhole === true ? undefined : key.service);
  }

  /** Reads the notes on some commits as readNotes does; for people only, as no seal protects them. */
  notes(commits: Iterable<string>): Promise<ReadonlyMap<string, string>> {
    return readNotes(this.#opening.repository, this.#records.tip, commits);
  }
}

/** The ledger as one run reads and writes it. */
export type Ledger = Pick<OpenLedger, keyof OpenLedger>;

/** Makes the Kept of a record that this run writes, sealed by its present secret. @param oid of its head file; '': not written yet. */
function asWritten(loaded: LoadedRecord, oid: string): Kept {
  return { ...loaded, path: recordPath(loaded.record), oid, sealed: 'present' };
}

/** True for a record without settled commit, exceptions, check-outs and leases: its file is removed. */
function isEmpty({ settled, exceptions, checkOuts, leases }: BranchRecord): boolean {
  return settled.commit === null && exceptions.size + checkOuts.size + leases.length === 0;
}

/**
 * True for a record without check-outs, and without exceptions of paths for which something may have been sent, as a run with a wrong token
 * leaves it: if a new record begins where it began, no less is owed.
 */
function namesNoRequest({ exceptions, checkOuts }: BranchRecord): boolean {
  const isUnsent = ({ failed, unknown }: Exception) =>
    failed?.objectId === null && failed.rfp === 0 && unknown !== true;
  return checkOuts.size === 0 && exceptions.values().every(isUnsent);
}

/**
 * Makes a ledger that has no record of this run, and refuses to write. @param why as the end of a sentence @param others a ledger from
 * which it reads the records of other branches, in a job that may not push (design §8); null: it has none
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
