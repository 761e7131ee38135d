import pLimit from 'p-limit';
import { Problem, toMessage } from '../errors.ts';
import { GitFailure } from '../git/failure.ts';
import { commitNotes, fetchNotes, pushNotes } from '../git/notes.ts';
import { hashBlob } from '../git/object-ids.ts';
import type { Repository } from '../git/repository.ts';
import type { Options } from '../options.ts';
import type { Identity } from '../plan/identity.ts';
import { catchDamaged, openRecords } from './find-records.ts';
import { Damaged, formatHead, type Kept } from './kept.ts';
import { toOldRecordPath, toRecordFolder, toRecordPath } from './key.ts';
import { buildNextNote, type Note, readNotes } from './note.ts';
import { refuseEarlierSeal, refuseUnbelieved, refuseUnsealed } from './problems.ts';
import { type BranchRecord, type CheckOut, type Claim, createRecord, type RecordKey, type Settled } from './record.ts';
import { deriveSealKeys, type SealKeys, type SealSecrets } from './seal.ts';
import type { Divided } from './shards.ts';
import { divideRecord, listMissingShards, listShardsToOpen, toObjectShard, toPathShard } from './shards.ts';

/** Changes the newest record; null: writes nothing. Pure, as every lost race repeats it. */
export type RecordChange = (newest: BranchRecord | null) => BranchRecord | null;

export type WriteResult =
  | { readonly kind: 'written' | 'nothing' }
  /** `stop`: the service refused the token that would have sealed the record again. */
  | { readonly kind: 'refused'; readonly why: string; readonly stop?: Problem };

/** A change of another branch's record, made before that of the own one and in the same commit: a request that is taken over leaves it. */
export interface OtherChange {
  readonly key: RecordKey;
  /** Objects whose check-outs the change needs. */
  readonly of: readonly Identity[];
  readonly change: RecordChange;
}

export interface Opening {
  readonly repository: Repository;
  /** The key of this run's record. */
  readonly key: RecordKey;
  readonly mode: Options['ledger'];
  /** Secrets that seal and verify; without any, nothing is written. */
  readonly secrets: SealSecrets;
  readonly now: () => Date;
  /** Asks the service whether it takes the token (null), and files nothing; absent: what an earlier secret sealed is not written. */
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

/** The ledger as one run reads and writes it. */
export type Ledger = ReturnType<typeof createLedger>;

/**
 * Opens the ledger: fetches its ref and reads the record under the key. Returns a closed ledger under mode `off`, and under `auto` if the
 * ledger cannot be read (no remote, Git fails). @throws Problem('ledger') in that case under `require`; under `auto` and `require` if the
 * ledger is too large, or (unless `replaces`) the record is damaged, or names requests and is sealed by none of the given secrets
 */
export async function openLedger(opening: Opening): Promise<Ledger> {
  const { repository, mode, secrets } = opening;
  if (mode === 'off') return createClosedLedger('the ledger is off');
  const hasRemote = repository.ledgerRemote !== null;
  try {
    if (!hasRemote) throw new Problem('git', 'the repository has no remote', 'Add one.');
    const tip = await (opening.fetched ?? fetchNotes(repository, opening.isWhole));
    const ledger = createLedger(opening, deriveSealKeys(secrets), tip);
    await ledger.load({});
    return ledger;
  } catch (error) {
    if (error instanceof Problem && error.code === 'ledger') throw error;
    if (mode === 'auto') return createClosedLedger(toMessage(error));
    const remedy = hasRemote
      ? 'Give a Git token that may read and push: FILE_CHECKOUTS_GIT_TOKEN, or FILE_CHECKOUTS_LEDGER_TOKEN with `--ledger-remote`.'
      : 'Run this command in a clone of the repository, or add the remote (git remote add origin URL).';
    throw new Problem('ledger', `the ledger could not be read: ${toMessage(error)}`, remedy, { cause: error });
  }
}

/** Makes the ledger at the notes commit `tip` (null: none); reads nothing yet. @param keys null: nothing is verified, nor written */
function createLedger(opening: Opening, keys: SealKeys | null, tip: string | null) {
  const { repository, key, now, ask, replaces, isWhole, secrets } = opening;
  /** The records at the notes commit that was read last. */
  let records = openRecords(repository, tip, key.repository, keys);
  let own: Kept | null = null;
  /** What was loaded on demand: after a lost race it is loaded again. */
  const asked = new Set<string>();
  let isAccepted = false;
  let begun: Settled | null = null;
  const queue = pLimit(1);
  /** A look at the remote that has not begun yet: it serves all that ask before it begins. */
  let look: Promise<void> | null = null;

  /** Does work once all earlier work of this ledger is done; returns its result. @throws Problem('ledger') if the work throws Damaged */
  function runInTurn<T>(work: () => Promise<T>): Promise<T> {
    return queue(work).catch((error: unknown) => {
      throw error instanceof Damaged ? refuseUnbelieved(key, error.message) : error;
    });
  }

  /**
   * Reads the record under the key, with all that was asked for. null: there is none, or it does not count. Without secrets any record that
   * can be read counts. With secrets, one that none of them has sealed does not count under `replaces`, or if it names no request (sets
   * `begun`). Under `replaces` a damaged one does not count either. @throws Damaged; Problem('ledger') for any other that none has sealed
   */
  async function readOwn(): Promise<Kept | null> {
    const kept = await catchDamaged(records.readRecord(key, asked));
    if (kept instanceof Damaged && replaces !== true) throw kept;
    if (kept === null || kept instanceof Damaged) return null;
    if (kept.sealed !== null || keys === null) return kept;
    if (replaces === true) return null;
    const { record } = await records.loadShards(kept, listShardsToOpen(kept, true));
    // The token may be wrong, if it seals.
    if (!namesNoRequest(record))
      throw refuseUnsealed(key, secrets.ledgerSecret === undefined ? await ask?.() : undefined);
    const { settled, exceptions } = record;
    begun = exceptions.size === 0 ? settled : { ...settled, commit: settled.began };
    return null;
  }

  /**
   * Loads into the record of this run the check-outs of these objects (of any type), and those that stand or have a call without an answer
   * at these paths; returns the record; null: none that counts. Fetches no newer ledger. Opening has loaded all exceptions, and all
   * check-outs with a call without an answer. @throws Problem('ledger') if it is damaged or not believed, Problem('git') if unreadable
   */
  function load({ paths = [], objects = [] }: { paths?: Iterable<string>; objects?: Iterable<Identity> }) {
    for (const path of paths) asked.add(toPathShard(path));
    for (const object of objects) asked.add(toObjectShard(object));
    return runInTurn(async () => {
      const kept = await readNewest();
      if (kept !== null) own = await records.loadShards(kept, listMissingShards(kept, asked));
      return own?.record ?? null;
    });
  }

  /**
   * Writes record, note, and changes of other records in one commit, pushed by compare-and-swap; after a lost race it fetches and starts
   * over. `nothing` if `change` returns null: then nothing at all is written. `refused` without a secret, if an earlier secret's record may
   * not be sealed again (`stop`), if Git fails, if the record is damaged, or after 60 lost races. Rejects only for a defect.
   */
  function write(
    change: RecordChange,
    { note = null, others = [] }: { readonly note?: Note | null; readonly others?: readonly OtherChange[] } = {},
  ): Promise<WriteResult> {
    return runInTurn(() => commit(change, note, others)).catch((error) => {
      // The caller still has rows to report. Anything else is a defect.
      if (!(error instanceof Problem || error instanceof GitFailure)) throw error;
      return { kind: 'refused', why: toMessage(error) };
    });
  }

  /**
   * Commits the changed record, the note and the changes of other records, and pushes; after a lost race again on the newest ledger, at
   * most 60 times, or 10 in a row while the ref stays. Returns what `write` returns. @throws Damaged, Problem, GitFailure
   */
  async function commit(change: RecordChange, note: Note | null, others: readonly OtherChange[]): Promise<WriteResult> {
    if (keys === null) return { kind: 'refused', why: unverifiable };
    let standing = 0;
    for (let round = 0; round < rounds; round += 1) {
      const { tip } = records;
      const ofOthers = await Array.fromAsync(others, (other) => makeOtherFiles(other, keys));
      const rewrite = await applyChange(await readNewest(), change);
      if (rewrite === null) return { kind: 'nothing' };
      const stop = await checkWritable(rewrite.before);
      if (stop !== null) return { kind: 'refused', why: stop.message, stop };
      const files = buildFiles(rewrite, keys);
      const head = files.get(toRecordPath(rewrite.now.record)) ?? null;
      for (const file of ofOthers.flat()) files.set(...file);
      if (note !== null) files.set(...(await buildNextNote(repository, tip, note)));
      const { branch, settled } = rewrite.now.record;
      const message = `Check-outs of ${branch}${settled.commit === null ? '' : ` at ${settled.commit.slice(0, 12)}`}\n`;
      const made = await commitNotes(repository, tip, { files, message, at: now() });
      const pushed = await pushNotes(repository, made);
      if (pushed.kind === 'refused') return { kind: 'refused', why: pushed.why };
      if (pushed.kind === 'pushed') {
        moveTo(made);
        own = head === null ? null : asWritten(rewrite.now, hashBlob(Buffer.from(head), repository.objectFormat));
        return { kind: 'written' };
      }
      moveTo(await fetchNotes(repository));
      // Nobody came first where nothing has moved: what Git said is the reason, as a lock that was left behind.
      standing = records.tip === tip ? standing + 1 : 0;
      if (standing === mostStanding) return { kind: 'refused', why: pushed.why };
    }
    return { kind: 'refused', why: `${rounds} other writers came first, one after the other` };
  }

  /** Makes later calls read from this notes commit; reads nothing itself. */
  function moveTo(to: string | null): void {
    if (to !== records.tip) records = openRecords(repository, to, key.repository, keys);
  }

  /** Returns this run's record at the tip, null if none counts; reads it only if its file is another than last. @throws as readOwn */
  async function readNewest(): Promise<Kept | null> {
    const place = await records.findPlace(key);
    if (place?.oid !== own?.oid || place?.path !== own?.path) own = await readOwn();
    return own;
  }

  /**
   * Applies a change to a record (null: there is none), and divides the result into files. If it touches shards that are not loaded, loads
   * them and applies the change again. Returns null if the change does. Writes nothing. @throws Damaged; Problem('git', 'ledger')
   */
  async function applyChange(read: Kept | null, change: RecordChange) {
    for (let kept = read; ; ) {
      const after = change(kept?.record ?? null);
      if (after === null) return null;
      const before = kept ?? asWritten({ record: createRecord(after), division: null }, '');
      const division = divideRecord(before, after);
      if ('now' in division) return { before, ...division };
      kept = await records.loadShards(before, division.missing);
    }
  }

  /** Returns what a change writes, texts by path; null removes a file or folder: an empty shard or record, or where it was kept before. */
  function buildFiles({ before, now, files: beside }: Divided & { readonly before: Kept }, keys: SealKeys) {
    const { record: after } = now;
    const { settled, exceptions, checkOuts, leases } = after;
    const isEmpty = settled.commit === null && exceptions.size + checkOuts.size + leases.length === 0;
    const path = toRecordPath(after);
    const files = new Map<string, string | null>();
    // What is replaced may have stood at either path; a record of version 1 stood at another.
    const isReplaced = replaces === true && before.oid === '';
    const gone = isReplaced ? [path, toOldRecordPath(after)] : before.path === path ? [] : [before.path];
    for (const old of gone) files.set(old, null).set(toRecordFolder(old), null);
    for (const [name, text] of beside) files.set(`${toRecordFolder(path)}${name === '' ? '' : `/${name}.json`}`, text);
    return files.set(path, isEmpty ? null : formatHead(now, keys));
  }

  /** Returns the files for a change of another record; [] if `change` returns null, or the record is missing, damaged or not believed. */
  async function makeOtherFiles({ key, of, change }: OtherChange, keys: SealKeys) {
    const other = records.readRecord(key, of.map(toObjectShard));
    const rewrite = await catchDamaged(other.then((kept) => (kept?.sealed ? applyChange(kept, change) : null)));
    return rewrite === null || rewrite instanceof Damaged ? [] : [...buildFiles(rewrite, keys)];
  }

  /**
   * Returns why a record may not be written; null if it may. A record that an earlier secret has sealed, and one that is not believed,
   * names no request and has a commit (`begun`), may be written once the service has taken the run's token: each call asks it until it
   * has. A command without `ask` may not write such a record. Under `replaces` any record may be written.
   */
  async function checkWritable({ sealed }: Kept): Promise<Problem | null> {
    const isOthers = sealed === 'earlier' || begun?.commit != null;
    if (!isOthers || isAccepted || replaces === true) return null;
    const stop = ask === undefined ? refuseEarlierSeal() : await ask();
    isAccepted = stop === null;
    return stop;
  }

  /**
   * Finds every check-out in another record of this service that has one of these request numbers, in the request that stands or a call
   * without an answer; [] for no numbers. Leaves out damaged records; of those not believed, looks into the head only. @param looksAgain
   * true: fetches the ledger first; false: takes it as this run read or wrote it last. @throws Problem('git', 'ledger')
   */
  async function findClaimsOn(numbers: Iterable<number>, looksAgain: boolean): Promise<readonly Claim[]> {
    const wanted = new Set<unknown>(numbers);
    if (wanted.size === 0) return [];
    if (looksAgain) {
      look ??= runInTurn(async () => {
        look = null;
        moveTo(await fetchNotes(repository));
      });
      await look;
    }
    const isNamed = ({ stands, tried }: CheckOut) => [stands, ...tried].some((call) => wanted.has(call?.objectId));
    const inShards = (head: Kept) => listShardsToOpen(head, true);
    return records.findClaims(key, isNamed, inShards, { field: /"objectId":(\d+)/g, values: wanted });
  }

  /** Finds check-outs of these objects (same target, name, `rpth`; any type) in other records of the service; fetches no newer ledger. */
  async function findHolders(objects: readonly Identity[]): Promise<readonly Claim[]> {
    const keys = new Set(objects.map(toObjectShard));
    const isNamed = (checkOut: CheckOut) => keys.has(toObjectShard(checkOut));
    const held = { field: /"objn":("(?:[^"\\]|\\.)*")/g, values: new Set(objects.map(({ objn }) => objn)) };
    return records.findClaims(key, isNamed, (head) => listMissingShards(head, keys), held);
  }

  return {
    /** Why nothing can be written (no permission, no remote, off, no secret); null: writing works. */
    trouble: keys === null ? unverifiable : null,
    /** False if no run of the branch is remembered: a missing record then does not mean a first push. */
    remembers: true as boolean,
    /** False without a secret to verify with: records are shown, and marked as not verified. */
    verified: keys !== null,
    /**
     * Returns where a branch begins whose record is not believed and names no request, as after a run with a wrong token: at its settled
     * commit, or if it has exceptions where it began. The caller begins there if more is owed then. null: no such record was read.
     */
    begun: () => begun,
    /** Returns this run's record as it was read or written last, with what was loaded of it; null: none. Reads nothing. */
    record: () => own?.record ?? null,
    ...{ load, write, findClaimsOn, findHolders },
    /**
     * Reads all records of this service, or with `isWhole` of every one; sorted by service, branch, mapping. Of a record that is not
     * believed (`verified` false) reads only the head: without entries if it is divided. `damaged`: a line for each unreadable record.
     */
    all: () => records.readAllRecords(isWhole === true ? undefined : key.service),
    /** Returns the texts of the notes on some commits, by commit (see readNotes); for people only, as no seal protects them. */
    notes: (commits: Iterable<string>) => readNotes(repository, records.tip, commits),
  };
}

/** Makes the Kept of a record that this run writes, sealed by its present secret. @param oid of its head file; '': not written yet. */
function asWritten(loaded: Divided['now'], oid: string): Kept {
  return { ...loaded, path: toRecordPath(loaded.record), oid, sealed: 'present' };
}

/** True for a record without check-outs, whose exceptions (if any) all failed without a request number or RFP, and are not `unknown`. */
function namesNoRequest({ exceptions, checkOuts }: BranchRecord): boolean {
  if (checkOuts.size > 0) return false;
  return exceptions.values().every(({ failed, unknown }) => failed?.objectId === null && failed.rfp === 0 && !unknown);
}

/**
 * Makes a ledger that has no record of this run, and whose `write` returns `refused` with `why`, the end of a sentence. @param others a
 * ledger from which it reads the records of other branches, in a job that may not push (design §8); absent: there are none
 */
export function createClosedLedger(why: string, others?: Ledger): Ledger {
  const none = async () => [];
  const nothing = { records: [], damaged: [] };
  const reads = { findClaimsOn: none, findHolders: none, all: async () => nothing, notes: async () => new Map() };
  return {
    ...(others ?? { ...reads, verified: true }),
    ...{ trouble: why, remembers: false, record: () => null, begun: () => null, load: async () => null },
    write: async () => ({ kind: 'refused', why }),
  };
}
