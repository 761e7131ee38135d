/** The service's SQLite database: opening it, and one transaction per call. Several services may share a file. */
import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { Problem, toMessage } from '../errors.ts';
import { requestColumns } from './records.ts';

/** How long a start waits for another process that holds the file, in milliseconds. */
const startPatience = 5000;
/** How long a call waits for it, in milliseconds. Nothing else is answered meanwhile, so it is short. */
const callPatience = 250;

const { objectId: _, ...columns } = requestColumns;
const definitions = Object.entries(columns).map(([name, type]) => `"${name}" ${type} not null, `);

/** Numbers start apart, so that a request number is not taken for an RFP number by accident; none is used twice. */
const tables = `
  create table requests ("objectId" integer primary key autoincrement, ${definitions.join('')}"lockKey" text not null);
  create unique index locks on requests ("lockKey") where "lock" = '*YES';
  create table rfps ("rfp" integer primary key autoincrement, "appl" text not null, "lvl" integer not null,
    "user" text not null, "rfpd" text not null, "creq" text not null, "areq" text not null, "sreq" text not null);
  create index requestsOfRfp on requests ("rfp");
  create table attachments ("objectId" integer not null, "kind" text not null, "filename" text not null,
    "place" text not null, "sha256" text not null, "bytes" blob not null, primary key ("objectId", "place"));
  create table transactions ("n" integer primary key autoincrement, "at" text not null, "method" text not null,
    "vref" text, "user" text not null, "objectId" integer, "objn" text, "objt" text, "sev" integer not null, "msg" text not null);
  create table notifications ("n" integer primary key autoincrement, "at" text not null, "pipe" text not null,
    "tkey" text not null, "rfp" integer not null, "objectId" integer not null, "what" text not null);
  create table authorizations ("proj" text not null, "appl" text not null, primary key ("proj", "appl"));
  insert into sqlite_sequence ("name", "seq") values ('requests', 10000), ('rfps', 100);
`;

/** SQLite's mark of what program a file belongs to. */
const fileMark = 0x66636f73;
/** Tells the tables apart from those of any other version, so that a file of another version is not misread. */
const tablesVersion = createHash('sha256').update(tables).digest().readUInt16BE() + 1;

/**
 * Opens a database file, or one in memory (`:memory:`), and creates its tables if it is new. Waits up to 5 s for each lock of another
 * process, later calls 0.25 s. Commits survive a kill. @throws Problem usage for a file that is unusable, or of another version (unchanged)
 */
export function openDatabase(file: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    const opened = new DatabaseSync(file, { timeout: startPatience });
    database = opened;
    switchToWal(opened, file);
    opened.exec('pragma synchronous = full; pragma trusted_schema = off');
    runInTransaction(opened, () => {
      if (isNew(opened, file)) opened.exec(tables);
      // In any case: SQLite opens a file that cannot be written too, and would fail only at the first call.
      opened.exec(`pragma user_version = ${tablesVersion}; pragma application_id = ${fileMark}`);
    });
    opened.exec(`pragma busy_timeout = ${callPatience}`);
    return opened;
  } catch (error) {
    database?.close();
    if (error instanceof Problem) throw error;
    const message = `The service's database ${file} cannot be used: ${toMessage(error)}.`;
    const remedy = 'Name a file that can be written, in an existing folder that can be written too, or :memory:.';
    throw new Problem('usage', message, remedy, { cause: error });
  }
}

/** Switches a file to a WAL; tries for up to 5 seconds while another process does that. @throws Problem usage as isNew; SQLite's error */
function switchToWal(database: DatabaseSync, file: string): void {
  const end = Date.now() + startPatience;
  while (true) {
    try {
      runInTransaction(database, () => isNew(database, file), 'begin');
      database.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      // Here SQLite itself does not wait.
      if (!isBusy(error) || Date.now() > end) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

/** Runs work in one transaction and returns its result; an error undoes it and is thrown. @param begin `begin`, for reads: no write lock */
export function runInTransaction<Result>(database: DatabaseSync, work: () => Result, begin = 'begin immediate') {
  database.exec(begin);
  try {
    const result = work();
    database.exec('commit');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}

/** True for an error which says that another process holds the database (SQLITE_BUSY or SQLITE_LOCKED, also with a finer code). */
export function isBusy(error: unknown): boolean {
  const primary = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  return primary === 5 || primary === 6;
}

/** True if a database is empty, false if it has this version's tables. Call it in a transaction. @throws Problem usage for any other */
function isNew(database: DatabaseSync, file: string): boolean {
  const sql = `select user_version as "version", application_id as "mark", (select count(*) from sqlite_schema) as "parts"
    from pragma_user_version, pragma_application_id`;
  const { version, mark, parts } = database.prepare(sql).get() ?? {};
  if (mark === fileMark) {
    if (version === tablesVersion) return false;
    const message = `The service's database ${file} was made by another version of this program, with other tables.`;
    const remedy = 'Name a new file; the old one can still be used with the version that made it.';
    throw new Problem('usage', message, remedy);
  }
  if (version === 0 && parts === 0) return true;
  const remedy = 'Name a file that does not exist yet, or one that serve made.';
  throw new Problem('usage', `The file ${file} is a database of another program.`, remedy);
}
