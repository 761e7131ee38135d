/** What is in the from-libraries, as far as requests put it there: attachments, and what `copy` *YES copied. */
import type { DatabaseSync } from 'node:sqlite';

export interface FromLibraries {
  /** True when something is in that place; it is never replaced by a copy (interface §2.1 copy). */
  has(place: string): boolean;
}

/** The from-libraries of a database whose tables are there. */
export function fromLibraries(database: DatabaseSync): FromLibraries {
  const sql = `select 1 from attachments where "place" = ?1 union all select 1 from requests where "copied" = ?1 limit 1`;
  const statement = database.prepare(sql);
  return { has: (place) => statement.get(place) !== undefined };
}
