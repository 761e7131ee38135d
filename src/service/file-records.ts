/**
 * The records of a site or faults file that may be wrong in other places: so a file with a misspelt key still has what
 * its records must agree on checked in the same go.
 */
import type { Path } from '../yaml/read-yaml.ts';

/** A record of a list, and where it stands. */
export interface RecordAt {
  readonly path: Path;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A value, and where it stands. */
export interface ValueAt {
  readonly path: Path;
  readonly value: unknown;
}

/** The whole file as a record. */
export function topOf(value: unknown): RecordAt {
  return { path: [], fields: isRecord(value) ? value : {} };
}

/** The records of a file that is one list. */
export function recordsIn(value: unknown): RecordAt[] {
  return recordsAmong(elements(value, []));
}

/** The records of the list under a name; what is no record is left out. */
export function recordsOf(record: RecordAt, name: string): RecordAt[] {
  return recordsAmong(valuesOf(record, name));
}

/** The elements of the list under a name. */
export function valuesOf({ path, fields }: RecordAt, name: string): ValueAt[] {
  return elements(fields[name], [...path, name]);
}

function elements(value: unknown, path: Path): ValueAt[] {
  return Array.isArray(value) ? value.map((element, index) => ({ path: [...path, index], value: element })) : [];
}

function recordsAmong(values: readonly ValueAt[]): RecordAt[] {
  return values.flatMap(({ path, value }) => (isRecord(value) ? [{ path, fields: value }] : []));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
