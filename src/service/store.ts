/** The service's stored records: reads for the rules and the views, writes for decided calls. */
import { createHash, randomUUID } from 'node:crypto';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { runInTransaction } from './database.ts';
import { buildLockKey, type LockTarget } from './objects.ts';
import { type NewRfp, type PlacedFile, requestColumns, type StoredRequest, type StoredRfp } from './records.ts';

/** Returns names of columns for SQL: in double quotes, with commas between. */
const quoteNames = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');
const selected = quoteNames(Object.keys(requestColumns));
const open = `not exists (select 1 from requests q where q."rfp" = r."rfp" and q."status" not in ('00', '01'))`;

/** A line of the transaction log. `objn` and `objt`: of the request, else as sent. Null: not known. */
type LoggedTransaction = Record<'at' | 'method' | 'user' | 'msg', string> &
  Record<'vref' | 'objn' | 'objt', string | null> & { objectId: number | null; sev: number };

/** A line about activity on an RFP, for the pipeline server of a *PIPE request in it (interface §6). */
type Notification = Pick<StoredRequest, 'pipe' | 'tkey' | 'rfp' | 'objectId'> & { at: string; what: string };

/** Everything stored, but for the bytes of attachments, and authorizations. */
export type Inspection = ReturnType<Store['inspect']>;

/** An attachment: its SHA-256 is lower-case hex, `bytes` the number of its bytes. */
type Attachment = { objectId: number; filename: string; place: string; bytes: number; sha256: string };

/** The reads that rules may make while they decide. */
export type Records = Pick<
  Store,
  'request' | 'lockHolder' | 'lastMoveReason' | 'hasGitCopy' | 'isFilled' | 'rfp' | 'findOpenRfp' | 'isAuthorized'
>;

/** Reads and writes; only `transaction` opens a transaction, so that each call is one. */
export class Store {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #opening = randomUUID();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Runs work in one transaction and returns its result; an error undoes all of it, and is thrown again. */
  transaction<Result>(work: () => Result): Result {
    return runInTransaction(this.#database, work);
  }

  /** Returns a request by its number; null if there is none, or it was deleted. */
  request(objectId: number): StoredRequest | null {
    return this.#row<StoredRequest>(`select ${selected} from requests where "objectId" = ?`, objectId);
  }

  /** Returns the number of the request, other than `except`, that holds the lock on this object; null if there is none. */
  lockHolder(target: LockTarget, except: number): number | null {
    const sql = `select "objectId" from requests where "lockKey" = ? and "lock" = '*YES' and "objectId" <> ?`;
    return this.#row<{ objectId: number }>(sql, buildLockKey(target), except)?.objectId ?? null;
  }

  /** Returns `rsn` of the object's newest request at that level that is *MIGRATE, or *DELETE past status 01; null if there is no such. */
  lastMoveReason(target: LockTarget): '*MIGRATE' | '*DELETE' | null {
    const sql = `select "rsn" from requests where "lockKey" = ?
      and ("rsn" = '*MIGRATE' or "rsn" = '*DELETE' and "status" not in ('00', '01')) order by "objectId" desc limit 1`;
    return this.#row<{ rsn: '*MIGRATE' | '*DELETE' }>(sql, buildLockKey(target))?.rsn ?? null;
  }

  /** Returns an RFP by its number; null if there is none. */
  rfp(rfp: number): StoredRfp | null {
    return this.#rfps('where r."rfp" = ?', rfp)[0] ?? null;
  }

  /** Returns the newest open RFP (also one without requests) of that application, level, user and description; null if there is none. */
  findOpenRfp({ appl, lvl, user, rfpd }: NewRfp): StoredRfp | null {
    const sql = `where r."appl" = ? and r."lvl" = ? and r."user" = ? and r."rfpd" = ? and ${open} order by r."rfp" desc`;
    return this.#rfps(`${sql} limit 1`, appl, lvl, user, rfpd)[0] ?? null;
  }

  /** True if an earlier call authorized the project for the application; the site file is not looked at. */
  isAuthorized(proj: string, appl: string): boolean {
    return this.#row('select 1 from authorizations where "proj" = ? and "appl" = ?', proj, appl) !== null;
  }

  /** Returns the *PIPE requests that are in an RFP; calls.ts makes at most one for each pipeline job. */
  pipesOf(rfp: number): StoredRequest[] {
    return this.#rows(`select ${selected} from requests where "rfp" = ? and "objt" = '*PIPE'`, rfp);
  }

  /** True if an attachment, or a request with `copy` *YES, has filled that place (a text such as formatSourcePlace returns). */
  isFilled(place: string): boolean {
    const sql = 'select 1 from attachments where "place" = ?1 union all select 1 from requests where "copied" = ?1';
    return this.#row(sql, place) !== null;
  }

  /** Stores that a project is authorized for an application; does nothing if that is stored already. */
  authorize(proj: string, appl: string): void {
    this.#run('insert or ignore into authorizations ("proj", "appl") values (?, ?)', proj, appl);
  }

  /** Stores a new request and returns it with its number. @throws SQLite's error if it has a lock that another request holds */
  addRequest(request: Omit<StoredRequest, 'objectId'>): StoredRequest {
    return { ...request, objectId: this.#insert('requests', toColumns(request)) };
  }

  /** Overwrites all fields of the request with this number, if there is one. @throws as addRequest */
  replaceRequest(request: StoredRequest): void {
    const columns = toColumns(request);
    const assignments = Object.keys(columns).map((name) => `"${name}" = ?`);
    const sql = `update requests set ${assignments.join(', ')} where "objectId" = ?`;
    this.#run(sql, ...Object.values(columns), request.objectId);
  }

  /** Deletes a request with its attachments, if there is one; its number is never used again. RFP and log lines stay. */
  deleteRequest(objectId: number): void {
    this.#run('delete from attachments where "objectId" = ?', objectId);
    this.#run('delete from requests where "objectId" = ?', objectId);
  }

  /** Stores a new RFP and returns its number. */
  addRfp({ appl, lvl, user, rfpd, creq, areq, sreq }: NewRfp): number {
    return this.#insert('rfps', { appl, lvl, user, rfpd, creq, areq, sreq });
  }

  /** True if a copy of the Git file is stored with the request. */
  hasGitCopy(objectId: number): boolean {
    return this.#row(`select 1 from attachments where "objectId" = ? and "kind" = 'git'`, objectId) !== null;
  }

  /** Gives the request's copy of the Git file, if any, another place and file name. */
  moveGitCopy(objectId: number, place: string, filename: string): void {
    const sql = `update attachments set "place" = ?, "filename" = ? where "objectId" = ? and "kind" = 'git'`;
    this.#run(sql, place, filename, objectId);
  }

  /** Stores a file of a request; replaces the one that the request has in the same place. */
  putFile(objectId: number, { kind, filename, place, bytes }: PlacedFile): void {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const sql = `insert into attachments ("objectId", "kind", "filename", "place", "sha256", "bytes")
      values (?, ?, ?, ?, ?, ?) on conflict ("objectId", "place") do update
      set "kind" = excluded."kind", "filename" = excluded."filename", "sha256" = excluded."sha256", "bytes" = excluded."bytes"`;
    this.#run(sql, objectId, kind, filename, place, sha256, bytes);
  }

  /** Returns the files of a request, byte for byte, in the order in which their places were first filled; [] for an unknown request. */
  files(objectId: number): { filename: string; sha256: string; bytes: Uint8Array }[] {
    const sql = 'select "filename", "sha256", "bytes" from attachments where "objectId" = ? order by rowid';
    return this.#rows(sql, objectId);
  }

  /** Adds a line to the transaction log. */
  log(line: LoggedTransaction): void {
    this.#insert('transactions', { ...line });
  }

  /** Adds a line to the notifications; nothing is sent. */
  notify({ at, pipe, tkey, rfp, objectId, what }: Notification): void {
    this.#insert('notifications', { at, pipe, tkey, rfp, objectId, what });
  }

  /** Adds a notification for each *PIPE request in the RFP of a request; none without an RFP (§6). @param what as `request updated` */
  notifyPipelines({ rfp, objectId }: StoredRequest, what: string, at: string): void {
    if (rfp === 0) return;
    for (const { pipe, tkey } of this.pipesOf(rfp)) this.notify({ at, pipe, tkey, rfp, objectId, what });
  }

  /** Reads all tables but authorizations in one snapshot, oldest rows first; RFPs with request numbers, attachments without content. */
  inspect() {
    const readTables = () => {
      const requests = this.#rows<StoredRequest>(`select ${selected} from requests order by "objectId"`);
      const byRfp = Map.groupBy(requests, ({ rfp }) => rfp);
      const numbersIn = (rfp: number) => (byRfp.get(rfp) ?? []).map(({ objectId }) => objectId);
      return {
        requests,
        rfps: this.#rfps('order by r."rfp"').map((rfp) => ({ ...rfp, requests: numbersIn(rfp.rfp) })),
        transactions: this.#rows<LoggedTransaction & { n: number }>('select * from transactions order by "n"'),
        attachments:
          this.#rows<Attachment>(`select "objectId", "filename", "place", length("bytes") as "bytes", "sha256"
          from attachments order by rowid`),
        notifications: this.#rows<Notification & { n: number }>('select * from notifications order by "n"'),
      };
    };
    return runInTransaction(this.#database, readTables, 'begin');
  }

  /** Returns a text that changes with every write, of this process or another, and each time the database is opened. */
  version(): string {
    const sql = `select total_changes() as "own", (select "data_version" from pragma_data_version) as "others"`;
    const row = this.#row<{ own: number; others: number }>(sql);
    return `${this.#opening}-${row?.own}-${row?.others}`;
  }

  /** Returns the prepared statement for a text, the same one each time. */
  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }

  /** Returns the first row that a statement reads; null if there is none. */
  #row<Row>(sql: string, ...values: SQLInputValue[]): Row | null {
    return (this.#prepared(sql).get(...values) as Row | undefined) ?? null;
  }

  #rows<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#prepared(sql).all(...values) as unknown as Row[];
  }

  /** Reads RFPs. @param rest the SQL after `from rfps r` */
  #rfps(rest: string, ...values: SQLInputValue[]): StoredRfp[] {
    const sql = `select r.*, ${open} as "open" from rfps r ${rest}`;
    const rows = this.#rows<Omit<StoredRfp, 'open'> & { readonly open: number }>(sql, ...values);
    return rows.map((row) => ({ ...row, open: row.open === 1 }));
  }

  /** Adds a row to a table and returns its number. */
  #insert(table: string, columns: Readonly<Record<string, SQLInputValue>>): number {
    const values = Object.values(columns);
    const places = values.map(() => '?').join(', ');
    return this.#run(`insert into ${table} (${quoteNames(Object.keys(columns))}) values (${places})`, ...values);
  }

  /** Carries out a statement, and returns the number of the last row that was inserted. */
  #run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#prepared(sql).run(...values).lastInsertRowid);
  }
}

/** Returns a request's columns with their values: all but its number, in the order of the table, then its lock key. */
function toColumns(request: Omit<StoredRequest, 'objectId'>): Record<string, SQLInputValue> {
  const { objectId: _, ...columns } = requestColumns;
  const names = Object.keys(columns) as (keyof typeof columns)[];
  return { ...Object.fromEntries(names.map((name) => [name, request[name]])), lockKey: buildLockKey(request) };
}
