import { messageOf, Problem } from '../errors.ts';
import { GitFailure } from '../git/failure.ts';
import { filesWith } from '../git/grep.ts';
import { commitNotes, fetchNotes, pushNotes } from '../git/notes.ts';
import { isFile, listFolder } from '../git/tree.ts';
import { claimsOf } from './claims.ts';
import { type KeptFile, keptFiles, type ReadRecord, readAny } from './kept.ts';
import type { AllRecords, Ledger, Named, Opening, RecordChange, Trust, Written } from './ledger-access.ts';
import { closedLedger, noRecords, recordsAt } from './ledger-access.ts';
import { type Note, noteAfter, notesOn } from './note.ts';
import { otherKey } from './parse-record.ts';
import { notSealed, unverifiable } from './problems.ts';
import { notRead, type Place, readRecords } from './read-records.ts';
import { emptyRecord, type LedgerRecord, type RecordKey } from './record.ts';
import { isHash, ledgerDirectory, recordOfFile, recordPath } from './record-path.ts';
import { mostBytes, type SealKeys } from './seal.ts';

/** How often a lost race is run again before giving up. */
const rounds = 60;

/** The record under a key, as far as it is believed. */
interface Believed {
  readonly record: LedgerRecord | null;
  readonly trust: Trust;
}

/** The notes ref as one run sees it: what it read, and how it writes. */
class OpenLedger implements Ledger {
  readonly record: LedgerRecord | null;
  readonly trust: Trust;
  readonly trouble = null;
  readonly #opening: Opening;
  #tip: string | null;
  #latest: Believed;
  /** The tip at which the latest record stands: as long as that is the tip, it need not be read again. */
  #latestAt: string | null;
  #isAccepted = false;
  #turn: Promise<unknown> = Promise.resolve();
  /** A look at the remote that has not begun yet. */
  #look: Promise<void> | null = null;
  /** What was read so far, by the OID of its blob; what stands in parts hangs on that, too. */
  readonly #read = new Map<string, ReadRecord | { readonly damaged: string }>();

  constructor(opening: Opening, tip: string | null, believed: Believed) {
    this.#opening = opening;
    this.#tip = tip;
    this.record = believed.record;
    this.trust = believed.trust;
    this.#latest = believed;
    this.#latestAt = tip;
  }

  latest(): LedgerRecord | null {
    return this.#latest.record;
  }

  accept(): void {
    this.#isAccepted = true;
  }

  /** One write at a time: a renewal of the lease never races with the end of its own run. */
  write(change: RecordChange, note: Note | null = null, others: ReadonlyMap<string, RecordChange> = new Map()) {
    const result = this.#turn.then(() => this.#write(change, note, others)).catch(refusedBy);
    this.#turn = result.catch(() => {});
    return result;
  }

  async #write(change: RecordChange, note: Note | null, others: ReadonlyMap<string, RecordChange>): Promise<Written> {
    const { repository, key, keys, now } = this.#opening;
    if (keys === null) return { kind: 'refused', why: unverifiable };
    let standing = 0;
    for (let round = 0; round < rounds; round += 1) {
      const newest = await this.#newest();
      const record = change(newest.record);
      if (record === null) return { kind: 'nothing' };
      if (newest.trust === 'claims' && !this.#isAccepted) return { kind: 'refused', why: notSealed };
      const files = new Map(keptFiles(recordPath(key), record, newest.record, keys));
      for (const [path, pieces] of await this.#others(others, keys)) files.set(path, pieces);
      const commit = await commitNotes(repository, this.#tip, {
        files,
        notes: new Map(note === null ? [] : [[note.commit, await noteAfter(repository.objects, this.#tip, note)]]),
        message: `Check-outs of ${record.branch}${record.head === null ? '' : ` at ${record.head.slice(0, 12)}`}\n`,
        at: now(),
      });
      const pushed = await pushNotes(repository, commit);
      if (pushed.kind === 'refused') return pushed;
      if (pushed.kind === 'pushed') {
        this.#tip = commit;
        this.#latest = { record, trust: 'sealed' };
        this.#latestAt = commit;
        return { kind: 'written', record };
      }
      const before = this.#tip;
      this.#tip = await fetchNotes(repository);
      // Nobody came first where nothing has moved: what Git said is the reason, as a lock that was left behind.
      standing = this.#tip === before ? standing + 1 : 0;
      if (standing === mostStanding) return { kind: 'refused', why: pushed.why };
    }
    return { kind: 'refused', why: `${rounds} other writers came first, one after the other` };
  }

  #newest(): Believed | Promise<Believed> {
    return this.#tip === this.#latestAt ? this.#latest : readRecord(this.#opening, this.#tip);
  }

  async #others(changes: ReadonlyMap<string, RecordChange>, keys: SealKeys): Promise<KeptFile[]> {
    const files: KeptFile[] = [];
    for (const [path, change] of changes) {
      const read = await readAny(this.#opening.repository.objects, this.#tip, path, keys);
      if (read === null || 'damaged' in read || !read.isSealed) continue;
      const record = change(read.record);
      if (record !== null) files.push(...keptFiles(path, record, read.record, keys));
    }
    return files;
  }

  /** One look serves all that ask before it has begun. */
  #lookAgain(): Promise<void> {
    this.#look ??= this.#turn.then(async () => {
      this.#look = null;
      this.#tip = await fetchNotes(this.#opening.repository);
    });
    this.#turn = this.#look.catch(() => {});
    return this.#look;
  }

  async holdersOf(objectId: number): Promise<Named[]> {
    await this.#lookAgain();
    const { records, unsealed } = recordsAt(await this.all(), this.#opening.key.service);
    const named = (isBelieved: boolean) => (record: LedgerRecord) =>
      record.filed
        .filter((entry) => entry.objectId === objectId)
        .map((entry) => ({ record, entry, isSealed: isBelieved && entry.claimed !== true }));
    return [...records.flatMap(named(true)), ...unsealed.flatMap(named(false))];
  }

  async all(): Promise<AllRecords> {
    return this.#tip === null ? noRecords : this.#readAll(this.#tip, await this.#places(this.#tip));
  }

  async naming(names: Iterable<string>): Promise<AllRecords> {
    if (this.#tip === null) return noRecords;
    const places = await this.#places(this.#tip);
    if (places.length <= fewRecords) return this.#readAll(this.#tip, places);
    // As they stand in JSON.
    const words = [...names].map((name) => JSON.stringify(name).slice(1, -1));
    const searched = { commit: this.#tip, pathspecs: [ledgerDirectory], blobs: () => [] };
    const found = await filesWith(this.#opening.repository, { words, patterns: [] }, searched);
    if ('unknown' in found) return this.all();
    const there = new Set(found.map(({ text }) => recordOfFile(text)));
    return this.#readAll(
      this.#tip,
      places.filter(({ place }) => there.has(place)),
    );
  }

  async #readAll(tip: string, places: readonly Place[]): Promise<AllRecords> {
    const records: LedgerRecord[] = [];
    const unsealed: LedgerRecord[] = [];
    const damaged: string[] = [];
    const { repository, keys } = this.#opening;
    // What is not sealed is bounded twice: by what is kept of it, and by what is read to see that it is not.
    let [kept, read] = [mostBytes, mostReadBytes];
    const fresh = new Set(places.filter(({ oid }) => !this.#read.has(oid)));
    const reading = readRecords(repository.objects, { tip, places: [...fresh] }, keys, () => read > 0);
    for (const one of places) {
      const { place, oid } = one;
      const known = fresh.has(one) ? (await reading.next()).value : this.#read.get(oid);
      if (known === undefined) continue;
      if ('damaged' in known) damaged.push(`${place}: ${known.damaged}`);
      else if (recordPath(known.record) !== place) damaged.push(`${place}: it belongs to ${recordPath(known.record)}`);
      else if (known.isSealed || keys === null) records.push(known.record);
      else {
        read -= known.bytes;
        kept -= known.bytes;
        if (kept > 0) unsealed.push(known.record);
        else damaged.push(`${place}: ${notRead.damaged}`);
      }
      if ('damaged' in known || known.isSealed || kept > 0) this.#read.set(oid, known);
    }
    return { records, areSealed: keys !== null, unsealed, damaged };
  }

  notes(commits: Iterable<string>): Promise<ReadonlyMap<string, string>> {
    return notesOn(this.#opening.repository.objects, this.#tip, commits);
  }

  /** Where records stand: one file each, in the folder of its service. */
  async #places(tip: string): Promise<Place[]> {
    const { objects } = this.#opening.repository;
    const list = (path: string) => listFolder(objects, tip, path, mostFolderBytes);
    const folders = (await list(ledgerDirectory)).filter(({ mode, path }) => mode === '40000' && isHash(path.text));
    const places: Place[] = [];
    for (const folder of folders) {
      const name = `${ledgerDirectory}/${folder.path.text}`;
      for (const side of await list(name)) {
        const file = side.path.text;
        if (isFile(side) && isHash(file.replace(/\.json$/, '')))
          places.push({ place: `${name}/${file}`, oid: side.oid });
      }
    }
    // The own record first: whatever else lies there, it is seen.
    const own = recordPath(this.#opening.key);
    return [...places.filter(({ place }) => place === own), ...places.filter(({ place }) => place !== own)];
  }
}

/** Another writer may hold the ref for a moment before it moves. */
const mostStanding = 10;

/** So much is read at most of what turns out not to be sealed. */
const mostReadBytes = 4 * mostBytes;

/** So many records are read sooner than a process that searches them has begun. */
const fewRecords = 20;

/** A folder of so many bytes is not one that runs have made. */
const mostFolderBytes = 4 * 1024 * 1024;

/** What Git or the remote would not do is a refusal: the caller still has rows to report. Anything else is a defect. */
function refusedBy(error: unknown): Written {
  if (error instanceof Problem || error instanceof GitFailure) return { kind: 'refused', why: messageOf(error) };
  throw error;
}

/** The record that this run goes by. @throws Problem('ledger') for what is no record of this version. */
async function readRecord(
  { repository, key, keys, now, since = now() }: Opening,
  tip: string | null,
): Promise<Believed> {
  const read = await readAny(repository.objects, tip, recordPath(key), keys);
  if (read === null) return { record: null, trust: 'sealed' };
  if ('damaged' in read) throw untrusted(key, read.damaged);
  const { record, isSealed } = read;
  const other = otherKey(record, key);
  if (keys === null) {
    if (other !== null) throw untrusted(key, other);
    return { record, trust: 'shown' };
  }
  if (other !== null) return { record: emptyRecord(key), trust: 'claims' };
  return isSealed ? { record, trust: 'sealed' } : { record: claimsOf(record, since), trust: 'claims' };
}

function untrusted({ branch }: RecordKey, why: string): Problem {
  const remedy =
    'Use the version of the tool that wrote it, set it aside with --ledger-key NAME, or run with --ledger off.';
  return new Problem('ledger', `the ledger's record of ${branch} cannot be used: ${why}`, remedy);
}

/**
 * Opens the ledger: fetches its ref from the remote and reads the record under the key.
 *
 * @throws Problem('ledger') when the record is damaged, or, under `require`, when the ledger cannot be read.
 */
export async function openLedger(opening: Opening): Promise<Ledger> {
  const { repository, mode } = opening;
  if (mode === 'off') return closedLedger('the ledger is off');
  try {
    if (repository.ledgerRemote === null) throw new Problem('git', 'the repository has no remote', 'Add one.');
    const tip = await (opening.fetched ?? fetchNotes(repository));
    return new OpenLedger(opening, tip, await readRecord(opening, tip));
  } catch (error) {
    if (error instanceof Problem && error.code === 'ledger') throw error;
    if (mode === 'auto') return closedLedger(messageOf(error));
    throw new Problem(
      'ledger',
      `the ledger could not be read: ${messageOf(error)}`,
      'Give the job a Git token that may read and push (FILE_CHECKOUTS_GIT_TOKEN, or FILE_CHECKOUTS_LEDGER_TOKEN with --ledger-remote), or run with --ledger auto.',
      { cause: error },
    );
  }
}
