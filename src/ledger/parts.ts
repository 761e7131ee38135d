import { identityKey } from '../plan/identity.ts';
import type { FiledObject, LedgerRecord } from './record.ts';

/**
 * A record of many objects is kept in parts, so that a push of one file reads all of them, and writes and sends only the
 * part that it changed. Which part an object is in follows from the object alone.
 */

/** A record of so many objects, or fewer, is one file. */
const mostInOne = 512;
/** About so many objects are in a part. */
const inPart = 256;

/** Filed objects by part; one part: all are in the record itself. */
export type Parts = readonly (readonly FiledObject[])[];

/** Into how many parts a record of so many objects is divided: a power of two, or 1 for one that is not. */
export function partCount(objects: number): number {
  return objects <= mostInOne ? 1 : 2 ** Math.ceil(Math.log2(objects / inPart));
}

/** Divides filed objects into parts. */
export function divide(filed: readonly FiledObject[]): Parts {
  const count = partCount(filed.length);
  if (count === 1) return [filed];
  const parts: FiledObject[][] = Array.from({ length: count }, () => []);
  for (const entry of filed) parts[numberOf(identityKey(entry)) % count]?.push(entry);
  return parts;
}

/** FNV-1a: quick, and the same on every machine. */
function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** The path of a part, from that of its record. */
export function partPath(recordPath: string, part: number): string {
  return `${recordPath.replace(/\.json$/, '')}/${part}.json`;
}

/** Numbers of the parts that differ from those that are kept; all of them where they are divided in another way. */
export function changedParts(now: Parts, kept: Parts | undefined): number[] {
  const isSame = (part: readonly FiledObject[], before: readonly FiledObject[] | undefined) =>
    before !== undefined && before.length === part.length && part.every((entry, n) => entry === before[n]);
  const isComparable = kept !== undefined && kept.length === now.length;
  return now.flatMap((part, n) => (isComparable && isSame(part, kept[n]) ? [] : [n]));
}

/** The record as it is kept beside its parts. */
export function withoutFiled(record: LedgerRecord, parts: Parts): LedgerRecord {
  return parts.length === 1 ? record : { ...record, filed: [], parts: parts.length };
}
