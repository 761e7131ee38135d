import { isLeaseOver, type RunName } from '../ledger/lease.ts';
import type { NotedRuns } from '../ledger/note.ts';
import type { BranchRecord, CheckOut, Exception, ReadRecord, Standing, Tried } from '../ledger/record.ts';
import { listCheckOutPaths } from '../ledger/shards.ts';
import type { Identity } from '../plan/identity.ts';
import type { Status, StatusCall, StatusOpen, StatusRecord, StatusRun } from './status.ts';

/** Everything that the status is made of; `damaged`: a line for each record that cannot be read; `tool`: the version of the program. */
export interface StatusSources {
  readonly records: readonly ReadRecord[];
  readonly damaged: readonly string[];
  readonly noted: NotedRuns;
  /** Where the branch of a record is at the remote; null: it is gone; undefined: not known. */
  readonly tipOf: (record: BranchRecord) => string | null | undefined;
  /** The files that changed on the branch since its settled commit, by key (toPathKey), with their OIDs; null: deleted. */
  readonly changedIn: (record: BranchRecord) => Iterable<readonly [string, string | null]>;
  readonly now: Date;
  readonly tool: string;
}

/** The question of a user; the records are those of `branch` already. `user`: at the service or the host, in any case. */
export type StatusQuestion = Status['asked'] & {
  /** True for a path that `paths` select; without any, for all. */
  readonly isChosen: (path: string) => boolean;
};

/** The rows of one record, without its place among the others. */
type Rows = ReturnType<typeof collectRows>;
type Unplaced<Row> = Omit<Row, 'record' | 'branch'>;

/** Returns the commits from which open requests were filed, and those at which failed paths first failed: notes there say who pushed. */
export function collectCommits(records: readonly BranchRecord[]): Set<string> {
  const commits = records.flatMap(({ checkOuts, exceptions }) => [
    ...[...checkOuts.values()].flatMap(({ stands }) => stands?.commit ?? []),
    ...[...exceptions.values()].flatMap(({ failed }) => failed?.since.head ?? []),
  ]);
  return new Set(commits);
}

/**
 * Returns the status: records, and the open requests, changes, calls and runs that a question asks for, as the ledger knows. Records are
 * sorted by service, repository, ID, branch, mapping; under `paths` or `user` those without a row are left out. Rows follow records, then
 * paths (runs: as in the record), but changes with `needsPerson` are first. Of all records: `verified` (null if any is null), `damaged`.
 */
export function makeStatus(known: StatusSources, asked: StatusQuestion): Status {
  const { now, tool, damaged } = known;
  const hasRows = (rows: Rows) => Object.values(countLists(rows)).some((count) => count > 0);
  const all = known.records
    .toSorted(compareByKey)
    .map((record) => collectRows(record, known, asked))
    .filter((rows) => !isPartial(asked) || hasRows(rows));
  const placeRows = <Row>(rowsIn: (rows: Rows) => readonly Row[]) =>
    all.flatMap((rows, n) => rowsIn(rows).map((row) => ({ record: n, branch: rows.read.record.branch, ...row })));
  const lists = {
    open: placeRows(({ open }) => open).toSorted((one, other) => Number(other.needsPerson) - Number(one.needsPerson)),
    unanswered: placeRows((rows) => rows.unanswered),
    runs: placeRows((rows) => rows.runs),
    requests: placeRows((rows) => rows.requests),
  };
  const { branch, paths, user } = asked;
  // Without a secret nothing can be verified.
  const isVerifiable = known.records.every((one) => one.verified !== null);
  const verified = isVerifiable ? known.records.every((one) => one.verified === true) : null;
  return {
    ...{ version: 1, tool, at: now.toISOString(), asked: { branch, paths, user }, verified },
    counts: { records: all.length, ...countLists(lists) },
    damaged,
    records: all.map((rows) => buildRecordRow(rows, known)),
    ...lists,
  };
}

/** True if the question names paths or a user, so that a record may have rows that are not asked for. */
function isPartial({ paths, user }: StatusQuestion): boolean {
  return paths.length > 0 || user !== null;
}

/** Compares records, for a sort, by service, repository, repository ID, branch and mapping. */
function compareByKey({ record: one }: ReadRecord, { record: other }: ReadRecord): number {
  for (const name of ['service', 'repository', 'repo', 'branch', 'mapping'] as const) {
    if (one[name] !== other[name]) return one[name] < other[name] ? -1 : 1;
  }
  return 0;
}

/** Returns the number of rows in each list. */
function countLists({ requests, open, unanswered, runs }: Record<keyof StatusRecord['counts'], readonly unknown[]>) {
  return { requests: requests.length, open: open.length, unanswered: unanswered.length, runs: runs.length };
}

/**
 * Returns the row of a record: its key, settled commit (`head`), `verified`; counts of the rows asked for; `gone` (null: not known); `tip`,
 * the branch's commit at the remote (null: gone, or not known); `notSettled`, how many files a run could not settle, asked for or not.
 */
function buildRecordRow(rows: Rows, { tipOf }: StatusSources): StatusRecord {
  const { record, verified } = rows.read;
  const { service, repository, repo, mapping, branch, settled, exceptions } = record;
  const tip = tipOf(record);
  return {
    ...{ service, repository, repo, mapping, branch, head: settled.commit, verified, counts: countLists(rows) },
    ...{ gone: tip === undefined ? null : tip === null, tip: tip ?? null },
    notSettled: [...exceptions.values()].filter(isOpen).length,
  };
}

/** True for an exception whose change a run could not file, or may have sent; false for undefined, or if it only names settled content. */
function isOpen(exception: Exception | undefined): boolean {
  return exception?.failed !== undefined || exception?.unknown === true;
}

/**
 * Returns the rows of a record that are asked for, each list but the runs sorted by path. Under `paths` or `user` only runs with a call
 * that is asked for. While a run is under way, its calls are not among the unanswered ones, and changes that no run has dealt with are left
 * out. A user is the name at the service (requests, calls) or the account at the host (requests, changes), in any case.
 */
function collectRows(read: ReadRecord, { now, noted, changedIn }: StatusSources, asked: StatusQuestion) {
  const { record } = read;
  const checkOuts = [...record.checkOuts.values()];
  const user = asked.user?.toLowerCase() ?? null;
  const matchesAskedUser = (...names: (string | null)[]) =>
    user === null || names.some((name) => name?.toLowerCase() === user);
  const isCallAsked = (call: Unplaced<StatusCall>) => asked.isChosen(call.path) && matchesAskedUser(call.user);
  const calls = checkOuts.flatMap((of) => of.tried.map((tried) => buildCallRow(of, tried))).filter(isCallAsked);
  const runs = record.leases.map((lease): Unplaced<StatusRun> => {
    const { run, head, until } = lease;
    const { length } = calls.filter((call) => call.run === run);
    return { run, commit: head, calls: length, until, over: isLeaseOver(lease, nobody, now) };
  });
  const alive = new Set(runs.filter(({ over }) => !over).map(({ run }) => run));
  return {
    read,
    requests: checkOuts
      .flatMap((of) => (of.stands === null ? [] : [buildRequestRow(of, of.stands, record, noted)]))
      .filter(({ path, user: sent, account }) => asked.isChosen(path) && matchesAskedUser(sent, account))
      .toSorted(compareByPath),
    open: [
      ...[...record.exceptions]
        .filter(([, exception]) => isOpen(exception))
        .map(([path, exception]) => buildOpenRow(path, exception, record, noted)),
      ...(alive.size > 0 ? [] : [...changedIn(record)].flatMap(([key, oid]) => buildOwedRows(key, oid, record))),
    ]
      .filter(({ path, since }) => asked.isChosen(path) && matchesAskedUser(since?.account ?? null))
      .toSorted(compareByPath),
    unanswered: calls.filter(({ run }) => run === null || !alive.has(run)).toSorted(compareByPath),
    runs: runs.filter((run) => !isPartial(asked) || run.calls > 0),
  };
}

/** The name of a command that only looks: no lease is its own. */
const nobody: RunName = { run: '', id: null, attempt: 0, instance: '' };

/** Compares rows by path, for a sort, in the order of UTF-16 units. */
function compareByPath({ path: one }: { readonly path: string }, { path: other }: { readonly path: string }): number {
  return one < other ? -1 : Number(one > other);
}

/** Returns the path of a key (see toPathKey) as text; one that is not UTF-8 with U+FFFD, and its bytes in base64 as `pathBase64`. */
function toReadablePath(key: string): Pick<StatusOpen, 'path' | 'pathBase64'> {
  if (!key.startsWith('\0')) return { path: key };
  const pathBase64 = key.slice(1);
  return { path: Buffer.from(pathBase64, 'base64').toString('utf8'), pathBase64 };
}

/** Returns only the identity of a check-out; for undefined that of an object that is not known ('', 0, null). */
function toIdentity({ appl = '', lvl = 0, objn = '', type = null, rpth = null }: Partial<Identity> = {}): Identity {
  return { appl, lvl, objn, type, rpth };
}

/** Returns the row of a check-out's request that is open at the service, with who filed it when, as far as the notes know. */
function buildRequestRow(of: CheckOut, stands: Standing, record: BranchRecord, noted: NotedRuns) {
  const { objectId, reason, rfp, path } = stands;
  return { objectId, reason, ...toIdentity(of), rfp, ...toReadablePath(path), ...noted.findFiler(stands, record) };
}

/**
 * Returns the row of a path that is not settled. The object is that of a check-out at the path, else unknown; the reason that of its last
 * call without an answer, else `*RECOMPILE` if only a compilation is owed, `*DELETE` if a delete failed, or `*MIGRATE`. `since`: the first
 * run in which the path failed so, null if not known; `outcome`: how it failed; if it did not, `unknown`, as something may have been sent.
 */
function buildOpenRow(path: string, exception: Exception, record: BranchRecord, noted: NotedRuns) {
  const { failed, causes } = exception;
  const at = record.checkOuts.values().find((of) => listCheckOutPaths(of).has(path));
  const deletes = failed?.blob === null && failed.outcome !== 'unmapped';
  const compiles = causes !== undefined && failed?.blob === exception.was;
  const likely = compiles ? '*RECOMPILE' : deletes ? '*DELETE' : '*MIGRATE';
  const reason = at?.tried.at(-1)?.reason ?? likely;
  const about = { reason, ...toIdentity(at), ...toReadablePath(path) };
  const why = 'something may have been sent for it';
  if (failed === undefined) return { ...about, outcome: 'unknown', why, needsPerson: false, since: null };
  const { outcome, said, person, since } = failed;
  const { run, actor, head } = since;
  const first = { run, account: actor, commit: head, at: noted.findRun(head, record, run)?.at ?? null };
  return { ...about, outcome, why: said, needsPerson: person, since: run === '' ? null : first };
}

/** Returns one row, `owed` (`*DELETE` if `oid` is null), for a file changed since the settled commit; [] if it has an open exception. */
function buildOwedRows(key: string, oid: string | null, { exceptions, settled }: BranchRecord): Unplaced<StatusOpen>[] {
  if (isOpen(exceptions.get(key))) return [];
  const why = `changed since ${settled.commit?.slice(0, 12)}, and not filed yet`;
  const reason = oid === null ? '*DELETE' : '*MIGRATE';
  return [{ reason, ...toIdentity(), ...toReadablePath(key), outcome: 'owed', why, needsPerson: false, since: null }];
}

/** Returns the row of a call of a check-out that was recorded before it was sent, and whose answer is not recorded. */
function buildCallRow(of: CheckOut, { objectId, reason, path, does, run, fields }: Tried): Unplaced<StatusCall> {
  // An unsealed record may have a number there.
  const user = typeof fields.user === 'string' ? fields.user : null;
  const about = { reason, ...toIdentity(of), ...toReadablePath(path), objectId, user };
  return { ...about, withdraws: does === 'withdraw', run: run === '' ? null : run };
}
