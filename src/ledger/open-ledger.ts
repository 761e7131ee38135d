import { messageOf, Problem, type Stop } from '../errors.ts';
import { GitFailure } from '../git/failure.ts';
import { commitNotes, fetchNotes, pushNotes } from '../git/notes.ts';
import { blobId } from '../git/object-ids.ts';
import { serialQueue } from '../git/serial-queue.ts';
import type { Identity } from '../plan/identity.ts';
import { catchDamaged, FindRecords } from './find-records.ts';
import { Damaged, headText, type Kept } from './kept.ts';
import { besideHead, oldRecordPath, recordPath } from './key.ts';
import type { ReadRecord, RecordChange, WriteResult } from './ledger-access.ts';
import { type Claim, closedLedger, type Ledger, type Opening, type OtherChange } from './ledger-access.ts';
import { type Note, nextNote, readNotes } from './note.ts';
import { notBelieved, notSealed, sealedEarlier, unverifiable } from './problems.ts';
import { type BranchRecord, type CheckOut, type Exception, emptyRecord, type RecordKey } from './record.ts';
import { type SealKeys, sealKeys } from './seal.ts';
import type { LoadedRecord } from './shards.ts';
import { type Divided, divide, keyOfObject, keyOfPath, missingShards, shardsToOpen } from './shards.ts';

/** How often a lost race is run again before giving up. */
const rounds = 60;

/** Another writer may hold the ref for a moment before it moves. */
const mostStanding = 10;

/** The notes ref as one run sees it: what it read, and how it writes. */
class OpenLedger implements Ledger {
  readonly trouble: string | null;
  readonly remembers = true;
  readonly verified: boolean;
  readonly #opening: Opening;
  readonly #keys: SealKeys | null;
  /** OID of the notes commit that was read last; null: none. */
  #tip: string | null;
  #records: FindRecords;
  #own: Kept | null = null;
  /** What was loaded on demand: after a lost race it is loaded again. */
  readonly #asked = new Set<string>();
  #isAccepted = false;
  #begun: string | null = null;
  readonly #queue = serialQueue();
  /** A look at the remote that has not begun yet. */
  #look: Promise<void> | null = null;

  constructor(opening: Opening, keys: SealKeys | null, tip: string | null) {
    this.#opening = opening;
    this.#keys = keys;
    this.verified = keys !== null;
    this.trouble = keys === null ? unverifiable : null;
    this.#tip = tip;
    this.#records = new FindRecords(opening, keys, tip);
  }

  readonly record = () => this.#own?.record ?? null;
  readonly begun = () => this.#begun;

  /**
   * Works one at a time: a renewal of the lease never races with the end of its own run. @throws Problem('ledger') where the
   * record under the key is damaged.
   */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue(work).catch((error: unknown) => {
      throw error instanceof Damaged ? notBelieved(this.#opening.key, error.message) : error;
    });
  }

  /**
   * Reads the record under the key, with all that was asked for; null: there is none, it is replaced, or no secret of this
   * run has sealed it and it names no request, where #begun remembers its beginning. @throws Damaged, Problem('ledger')
   */
  async #readOwn(): Promise<Kept | null> {
    const { key, replaces, ask, secrets } = this.#opening;
    const kept = await catchDamaged(this.#opened(key, this.#asked));
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

  /** Reads a record with the shards that hold something tried, an exception, or one of the keys; null: there is none. @throws Damaged */
  async #opened(key: RecordKey, keys: Iterable<string>): Promise<Kept | null> {
    const head = await this.#records.at(key);
    return head && this.#records.load(head, [...new Set([...shardsToOpen(head), ...missingShards(head, keys)])]);
  }

  load({ paths = [], objects = [] }: Parameters<Ledger['load']>[0]): Promise<BranchRecord | null> {
    for (const path of paths) this.#asked.add(keyOfPath(path));
    for (const object of objects) this.#asked.add(keyOfObject(object));
    return this.#inTurn(async () => {
      const own = await this.#newest();
      if (own !== null) this.#own = await this.#records.load(own, missingShards(own, this.#asked));
      return this.record();
    });
  }

  write(change: RecordChange, { note = null, others = [] }: Parameters<Ledger['write']>[1] = {}): Promise<WriteResult> {
    return this.#inTurn(() => this.#write(change, note, others)).catch((error) => {
      // The caller still has rows to report. Anything else is a defect.
      if (!(error instanceof Problem || error instanceof GitFailure)) throw error;
      return { kind: 'refused', why: messageOf(error) };
    });
  }

  /** Commits the change on the newest ledger and pushes it, up to `rounds` times after lost races. */
  async #write(change: RecordChange, note: Note | null, others: readonly OtherChange[]): Promise<WriteResult> {
    const { repository, now } = this.#opening;
    const keys = this.#keys;
    if (keys === null) return { kind: 'refused', why: unverifiable };
    let standing = 0;
    for (let round = 0; round < rounds; round += 1) {
      const tip = this.#tip;
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
      standing = this.#tip === tip ? standing + 1 : 0;
      if (standing === mostStanding) return { kind: 'refused', why: pushed.why };
    }
    return { kind: 'refused', why: `${rounds} other writers came first, one after the other` };
  }

  /** Reads from this notes commit from here on. */
  #moveTo(tip: string | null): void {
    if (tip !== this.#tip) this.#records = new FindRecords(this.#opening, this.#keys, tip);
    this.#tip = tip;
  }

  /** Returns the record under the key at the tip, with what was asked for of it; reads it only if its file has changed. */
  async #newest(): Promise<Kept | null> {
    const place = await this.#records.placeOf(this.#opening.key);
    if (place?.oid !== this.#own?.oid || place?.path !== this.#own?.path) this.#own = await this.#readOwn();
    return this.#own;
  }

  /**
   * Applies a change to a record (null: there is none), again each time that it touches shards that are not loaded; null:
   * the change writes nothing. @throws Damaged
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

  /** Makes the files that a change writes, by path (null: removes one), and the text of its head file (null: it is removed). */
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

  /** Makes the files that a change of another record writes; none for one that is not there, not believed, or damaged. */
  async #otherFiles({ key, of, change }: OtherChange, keys: SealKeys): Promise<Iterable<[string, string | null]>> {
    const other = await catchDamaged(this.#opened(key, of.map(keyOfObject)));
    if (other === null || other instanceof Damaged || other.sealed === null) return [];
    const changed = await catchDamaged(this.#changed(other, change));
    return changed === null || changed instanceof Damaged ? [] : this.#filesOf(changed, keys).files;
  }

  /**
   * Asks the service, once, whether it takes the token, before this run seals what an earlier secret has sealed; null: the
   * record may be written.
   */
  async #mayWrite({ sealed }: Kept): Promise<{ readonly why: string; readonly stop?: Stop } | null> {
    const { ask, replaces } = this.#opening;
    const isOthers = sealed === 'earlier' || this.#begun !== null;
    if (!isOthers || this.#isAccepted || replaces === true) return null;
    if (ask === undefined) return { why: sealedEarlier };
    const stop = await ask();
    this.#isAccepted = stop === null;
    return stop && { why: stop.why, stop };
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
    const wanted = new Set<unknown>(numbers);
    if (wanted.size === 0) return [];
    if (looksAgain) await this.#lookAgain();
    const isNamed = ({ stands, tried }: CheckOut) => [stands, ...tried].some((call) => wanted.has(call?.objectId));
    return this.#claims(isNamed, (head) => shardsToOpen(head, true), /"objectId":(\d+)/g, wanted);
  }

  async holdersOf(objects: readonly Identity[]): Promise<readonly Claim[]> {
    const keys = new Set(objects.map(keyOfObject));
    const isNamed = (checkOut: CheckOut) => keys.has(keyOfObject(checkOut));
    const names = new Set(objects.map(({ objn }) => objn));
    return this.#claims(isNamed, (head) => missingShards(head, keys), /"objn":("(?:[^"\\]|\\.)*")/g, names);
  }

  /**
   * Finds the check-outs that are meant in all other records of this service, as of `inShards`; in the head alone of a
   * record that is not believed; not in a damaged one. Parses only texts where the field has one of the values.
   */
  async #claims(
    isMeant: (checkOut: CheckOut) => boolean,
    inShards: (head: Kept) => string[],
    field: RegExp,
    values: ReadonlySet<unknown>,
  ): Promise<Claim[]> {
    const { key } = this.#opening;
    const except = (await this.#records.placeOf(key))?.path;
    const valuesIn = (bytes: Buffer) => bytes.toString('utf8').matchAll(field);
    const mayHold = (bytes: Buffer) => valuesIn(bytes).some(([, value = '']) => values.has(JSON.parse(value)));
    const claims: Claim[] = [];
    for await (const [, read] of this.#records.each(key.service, inShards, { mayHold, except })) {
      if (read instanceof Damaged) continue;
      for (const checkOut of read.record.checkOuts.values()) if (isMeant(checkOut)) claims.push({ ...read, checkOut });
    }
    return claims;
  }

  async all(): ReturnType<Ledger['all']> {
    const records: ReadRecord[] = [];
    const damaged: string[] = [];
    const { key, isWhole } = this.#opening;
    const service = isWhole === true ? undefined : key.service;
    for await (const [path, read] of this.#records.each(service, (head) => shardsToOpen(head, true))) {
      if (read instanceof Damaged) damaged.push(`${path}: ${read.message}`);
      else records.push(read);
    }
    const order = ({ record }: ReadRecord) => `${record.service}\0${record.branch}\0${record.mapping}`;
    return { records: records.toSorted((one, other) => (order(one) < order(other) ? -1 : 1)), damaged };
  }

  notes(commits: Iterable<string>): Promise<ReadonlyMap<string, string>> {
    return readNotes(this.#opening.repository, this.#tip, commits);
  }
}

/** Makes a record as it is after its write. @param oid of its head file; '': not written yet. */
function asWritten(loaded: LoadedRecord, oid: string): Kept {
  return { ...loaded, path: recordPath(loaded.record), oid, sealed: 'present' };
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
    const ledger = new OpenLedger(opening, sealKeys(secrets), tip);
    await ledger.load({});
    return ledger;
  } catch (error) {
    if (error instanceof Problem && error.code === 'ledger') throw error;
    if (mode === 'auto') return closedLedger(messageOf(error));
    const remedy =
      repository.ledgerRemote === null
        ? 'Run it in a clone of the repository, or add the remote (git remote add origin URL).'
        : 'Give a Git token that may read and push: FILE_CHECKOUTS_GIT_TOKEN, or FILE_CHECKOUTS_LEDGER_TOKEN with `--ledger-remote`.';
    throw new Problem('ledger', `the ledger could not be read: ${messageOf(error)}`, remedy, { cause: error });
  }
}
