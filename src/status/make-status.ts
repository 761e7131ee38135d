import { isOver, type Machine, type RunName } from '../ledger/lease.ts';
import type { NotedRuns } from '../ledger/noted-runs.ts';
import type { LedgerRecord } from '../ledger/record.ts';
import type { Identity } from '../plan/identity.ts';
import type { Remark, Status, StatusCall, StatusOpen, StatusRecord, StatusRequest, StatusRun } from './status.ts';

/** A record as it was read: whether its seal fits; null: no secret was given. */
export type ReadRecord = LedgerRecord & { readonly verified: boolean | null };

/** What the status is made of. */
export interface Known {
  readonly records: readonly ReadRecord[];
  /** A line for each record that cannot be read. */
  readonly damaged: readonly string[];
  readonly noted: NotedRuns;
  readonly now: Date;
  /** Tells which runs of this machine were killed; absent: leases count. */
  readonly machine?: Machine | undefined;
  /** Version of the program. */
  readonly tool: string;
}

/** What is asked for; the records are those of the branch already. */
export interface Asked {
  readonly branch: string | null;
  readonly paths: readonly string[];
  readonly user: string | null;
  readonly isChosen: (path: string) => boolean;
}

/** What a record has to say, without its place among the others. */
interface Rows {
  readonly record: ReadRecord;
  readonly requests: readonly Unplaced<StatusRequest>[];
  readonly open: readonly Unplaced<StatusOpen>[];
  readonly unanswered: readonly Unplaced<StatusCall>[];
  readonly runs: readonly Unplaced<StatusRun>[];
}
type Unplaced<Row> = Omit<Row, 'record' | 'branch'>;

/** The commits whose notes tell who filed what is in the records, and when. */
export function commitsOf(records: readonly LedgerRecord[]): Set<string> {
  const commits = new Set<string>();
  for (const { filed, open } of records) {
    for (const { commit, since } of filed) commits.add(since ?? commit);
    for (const { openSince } of open) if (openSince !== undefined) commits.add(openSince.head);
  }
  return commits;
}

/** What is open at the service, and what is still to be filed, as far as the ledger knows. */
export function makeStatus(known: Known, asked: Asked): Status {
  const { now, tool, damaged } = known;
  const hasRows = ({ requests, open, unanswered, runs }: Rows) =>
    requests.length + open.length + unanswered.length + runs.length > 0;
  const isPart = asked.paths.length > 0 || asked.user !== null;
  const all = known.records
    .toSorted(byKey)
    .map((record) => rowsOf(record, known, asked))
    .filter((rows) => !isPart || hasRows(rows));
  const placed = <Row>(rowsIn: (rows: Rows) => readonly Row[]) =>
    all.flatMap((rows, n) => rowsIn(rows).map((row) => ({ record: n, branch: rows.record.branch, ...row })));
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
    records: all.map(recordOf),
    ...lists,
  };
}

function byKey(one: LedgerRecord, other: LedgerRecord): number {
  for (const name of ['service', 'repo', 'branch', 'mapping'] as const) {
    if (one[name] !== other[name]) return one[name] < other[name] ? -1 : 1;
  }
  return 0;
}

function verifiedOf(records: readonly ReadRecord[]): boolean | null {
  if (records.some(({ verified }) => verified === null)) return null;
  return records.every(({ verified }) => verified === true);
}

function countsOf({ requests, open, unanswered, runs }: Omit<Rows, 'record'>): StatusRecord['counts'] {
  const calls = unanswered.filter(({ waits }) => waits).length;
  return { requests: requests.length, open: open.length, unanswered: calls, runs: runs.length };
}

function recordOf(rows: Rows): StatusRecord {
  const { service, repo, mapping, branch, head, verified, claims } = rows.record;
  const mayWait = claims?.paths.length ?? 0;
  return { service, repo, mapping, branch, head, verified, counts: countsOf(rows), mayWait };
}

function rowsOf(record: ReadRecord, known: Known, asked: Asked): Rows {
  const { machine, now } = known;
  const runs = record.runs.map((run) => ({ ...run, over: machine?.isGone(run) === true || isOver(run, nobody, now) }));
  const lost = runs.filter(({ over }) => over).flatMap(({ run, calls }) => calls.map((call) => callOf(call, run)));
  const unanswered = [...record.unanswered.map((call) => callOf(call, null)), ...lost];
  const user = asked.user?.toLowerCase() ?? null;
  const isOf = (...names: (string | null)[]) => user === null || names.some((name) => name?.toLowerCase() === user);
  const isCallAsked = (call: Unplaced<StatusCall>) => asked.isChosen(call.path) && isOf(call.user);
  const isRunAsked = ({ calls, run }: (typeof runs)[number]) =>
    (user === null && asked.paths.length === 0) || calls.some((call) => isCallAsked(callOf(call, run)));
  return {
    record,
    requests: record.filed
      .map((entry) => requestOf(entry, record, known.noted))
      .filter(({ path, user: sent, account }) => asked.isChosen(path) && isOf(sent, account))
      .toSorted(byPath),
    open: record.open
      .map((change) => openOf(change, record, known.noted))
      .filter(({ path, since }) => asked.isChosen(path) && isOf(since?.account ?? null))
      .toSorted(byPath),
    unanswered: unanswered.filter(isCallAsked).toSorted(byPath),
    runs: runs.filter(isRunAsked).map(({ run, head, calls, until, over }) => {
      return { run, commit: head, calls: calls.length, until, over };
    }),
  };
}

/** Whoever only looks is none of the runs. */
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

function requestOf(entry: LedgerRecord['filed'][number], record: LedgerRecord, noted: NotedRuns) {
  const { objectId, reason, rfp } = entry;
  const { user, account, run, commit, at } = noted.filerOf(entry, record);
  return {
    ...{ objectId, reason, ...objectOf(entry), rfp, ...fileOf(entry.path) },
    ...{ user, account, run, commit, at, remarks: remarksOf(entry) },
  };
}

/** A record that nobody has sealed may have a number there. */
function userOf({ user }: { readonly user?: unknown }): string | null {
  return typeof user === 'string' ? user : null;
}

function remarksOf({ closed, claimed, left }: LedgerRecord['filed'][number]): Remark[] {
  return [
    ...(closed === true ? (['earlierBranch'] as const) : []),
    ...(claimed === true ? (['claimed'] as const) : []),
    ...(left === undefined ? [] : [left]),
  ];
}

function openOf(change: LedgerRecord['open'][number], record: LedgerRecord, noted: NotedRuns) {
  const { reason, outcome, why, needsPerson, openSince } = change;
  const said = openSince === undefined ? null : noted.of(openSince.head, record, openSince.run);
  const since =
    openSince === undefined
      ? null
      : { run: openSince.run, account: openSince.actor, commit: openSince.head, at: said?.at ?? null };
  return { reason, ...objectOf(change), ...fileOf(change.path), outcome, why, needsPerson, since };
}

function callOf(call: LedgerRecord['unanswered'][number], run: string | null): Unplaced<StatusCall> {
  const { reason, objectId, sent, withdraws, closed } = call;
  return {
    ...{ reason, ...objectOf(call), ...fileOf(call.path), objectId },
    user: userOf(sent ?? {}),
    withdraws: withdraws === true,
    waits: closed !== true,
    run,
  };
}
