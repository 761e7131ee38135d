/** The service's SQLite database: opening it, and one transaction per call. Several services may share a file. */
import { DatabaseSync } from 'node:sqlite';
import { messageOf, Problem } from '../errors.ts';
import { isNew, makeTables, mark } from './tables.ts';

/** How long a start waits for another process that holds the file, in milliseconds. */
const startPatience = 5000;
/** How long a call does. Nothing else is answered meanwhile, so it is short. */
const callPatience = 250;

/**
 * Opens a database file, or one in memory (`:memory:`), and makes its tables when it is new. A file of another program
 * is left as it is. A committed transaction survives a kill: the journal is a WAL that is synced at every commit.
 * @throws Problem usage when the file cannot be read and written, or is not of this version of the service
 */
export function openDatabase(file: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: startPatience });
    setUp(database, file);
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof Problem) throw error;
    const message = `The service's database ${file} cannot be used: ${messageOf(error)}.`;
    const remedy = 'Name a file that can be written, in an existing folder that can be written too, or :memory:.';
    throw new Problem('usage', message, remedy, { cause: error });
  }
}

function setUp(database: DatabaseSync, file: string): void {
  useWal(database, file);
  database.exec('pragma synchronous = full; pragma trusted_schema = off');
  inTransaction(database, () => {
    if (isNew(database, file)) makeTables(database);
    // In any case: SQLite opens a file that cannot be written too, and would say so only at the first call.
    mark(database);
  });
  database.exec(`pragma busy_timeout = ${callPatience}`);
}

/** Switches a file of ours to a WAL. SQLite does not wait for another process that does so at the same time: it fails. */
function useWal(database: DatabaseSync, file: string): void {
  const end = Date.now() + startPatience;
  while (true) {
    try {
      inSnapshot(database, () => isNew(database, file));
      database.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() > end) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

/** Runs the work in one transaction that holds the write lock from its start; an error undoes all of it. */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('begin immediate');
  try {
    const result = work();
    database.exec('commit');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}

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
