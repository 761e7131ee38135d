/** The service's database: tables, and one transaction per call (SQLite through node:sqlite). Several services may share a file. */
import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { messageOf, Problem } from '../errors.ts';
import { requestColumns } from './records.ts';

const fileMark = 0x66636f73;

const requestTable = Object.entries(requestColumns)
  .map(([name, type]) =>
    name === 'objectId' ? '"objectId" integer primary key autoincrement' : `"${name}" ${type} not null`,
  )
  .join(', ');

/** Numbers start apart, so that a request number is not taken for an RFP number by accident; none is used twice. */
const tables = `
  create table requests (${requestTable}, "lockKey" text not null);
  create unique index locks on requests ("lockKey") where "lock" = '*YES';
  create table rfps ("rfp" integer primary key autoincrement, "appl" text not null, "lvl" integer not null,
    "user" text not null, "rfpd" text not null, "creq" text not null, "areq" text not null, "sreq" text not null);
  create index requestsOfRfp on requests ("rfp");
  create table attachments ("objectId" integer not null, "kind" text not null, "filename" text not null,
    "place" text not null, "sha256" text not null, "bytes" blob not null, primary key ("objectId", "kind"));
  create table transactions ("n" integer primary key autoincrement, "at" text not null, "method" text not null,
    "vref" text, "user" text not null, "objectId" integer, "sev" integer not null, "msg" text not null);
  create table notifications ("n" integer primary key autoincrement, "at" text not null, "pipe" text not null,
    "tkey" text not null, "rfp" integer not null, "objectId" integer not null, "what" text not null);
  create table authorizations ("proj" text not null, "appl" text not null, primary key ("proj", "appl"));
  insert into sqlite_sequence ("name", "seq") values ('requests', 10000), ('rfps', 100);
`;

/** Tells the tables apart from those of any other version, so that a file of another version is not misread. */
const tablesVersion = createHash('sha256').update(tables).digest().readUInt16BE() + 1;
const marks = `pragma user_version = ${tablesVersion}; pragma application_id = ${fileMark};`;

/** How long a start waits for another process that holds the file, in milliseconds. */
const startPatience = 5000;
/** How long a call does. Nothing else is answered meanwhile, so it is short. */
const callPatience = 250;

/**
 * Opens a database file, or one in memory (`:memory:`), and makes its tables when it is new.
 * A committed transaction survives a kill: the journal is a WAL that is synced at every commit.
 * @throws Problem usage when the file is no such database
 */
export function openDatabase(file: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: startPatience });
    useWal(database);
    database.exec('pragma synchronous = full; pragma trusted_schema = off');
    inTransaction(database, makeTables);
    database.exec(`pragma busy_timeout = ${callPatience}`);
    return database;
  } catch (error) {
    database?.close();
    throw new Problem(
      'usage',
      `The service's database ${file} cannot be used: ${messageOf(error)}.`,
      'Name a file in an existing folder that this program made or may make, or :memory:.',
      { cause: error },
    );
  }
}

/**
 * Switches a file to a WAL. SQLite does not wait for a process that switches it at this very moment, lest the two wait
 * for each other: the losing one tries again.
 */
function useWal(database: DatabaseSync): void {
  const end = Date.now() + startPatience;
  while (true) {
    try {
      database.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() > end) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

/** Makes the tables of a new file, in the transaction that finds it new, so that two processes do not both make them. */
function makeTables(database: DatabaseSync): void {
  if (numberOf(database, 'user_version') === 0 && isEmpty(database)) database.exec(tables + marks);
  const known =
    numberOf(database, 'user_version') === tablesVersion && numberOf(database, 'application_id') === fileMark;
  if (!known) throw new Error('its tables are not those of this service, or of another version of it');
}

/** Runs the work in one transaction that holds the write lock from its start; whatever is thrown undoes all of it. */
export function inTransaction<Result>(database: DatabaseSync, work: (database: DatabaseSync) => Result): Result {
  database.exec('begin immediate');
  try {
    const result = work(database);
    database.exec('commit');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}

/** Reads several tables as they are at one moment, whatever another process writes meanwhile. */
export function inSnapshot<Result>(database: DatabaseSync, read: () => Result): Result {
  database.exec('begin');
  try {
    return read();
  } finally {
    database.exec('commit');
  }
}

/** True when an error says that another process holds the database (SQLITE_BUSY or SQLITE_LOCKED, also its finer codes). */
export function isBusy(error: unknown): boolean {
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return false;
  const primary = error.errcode & 0xff;
  return primary === 5 || primary === 6;
}

function numberOf(database: DatabaseSync, pragma: string): number {
  return Number(Object.values(database.prepare(`pragma ${pragma}`).get() ?? {})[0]);
}

function isEmpty(database: DatabaseSync): boolean {
  return database.prepare('select 1 from sqlite_schema').get() === undefined;
}
