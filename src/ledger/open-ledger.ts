import { messageOf, Problem } from '../errors.ts';
import { GitFailure } from '../git/failure.ts';
import { commitNotes, fetchNotes, pushNotes } from '../git/notes.ts';
import { blobId } from '../git/object-ids.ts';
import { serialQueue } from '../git/serial-queue.ts';
import { isFile } from '../git/tree.ts';
import { type Identity, nameKey } from '../plan/identity.ts';
import { FindRecords, load, type SoughtValues } from './find-records.ts';
import { Damaged, headText, type Kept } from './kept.ts';
import type { OtherChange, RecordChange, WriteResult } from './ledger-access.ts';
import { type Claim, closedLedger, type Ledger, type Opening, type ReadRecord } from './ledger-access.ts';
import { type Note, nextNote, readNotes } from './note.ts';
import { besideHead, oldRecordPath, recordPath } from './place.ts';
import { notBelieved, notSealed, sealedEarlier, unverifiable } from './problems.ts';
import { type BranchRecord, type CheckOut, type Exception, emptyRecord, type RecordKey } from './record.ts';
import { type SealKeys, sealKeys } from './seal.ts';
import type { LoadedRecord } from './shards.ts';
import { divided, keyOfObject, keyOfPath, missingShards, shardsToChange, shardsToOpen } from './shards.ts';

/** How often a lost race is run again before giving up. */
const rounds = 60;

/** Another writer may hold the ref for a moment before it moves. */
const mostStanding = 10;

/** A record and what becomes of it. */
interface Rewrite {
  readonly before: Kept;
  readonly after: BranchRecord;
}

/** The notes ref as one run sees it: what it read, and how it writes. */
class OpenLedger implements Ledger {
  readonly trouble: string | null;
  readonly remembers = true;
  readonly verified: boolean;
  readonly #opening: Opening;
  readonly #keys: SealKeys | null;
  #records: FindRecords;
  #own: Kept | null = null;
  /** What was loaded on demand: after a lost race it is loaded again. */
  readonly #asked = new Set<string>();
  #isAccepted = false;
  #begun: string | null = null;
  /** One at a time: a renewal of the lease never races with the end of its own run. */
  readonly #inTurn = serialQueue();
  /** A look at the remote that has not begun yet. */
  #look: Promise<void> | null = null;

  constructor(opening: Opening, keys: SealKeys | null, tip: string | null) {
    this.#opening = opening;
    this.#keys = keys;
    this.verified = keys !== null;
    this.trouble = keys === null ? unverifiable : null;
    this.#records = new FindRecords(opening, keys, tip);
  }

  readonly record = () => this.#own?.record ?? null;
  readonly begun = () => this.#begun;

  /** Reads the record under the key. @throws Problem('ledger') for one that is not believed. */
  async open(): Promise<this> {
    this.#own = await this.#readOwn();
    return this;
  }

  /**
   * Reads the record under the key, with all that was asked for; null: there is none, it is replaced, or no secret of this
   * run has sealed it and it names no request, where #begun remembers its beginning. @throws Problem('ledger')
   */
  async #readOwn(): Promise<Kept | null> {
    const { key, replaces, ask, secrets } = this.#opening;
    try {
      const head = await this.#records.at(key);
      const kept = head && (await opened(head, this.#asked));
      if (kept === null || kept.sealed !== null || this.#keys === null) return kept;
      if (replaces === true) return null;
      const whole = await load(kept, shardsToOpen(kept, true));
      // The token may be wrong, if it seals.
      const asked = async () => (secrets.ledgerSecret === undefined ? ask?.() : undefined);
      if (!namesNoRequest(whole.record)) throw notSealed(key, await asked());
      const { settled, exceptions } = whole.record;
      this.#begun = exceptions.size === 0 ? settled.commit : settled.began;
      return null;
    } catch (error) {
      if (replaces === true && error instanceof Damaged) return null;
      throw refusal(key, error);
    }
  }

  load({ paths = [], objects = [] }: Parameters<Ledger['load']>[0]): Promise<BranchRecord | null> {
    for (const path of paths) this.#asked.add(keyOfPath(path));
    for (const object of objects) this.#asked.add(keyOfObject(object));
    return this.#inTurn(async () => {
      const own = this.#own;
      if (own !== null) this.#own = await load(own, missingShards(own, this.#asked));
      return this.record();
    }).catch((error) => Promise.reject(refusal(this.#opening.key, error)));
  }

  write(change: RecordChange, more: Parameters<Ledger['write']>[1] = {}): Promise<WriteResult> {
    const { note = null, others = [] } = more;
    return this.#inTurn(() => this.#write(change, note, others)).catch((error) => {
      const problem = refusal(this.#opening.key, error);
      // The caller still has rows to report. Anything else is a defect.
      if (!(problem instanceof Problem || problem instanceof GitFailure)) throw problem;
      return { kind: 'refused', why: messageOf(problem) };
    });
  }

  /** Commits the change on the newest ledger and pushes it, up to `rounds` times after lost races. */
  async #write(change: RecordChange, note: Note | null, others: readonly OtherChange[]): Promise<WriteResult> {
    const { repository, now } = this.#opening;
    const keys = this.#keys;
    if (keys === null) return { kind: 'refused', why: unverifiable };
    let standing = 0;
    for (let round = 0; round < rounds; round += 1) {
      const own = await this.#changed(await this.#newest(), change);
      if (own === null) return { kind: 'nothing' };
      const refused = await this.#mayWrite(own.before);
      if (refused !== null) return refused;
      const { now: written, files, head } = this.#filesOf(own, keys);
      for (const other of others) for (const file of await this.#otherFiles(other, keys)) files.set(...file);
      const { branch, settled } = written.record;
      if (note !== null) files.set(...(await nextNote(repository, this.#tip, note)));
      const commit = await commitNotes(repository, this.#tip, {
        files,
        message: `Check-outs of ${branch}${settled.commit === null ? '' : ` at ${settled.commit.slice(0, 12)}`}\n`,
        at: now(),
      });
      const pushed = await pushNotes(repository, commit);
      if (pushed.kind === 'refused') return { kind: 'refused', why: pushed.why };
      if (pushed.kind === 'pushed') {
        this.#moveTo(commit);
        this.#own = head === null ? null : this.#asWritten(written, blobId(Buffer.from(head), repository.objectFormat));
        return { kind: 'written', record: written.record };
      }
      const lost = this.#tip;
      this.#moveTo(await fetchNotes(repository));
      // Nobody came first where nothing has moved: what Git said is the reason, as a lock that was left behind.
      standing = this.#tip === lost ? standing + 1 : 0;
      if (standing === mostStanding) return { kind: 'refused', why: pushed.why };
    }
    return { kind: 'refused', why: `${rounds} other writers came first, one after the other` };
  }

  get #tip(): string | null {
    return this.#records.files.tip;
  }

  /** Reads from this notes commit from here on. */
  #moveTo(tip: string | null): void {
    if (tip !== this.#tip) this.#records = new FindRecords(this.#opening, this.#keys, tip);
  }

  /** Returns the record under the key at the tip, with what was asked for of it; reads it only if its file has changed. */
  async #newest(): Promise<Kept | null> {
    const place = await this.#records.placeOf(this.#opening.key);
    const isSame = place?.side.oid === this.#own?.oid && place?.path === this.#own?.path;
    if (!isSame || (place !== null && !isFile(place.side))) this.#own = await this.#readOwn();
    return this.#own;
  }

  /**
   * Applies a change to a record (null: there is none), again each time that it touches shards that are not loaded; null:
   * the change writes nothing. @throws Damaged
   */
  async #changed(newest: Kept | null, change: RecordChange): Promise<Rewrite | null> {
    for (let kept = newest; ; ) {
      const after = change(kept?.record ?? null);
      if (after === null) return null;
      const before = kept ?? this.#asWritten({ record: emptyRecord(after), division: null }, '');
      const needed = shardsToChange(before, after);
      if (needed.length === 0) return { before, after };
      kept = await load(before, needed);
    }
  }

  /** Makes a record as it is after its write. @param oid of its head file; '': not written yet. */
  #asWritten(loaded: LoadedRecord, oid: string): Kept {
    const { files } = this.#records;
    return { ...loaded, path: recordPath(loaded.record), oid, files, sealed: 'present', isOld: false };
  }

  /**
   * Asks the service, once, whether it takes the token, before this run seals what an earlier secret has sealed; null: the
   * record may be written.
   */
  async #mayWrite({ sealed }: Kept): Promise<WriteResult | null> {
    const { ask, replaces } = this.#opening;
    const isOthers = sealed === 'earlier' || this.#begun !== null;
    if (!isOthers || this.#isAccepted || replaces === true) return null;
    if (ask === undefined) return { kind: 'refused', why: sealedEarlier };
    const stop = await ask();
    this.#isAccepted = stop === null;
    return stop === null ? null : { kind: 'refused', why: stop.why, stop };
  }

  /** Makes the files that a change writes, by path (null: removes one); `now`: the record after it; `head`: its head file. */
  #filesOf({ before, after }: Rewrite, keys: SealKeys) {
    const { now, files: beside } = divided(before, after);
    const path = recordPath(after);
    const files = new Map<string, string | null>();
    // What is replaced may have stood at either path.
    const isReplaced = this.#opening.replaces === true && before.oid === '';
    const gone = isReplaced ? [path, oldRecordPath(after)] : before.isOld ? [before.path] : [];
    for (const old of gone) files.set(old, null).set(besideHead(old), null);
    for (const [name, text] of beside) files.set(`${besideHead(path)}${name === '' ? '' : `/${name}.json`}`, text);
    const head = isEmpty(after) ? null : headText(now, keys);
    files.set(path, head);
    return { now, files, head };
  }

  /** Makes the files that a change of another record writes; none for one that is not there, not believed, or damaged. */
  async #otherFiles({ key, of, change }: OtherChange, keys: SealKeys): Promise<Iterable<[string, string | null]>> {
    return unlessDamaged([], async () => {
      const head = await this.#records.at(key);
      if (head === null || head.sealed === null) return [];
      const changed = await this.#changed(await opened(head, of.map(keyOfObject)), change);
      return changed === null ? [] : this.#filesOf(changed, keys).files;
    });
  }

  /** Fetches the ref and moves to its tip; one fetch serves all that ask before it has begun. */
  #lookAgain(): Promise<void> {
    this.#look ??= this.#inTurn(async () => {
      this.#look = null;
      this.#moveTo(await fetchNotes(this.#opening.repository));
    });
    return this.#look;
  }

  async claimsOn(numbers: Iterable<number>, looksAgain: boolean): Promise<readonly Claim[]> {
    const wanted = new Set(numbers);
    if (wanted.size === 0) return [];
    if (looksAgain) await this.#lookAgain();
    const isNamed = ({ stands, tried }: CheckOut) =>
      [stands, ...tried].some((of) => typeof of?.objectId === 'number' && wanted.has(of.objectId));
    return this.#claims({ field: 'objectId', values: wanted }, (head) => shardsToOpen(head, true), isNamed);
  }

  async holdersOf(objects: readonly Identity[]): Promise<readonly Claim[]> {
    const names = new Set(objects.map(nameKey));
    const by = { field: 'objn', values: new Set(objects.map(({ objn }) => objn)) } as const;
    const inShards = (head: Kept) => missingShards(head, objects.map(keyOfObject));
    return this.#claims(by, inShards, (checkOut) => names.has(nameKey(checkOut)));
  }

  /**
   * Finds the check-outs that are meant in all other records of this service, as of `inShards`; in the head alone of a
   * record that is not believed; not in a damaged one.
   */
  async #claims(by: SoughtValues, inShards: (head: Kept) => string[], isMeant: (checkOut: CheckOut) => boolean) {
    const { key } = this.#opening;
    const own = (await this.#records.placeOf(key))?.path;
    const claims: Claim[] = [];
    for await (const [path, head] of this.#records.heads(key.service, by)) {
      if (path === own || head instanceof Damaged) continue;
      const isRead = head.sealed !== null || !this.verified;
      const found = isRead ? await unlessDamaged(null, () => load(head, inShards(head), by)) : head;
      if (found === null) continue;
      const { record, sealed } = found;
      const meant = [...record.checkOuts.values()].filter(isMeant);
      for (const checkOut of meant) claims.push({ record, checkOut, believed: sealed !== null });
    }
    return claims;
  }

  async all(): ReturnType<Ledger['all']> {
    const records: ReadRecord[] = [];
    const damaged: string[] = [];
    const { key, isWhole } = this.#opening;
    for await (const [path, head] of this.#records.heads(isWhole === true ? undefined : key.service)) {
      try {
        if (head instanceof Damaged) throw head;
        const isRead = head.sealed !== null || !this.verified;
        const { record, sealed } = isRead ? await load(head, shardsToOpen(head, true)) : head;
        records.push({ record, verified: this.#keys === null ? null : sealed !== null });
      } catch (error) {
        if (!(error instanceof Damaged)) throw error;
        damaged.push(`${path}: ${error.message}`);
      }
    }
    const order = ({ record }: ReadRecord) => `${record.service}\0${record.branch}\0${record.mapping}`;
    return { records: records.toSorted((one, other) => (order(one) < order(other) ? -1 : 1)), damaged };
  }

  notes(commits: Iterable<string>): Promise<ReadonlyMap<string, string>> {
    return readNotes(this.#opening.repository, this.#tip, commits);
  }
}

/** Loads the shards of a head that hold something tried, an exception, or one of the keys. @throws Damaged */
async function opened(head: Kept, keys: Iterable<string>): Promise<Kept> {
  return load(head, [...new Set([...shardsToOpen(head), ...missingShards(head, keys)])]);
}

/** Returns what some work gives, or `otherwise` where a record is damaged. */
async function unlessDamaged<T>(otherwise: T, work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    if (error instanceof Damaged) return otherwise;
    throw error;
  });
}

/** Turns Damaged into the Problem of a record that is not believed; any other error stays as it is. */
function refusal(key: RecordKey, error: unknown): unknown {
  return error instanceof Damaged ? notBelieved(key, error.message) : error;
}

/** True for a record that says nothing any more; it is removed, and the next run begins where the event says. */
function isEmpty({ settled, exceptions, checkOuts, leases }: BranchRecord): boolean {
  return settled.commit === null && exceptions.size + checkOuts.size + leases.length === 0;
}

/**
 * True for a record, as a wrong token leaves it, that has no check-outs, and exceptions only of paths for which nothing was
 * sent: without it, no less is owed from where it began.
 */
function namesNoRequest({ exceptions, checkOuts }: BranchRecord): boolean {
  const isUnsent = ({ failed, unknown }: Exception) =>
    failed?.objectId === null && failed.rfp === 0 && unknown !== true;
  return checkOuts.size === 0 && exceptions.values().every(isUnsent);
}

/**
 * Opens the ledger: fetches its ref from the remote and reads the record under the key. Returns a closed one under `off`,
 * and under `auto` if it cannot be read.
 * @throws Problem('ledger') if the record is not believed, or, under `require`, if the ledger cannot be read.
 */
export async function openLedger(opening: Opening): Promise<Ledger> {
  const { repository, mode, secrets } = opening;
  if (mode === 'off') return closedLedger('the ledger is off');
  try {
    if (repository.ledgerRemote === null) throw new Problem('git', 'the repository has no remote', 'Add one.');
    const tip = await (opening.fetched ?? fetchNotes(repository, opening.isWhole));
    return await new OpenLedger(opening, sealKeys(secrets), tip).open();
  } catch (error) {
    if (error instanceof Problem && error.code === 'ledger') throw error;
    if (mode === 'auto') return closedLedger(messageOf(error));
    const remedy =
      repository.ledgerRemote === null
        ? 'Run it in a clone of the repository, or add the remote (git remote add origin URL).'
        : 'Give a Git token that may read and push: FILE_CHECKOUTS_GIT_TOKEN, or FILE_CHECKOUTS_LEDGER_TOKEN with --ledger-remote.';
    throw new Problem('ledger', `the ledger could not be read: ${messageOf(error)}`, remedy, { cause: error });
  }
}
