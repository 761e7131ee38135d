/** The tables of the service's database, and the marks by which a file of them is known. */
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { Problem } from '../errors.ts';
import { requestColumns } from './records.ts';

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
    "place" text not null, "sha256" text not null, "bytes" blob not null, primary key ("objectId", "place"));
  create table transactions ("n" integer primary key autoincrement, "at" text not null, "method" text not null,
    "vref" text, "user" text not null, "objectId" integer, "sev" integer not null, "msg" text not null);
  create table notifications ("n" integer primary key autoincrement, "at" text not null, "pipe" text not null,
    "tkey" text not null, "rfp" integer not null, "objectId" integer not null, "what" text not null);
  create table authorizations ("proj" text not null, "appl" text not null, primary key ("proj", "appl"));
  insert into sqlite_sequence ("name", "seq") values ('requests', 10000), ('rfps', 100);
`;

/** SQLite's mark of what program a file belongs to. */
const fileMark = 0x66636f73;
/** Tells the tables apart from those of any other version, so that a file of another version is not misread. */
const tablesVersion = createHash('sha256').update(tables).digest().readUInt16BE() + 1;

/** Whether a file is new; needs a transaction. Throws Problem usage when it is neither new nor of these tables. */
export function isNew(database: DatabaseSync, file: string): boolean {
  const version = numberOf(database, 'user_version');
  if (numberOf(database, 'application_id') === fileMark) {
    if (version === tablesVersion) return false;
    const message = `The service's database ${file} was made by another version of this program, with other tables.`;
    const remedy = 'Name a new file; the old one can still be used with the version that made it.';
    throw new Problem('usage', message, remedy);
  }
  const isEmpty = database.prepare('select 1 from sqlite_schema').get() === undefined;
  if (version === 0 && isEmpty) return true;
  const remedy = 'Name a file that does not exist yet, or one that serve made.';
  throw new Problem('usage', `The file ${file} is a database of another program.`, remedy);
}

export function makeTables(database: DatabaseSync): void {
  database.exec(tables);
}

/** Marks a file as one of these tables; for a file that has the marks this is a write that changes nothing. */
export function mark(database: DatabaseSync): void {
  database.exec(`pragma user_version = ${tablesVersion}; pragma application_id = ${fileMark}`);
}

function numberOf(database: DatabaseSync, pragma: string): number {
  return Number(Object.values(database.prepare(`pragma ${pragma}`).get() ?? {})[0]);
}
