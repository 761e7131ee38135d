/** What the service remembers: reading for the rules and the views, writing for decided calls. */
import { createHash, randomUUID } from 'node:crypto';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { inSnapshot, inTransaction } from './database.ts';
import type { LockTarget, NewRfp, PlacedFile, Records, StoredRequest, StoredRfp } from './records.ts';
import { lockKey, requestColumns } from './records.ts';

const columns = Object.keys(requestColumns).filter((name) => name !== 'objectId') as (keyof StoredRequest)[];
const quoted = (name: string) => `"${name}"`;
const listed = [...columns.map(quoted), '"lockKey"'].join(', ');
const selected = ['"objectId"', ...columns.map(quoted)].join(', ');
const open = `not exists (select 1 from requests q where q."rfp" = r."rfp" and q."status" not in ('00', '01'))`;

/** One line of the transaction log; `objectId` and `vref` are null when the call named or made none. */
export interface LoggedTransaction {
  readonly at: string;
  readonly method: string;
  readonly vref: string | null;
  readonly user: string;
  readonly objectId: number | null;
  readonly sev: number;
  readonly msg: string;
}

/** A line about activity on an RFP, for the pipeline server of a *PIPE request in it (interface §6). */
export interface Notification {
  readonly at: string;
  readonly pipe: string;
  readonly tkey: string;
  readonly rfp: number;
  readonly objectId: number;
  readonly what: string;
}

/** The tables, each row as a plain record. */
export interface Tables {
  readonly requests: StoredRequest[];
  readonly rfps: StoredRfp[];
  readonly transactions: (LoggedTransaction & { n: number })[];
  readonly attachments: { objectId: number; filename: string; place: string; bytes: number; sha256: string }[];
  readonly notifications: (Notification & { n: number })[];
}

/** Reads and writes; only `whole` opens a transaction, so that a call is one whatever it writes. */
export class Store implements Records {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #opening = randomUUID();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Runs the work in one transaction. */
  whole<Result>(work: () => Result): Result {
    return inTransaction(this.#database, work);
  }

  request(objectId: number): StoredRequest | null {
    return this.#row<StoredRequest>(`select ${selected} from requests where "objectId" = ?`, objectId);
  }

  lockHolder(target: LockTarget, except: number): number | null {
    const sql = `select "objectId" from requests where "lockKey" = ? and "lock" = '*YES' and "objectId" <> ?`;
    return this.#row<{ objectId: number }>(sql, lockKey(target), except)?.objectId ?? null;
  }

  lastToMove(target: LockTarget): '*MIGRATE' | '*DELETE' | null {
    const sql = `select "rsn" from requests where "lockKey" = ?
      and ("rsn" = '*MIGRATE' or "rsn" = '*DELETE' and "status" not in ('00', '01')) order by "objectId" desc limit 1`;
    return this.#row<{ rsn: '*MIGRATE' | '*DELETE' }>(sql, lockKey(target))?.rsn ?? null;
  }

  rfp(rfp: number): StoredRfp | null {
    return readRfp(this.#row<RfpRow>(`select r.*, ${open} as "open" from rfps r where r."rfp" = ?`, rfp));
  }

  openRfp({ appl, lvl, user, rfpd }: Pick<NewRfp, 'appl' | 'lvl' | 'user' | 'rfpd'>): StoredRfp | null {
    const sql = `select r.*, 1 as "open" from rfps r
      where r."appl" = ? and r."lvl" = ? and r."user" = ? and r."rfpd" = ? and ${open} order by r."rfp" desc limit 1`;
    return readRfp(this.#row<RfpRow>(sql, appl, lvl, user, rfpd));
  }

  authorized(proj: string, appl: string): boolean {
    return this.#row('select 1 from authorizations where "proj" = ? and "appl" = ?', proj, appl) !== null;
  }

  /** The *PIPE requests of an RFP. */
  pipesOf(rfp: number): StoredRequest[] {
    return this.#rows<StoredRequest>(`select ${selected} from requests where "rfp" = ? and "objt" = '*PIPE'`, rfp);
  }

  authorize(proj: string, appl: string): void {
    this.#run('insert or ignore into authorizations ("proj", "appl") values (?, ?)', proj, appl);
  }

  /** Stores a new request and gives its number. */
  addRequest(request: Omit<StoredRequest, 'objectId'>): number {
    const values = [...columns.map((name) => columnOf(request, name)), lockKey(request)];
    return this.#run(`insert into requests (${listed}) values (${values.map(() => '?').join(', ')})`, ...values);
  }

  /** Stores a request that exists, as a whole. */
  replaceRequest(request: StoredRequest): void {
    const assignments = [...columns.map((name) => `"${name}" = ?`), '"lockKey" = ?'].join(', ');
    const values = [...columns.map((name) => columnOf(request, name)), lockKey(request)];
    this.#run(`update requests set ${assignments} where "objectId" = ?`, ...values, request.objectId);
  }

  /** Deletes a request with its attachments; its number is never used again. */
  deleteRequest(objectId: number): void {
    this.#run('delete from attachments where "objectId" = ?', objectId);
    this.#run('delete from requests where "objectId" = ?', objectId);
  }

  /** Makes an RFP and gives its number. */
  addRfp({ appl, lvl, user, rfpd, creq, areq, sreq }: NewRfp): number {
    const sql = `insert into rfps ("appl", "lvl", "user", "rfpd", "creq", "areq", "sreq") values (?, ?, ?, ?, ?, ?, ?)`;
    return this.#run(sql, appl, lvl, user, rfpd, creq, areq, sreq);
  }

  hasGitCopy(objectId: number): boolean {
    return this.#row(`select 1 from attachments where "objectId" = ? and "kind" = 'git'`, objectId) !== null;
  }

  /** The copy of the Git file is the request's own: it goes where the request says that the file is now. */
  moveGitCopy(objectId: number, place: string, filename: string): void {
    const sql = `update attachments set "place" = ?, "filename" = ? where "objectId" = ? and "kind" = 'git'`;
    this.#run(sql, place, filename, objectId);
  }

  /** Stores a file of a request; one in the same place is replaced. */
  putFile(objectId: number, { kind, filename, place, bytes }: PlacedFile): void {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const sql = `insert into attachments ("objectId", "kind", "filename", "place", "sha256", "bytes")
      values (?, ?, ?, ?, ?, ?) on conflict ("objectId", "place") do update
      set "filename" = excluded."filename", "sha256" = excluded."sha256", "bytes" = excluded."bytes"`;
    this.#run(sql, objectId, kind, filename, place, sha256, bytes);
  }

  /** The files of a request, byte for byte. */
  files(objectId: number): { filename: string; bytes: Uint8Array }[] {
    const rows = this.#rows<{ filename: string; bytes: Uint8Array }>(
      'select "filename", "bytes" from attachments where "objectId" = ? order by rowid',
      objectId,
    );
    return rows.map(({ filename, bytes }) => ({ filename, bytes }));
  }

  log({ at, method, vref, user, objectId, sev, msg }: LoggedTransaction): void {
    const sql = `insert into transactions ("at", "method", "vref", "user", "objectId", "sev", "msg")
      values (?, ?, ?, ?, ?, ?, ?)`;
    this.#run(sql, at, method, vref, user, objectId, sev, msg);
  }

  notify({ at, pipe, tkey, rfp, objectId, what }: Notification): void {
    const sql = 'insert into notifications ("at", "pipe", "tkey", "rfp", "objectId", "what") values (?, ?, ?, ?, ?, ?)';
    this.#run(sql, at, pipe, tkey, rfp, objectId, what);
  }

  /** Everything, without the bytes of attachments; each table in the order in which its rows were made. */
  tables(): Tables {
    const attachments = `select "objectId", "filename", "place", length("bytes") as "bytes", "sha256"
      from attachments order by rowid`;
    return inSnapshot(this.#database, () => ({
      requests: this.#rows(`select ${selected} from requests order by "objectId"`),
      rfps: this.#rows<RfpRow>(`select r.*, ${open} as "open" from rfps r order by r."rfp"`).map(
        (row) => readRfp(row) as StoredRfp,
      ),
      transactions: this.#rows('select * from transactions order by "n"'),
      attachments: this.#rows(attachments),
      notifications: this.#rows('select * from notifications order by "n"'),
    }));
  }

  /** Another text whenever anything was written since, by this process or another; never one of another opening. */
  version(): string {
    const sql = `select total_changes() as "own", (select "data_version" from pragma_data_version) as "others"`;
    const row = this.#row<{ own: number; others: number }>(sql);
    return `${this.#opening}-${row?.own}-${row?.others}`;
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }

  #row<Row>(sql: string, ...values: SQLInputValue[]): Row | null {
    return (this.#prepared(sql).get(...values) as Row | undefined) ?? null;
  }

  #rows<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#prepared(sql).all(...values) as unknown as Row[];
  }

  #run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#prepared(sql).run(...values).lastInsertRowid);
  }
}

type RfpRow = Omit<StoredRfp, 'open'> & { readonly open: number };

function readRfp(row: RfpRow | null): StoredRfp | null {
  return row && { ...row, open: row.open === 1 };
}

function columnOf(request: Omit<StoredRequest, 'objectId'>, name: keyof StoredRequest): SQLInputValue {
  return (request as StoredRequest)[name];
}
