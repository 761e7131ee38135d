import type { Objects } from '../git/objects.ts';
import { parseAnyRecord, parsePart } from './parse-record.ts';
import { changedParts, divide, type Parts, partPath, withoutFiled } from './parts.ts';
import { readText } from './read-text.ts';
import type { FiledObject, LedgerRecord } from './record.ts';
import { recordPieces } from './record-pieces.ts';

/** How the objects of a record are divided where it is kept; records that were never read or written have no entry. */
const divisions = new WeakMap<LedgerRecord, Parts>();
/** Records that are kept in parts. */
const inParts = new WeakSet<LedgerRecord>();

/** True for a record that is kept in parts: what stands under its own OID is not all of it. */
export function isInParts(record: LedgerRecord): boolean {
  return inParts.has(record);
}

/** The files that keep a record: itself, and the parts of it that are not what they were. */
export function keptFiles(
  path: string,
  record: LedgerRecord,
  before: LedgerRecord | null,
): [string, Iterable<string>][] {
  const parts = divide(record.filed);
  const kept = before === null ? undefined : divisions.get(before);
  divisions.set(record, parts);
  if (parts.length > 1) inParts.add(record);
  const { parts: _, ...rest } = record;
  const files: [string, Iterable<string>][] = [[path, recordPieces(withoutFiled(rest, parts))]];
  if (parts.length === 1) return files;
  for (const n of changedParts(parts, kept)) files.push([partPath(path, n), recordPieces(parts[n] ?? [])]);
  return files;
}

/** Reads the record at a path of the ledger, with its parts. */
export async function readAny(
  objects: Objects,
  tip: string | null,
  path: string,
): Promise<LedgerRecord | { readonly damaged: string } | null> {
  const text = tip === null ? null : await readText(objects, `${tip}:${path}`);
  if (text === null) return null;
  const record = parseAnyRecord(text);
  if ('damaged' in record || record.parts === undefined) {
    if (!('damaged' in record)) divisions.set(record, divide(record.filed));
    return record;
  }
  const numbers = Array.from({ length: record.parts }, (_, n) => n);
  const texts = await Promise.all(numbers.map((n) => readText(objects, `${tip}:${partPath(path, n)}`)));
  const parts: (readonly FiledObject[])[] = [];
  for (const part of texts) {
    const read = part === null ? { damaged: 'a part of it is not there' } : parsePart(part);
    if ('damaged' in read) return read;
    parts.push(read);
  }
  const { parts: _, ...rest } = record;
  const whole: LedgerRecord = { ...rest, filed: parts.flat() };
  divisions.set(whole, parts);
  inParts.add(whole);
  return whole;
}
