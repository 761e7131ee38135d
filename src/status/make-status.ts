import { isOver, type RunName } from '../ledger/lease.ts';
import type { ReadRecord } from '../ledger/ledger-access.ts';
import type { NotedRuns } from '../ledger/note.ts';
import type { BranchRecord, CheckOut, Exception, Standing, Tried } from '../ledger/record.ts';
import { pathsOf } from '../ledger/shards.ts';
import type { Identity } from '../plan/identity.ts';
import type { Status, StatusCall, StatusOpen, StatusRecord, StatusRequest, StatusRun } from './status.ts';

/** A file that changed: its key as records have it. */
export interface FileNotSettled {
  readonly path: string;
  readonly isDeleted: boolean;
}

/** What the status is made of. */
export interface StatusSources {
  readonly records: readonly ReadRecord[];
  /** A line for each record that cannot be read. */
  readonly damaged: readonly string[];
  readonly noted: NotedRuns;
  /** Where the branch of a record is at the remote; null: it is gone; undefined: not known. */
  readonly tipOf: (record: BranchRecord) => string | null | undefined;
  /** What changed on the branch since its settled commit, as far as this clone can tell. */
  readonly changedIn: (record: BranchRecord) => readonly FileNotSettled[];
  readonly now: Date;
  /** Version of the program. */
  readonly tool: string;
}

/** What is asked for; the records are those of the branch already. */
export interface StatusQuestion {
  readonly branch: string | null;
  readonly paths: readonly string[];
  readonly user: string | null;
  readonly isChosen: (path: string) => boolean;
}

/** What a record has to say, without its place among the others. */
interface Rows {
  readonly read: ReadRecord;
  readonly requests: readonly Unplaced<StatusRequest>[];
  readonly open: readonly Unplaced<StatusOpen>[];
  readonly unanswered: readonly Unplaced<StatusCall>[];
  readonly runs: readonly Unplaced<StatusRun>[];
}
type Unplaced<Row> = Omit<Row, 'record' | 'branch'>;

/** The commits whose notes tell who filed what is in the records, and when. */
export function commitsOf(records: readonly BranchRecord[]): Set<string> {
  const commits = new Set<string>();
  for (const { checkOuts, exceptions } of records) {
    for (const { stands } of checkOuts.values()) if (stands !== null) commits.add(stands.commit);
    for (const { failed } of exceptions.values()) if (failed !== undefined) commits.add(failed.since.head);
  }
  return commits;
}

/** What is open at the service, and what is still to be filed, as far as the ledger knows. */
export function makeStatus(known: StatusSources, asked: StatusQuestion): Status {
  const { now, tool, damaged } = known;
  const hasRows = ({ requests, open, unanswered, runs }: Rows) =>
    requests.length + open.length + unanswered.length + runs.length > 0;
  const isPart = asked.paths.length > 0 || asked.user !== null;
  const all = known.records
    .toSorted(byKey)
    .map((record) => rowsOf(record, known, asked))
    .filter((rows) => !isPart || hasRows(rows));
  const placed = <Row>(rowsIn: (rows: Rows) => readonly Row[]) =>
    all.flatMap((rows, n) => rowsIn(rows).map((row) => ({ record: n, branch: rows.read.record.branch, ...row })));
  const open = placed((rows) => rows.open).toSorted(
    (one, other) => Number(other.needsPerson) - Number(one.needsPerson),
  );
  const lists = {
    open,
    unanswered: placed((rows) => rows.unanswered),
    runs: placed((rows) => rows.runs),
    requests: placed((rows) => rows.requests),
  };
  const { branch, paths, user } = asked;
  return {
    ...{ version: 1, tool, at: now.toISOString(), asked: { branch, paths, user }, verified: verifiedOf(known.records) },
    counts: { records: all.length, ...countsOf(lists) },
    damaged,
    records: all.map((rows) => recordOf(rows, known)),
    ...lists,
  };
}

function byKey({ record: one }: ReadRecord, { record: other }: ReadRecord): number {
  for (const name of ['service', 'repository', 'repo', 'branch', 'mapping'] as const) {
    if (one[name] !== other[name]) return one[name] < other[name] ? -1 : 1;
  }
  return 0;
}

function verifiedOf(records: readonly ReadRecord[]): boolean | null {
  if (records.some(({ verified }) => verified === null)) return null;
  return records.every(({ verified }) => verified === true);
}

function countsOf({ requests, open, unanswered, runs }: Omit<Rows, 'read'>): StatusRecord['counts'] {
  return { requests: requests.length, open: open.length, unanswered: unanswered.length, runs: runs.length };
}

function recordOf(rows: Rows, { tipOf }: StatusSources): StatusRecord {
  const { record, verified } = rows.read;
  const { service, repository, repo, mapping, branch, settled, exceptions } = record;
  const tip = tipOf(record);
  return {
    ...{ service, repository, repo, mapping, branch, head: settled.commit, verified, counts: countsOf(rows) },
    gone: tip === undefined ? null : tip === null,
    tip: tip ?? null,
    notSettled: [...exceptions.values()].filter(isOpen).length,
  };
}

/** True for a path that a run could not pay, or that may have been sent; others only say what is settled there. */
function isOpen({ failed, unknown }: Exception): boolean {
  return failed !== undefined || unknown === true;
}

function rowsOf(read: ReadRecord, { now, noted, changedIn }: StatusSources, asked: StatusQuestion): Rows {
  const { record } = read;
  const checkOuts = [...record.checkOuts.values()];
  const isPart = asked.user !== null || asked.paths.length > 0;
  const user = asked.user?.toLowerCase() ?? null;
  const isOf = (...names: (string | null)[]) => user === null || names.some((name) => name?.toLowerCase() === user);
  const isCallAsked = (call: Unplaced<StatusCall>) => asked.isChosen(call.path) && isOf(call.user);
  const calls = checkOuts.flatMap((of) => of.tried.map((tried) => callOf(of, tried))).filter(isCallAsked);
  const runs = record.leases.map(({ run, head, until, ...lease }): Unplaced<StatusRun> => {
    const over = isOver({ run, head, until, ...lease }, nobody, now);
    return { run, commit: head, calls: calls.filter((call) => call.run === run).length, until, over };
  });
  const alive = new Set(runs.filter(({ over }) => !over).map(({ run }) => run));
  return {
    read,
    requests: checkOuts
      .flatMap((of) => (of.stands === null ? [] : [requestOf(of, of.stands, record, noted)]))
      .filter(({ path, user: sent, account }) => asked.isChosen(path) && isOf(sent, account))
      .toSorted(byPath),
    open: [
      ...[...record.exceptions]
        .filter(([, exception]) => isOpen(exception))
        .map(([path, exception]) => openOf(path, exception, record, noted)),
      // A run that is under way deals with them.
      ...(alive.size > 0 ? [] : changedIn(record).flatMap((change) => owedOf(change, record))),
    ]
      .filter(({ path, since }) => asked.isChosen(path) && isOf(since?.account ?? null))
      .toSorted(byPath),
    unanswered: calls.filter(({ run }) => run === null || !alive.has(run)).toSorted(byPath),
    runs: runs.filter((run) => !isPart || run.calls > 0),
  };
}

/** A command that only looks is none of the runs. */
const nobody: RunName = { run: '', id: null, attempt: 0, instance: '' };

function byPath({ path: one }: { readonly path: string }, { path: other }: { readonly path: string }): number {
  return one < other ? -1 : Number(one > other);
}

/** A file by its key in the record: a name that is not UTF-8 is there in base64. */
function fileOf(key: string): Pick<StatusOpen, 'path' | 'pathBase64'> {
  if (!key.startsWith('\0')) return { path: key };
  const pathBase64 = key.slice(1);
  return { path: Buffer.from(pathBase64, 'base64').toString('utf8'), pathBase64 };
}

function objectOf({ appl, lvl, objn, type, rpth }: Identity): Identity {
  return { appl, lvl, objn, type, rpth };
}

function requestOf(of: CheckOut, stands: Standing, record: BranchRecord, noted: NotedRuns): Unplaced<StatusRequest> {
  const { objectId, reason, rfp, path } = stands;
  return { objectId, reason, ...objectOf(of), rfp, ...fileOf(path), ...noted.filerOf(stands, record) };
}

function openOf(path: string, exception: Exception, record: BranchRecord, noted: NotedRuns): Unplaced<StatusOpen> {
  const { failed, causes } = exception;
  const at = record.checkOuts.values().find((of) => pathsOf(of).has(path));
  const deletes = failed?.blob === null && failed.outcome !== 'unmapped';
  const likely = causes !== undefined ? '*RECOMPILE' : deletes ? '*DELETE' : '*MIGRATE';
  const reason = at?.tried.at(-1)?.reason ?? likely;
  const about = { reason, ...(at === undefined ? nothing : objectOf(at)), ...fileOf(path) };
  if (failed === undefined) return { ...about, outcome: 'unknown', why: mayBeSent, needsPerson: false, since: null };
  const { outcome, said, person, since } = failed;
  const { run, actor, head } = since;
  const told =
    run === '' ? null : { run, account: actor, commit: head, at: noted.findRun(head, record, run)?.at ?? null };
  return { ...about, outcome, why: said, needsPerson: person, since: told };
}

/** A change that no run has dealt with: the run of its push was lost, or could not reach the service. */
function owedOf({ path, isDeleted }: FileNotSettled, { exceptions, settled }: BranchRecord): Unplaced<StatusOpen>[] {
  if (exceptions.has(path)) return [];
  const why = `changed since ${settled.commit?.slice(0, 12)}, and no run has dealt with it`;
  const reason = isDeleted ? '*DELETE' : '*MIGRATE';
  return [{ reason, ...nothing, ...fileOf(path), outcome: 'owed', why, needsPerson: false, since: null }];
}

const mayBeSent = 'something may have been sent for it';

/** Of a file that has no check-out the object is not known. */
const nothing: Identity = { appl: '', lvl: 0, objn: '', type: null, rpth: null };

function callOf(of: CheckOut, { objectId, reason, path, does, run, fields }: Tried): Unplaced<StatusCall> {
  // A record that nobody has sealed may have a number there.
  const user = typeof fields.user === 'string' ? fields.user : null;
  const withdraws = does === 'withdraw';
  return { reason, ...objectOf(of), ...fileOf(path), objectId, user, withdraws, run: run === '' ? null : run };
}
