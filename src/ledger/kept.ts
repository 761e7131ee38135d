import type { Objects } from '../git/objects.ts';
import { isDeep, parseAnyRecord, parsePart } from './parse-record.ts';
import { changedParts, divide, type Parts, partPath, withoutFiled } from './parts.ts';
import { readBounded } from './read-text.ts';
import type { FiledObject, LedgerRecord } from './record.ts';
import { recordPieces } from './record-pieces.ts';
import { digestOf, fitsAsWritten, fitsSeal, type KeptRecord, mostBytes, type SealKeys, sealed } from './seal.ts';

interface Marks {
  readonly digests: readonly string[];
  readonly sizes: readonly number[];
}

interface Division extends Marks {
  readonly parts: Parts;
}

/** Records that were never read or written have no entry. */
const divisions = new WeakMap<LedgerRecord, Division>();

/** The files that keep a record: itself with its seal, and the parts of it that are not what they were. */
export function keptFiles(
  path: string,
  record: LedgerRecord,
  before: LedgerRecord | null,
  keys: SealKeys,
): [string, Iterable<string>][] {
  const parts = divide(record.filed);
  const kept = before === null ? undefined : divisions.get(before);
  const changed = parts.length === 1 ? [] : changedParts(parts, kept?.parts);
  const stay = kept !== undefined && changed.length < parts.length ? kept : { digests: [], sizes: [] };
  const marks = { digests: [...stay.digests], sizes: [...stay.sizes] };
  for (const n of changed) {
    const { digest, size } = digestOf(recordPieces(parts[n] ?? []));
    marks.digests[n] = digest;
    marks.sizes[n] = size;
  }
  divisions.set(record, { parts, ...marks });
  const whole: KeptRecord = { ...withoutFiled(record, parts), ...(parts.length === 1 ? {} : marks) };
  const files: [string, Iterable<string>][] = [[path, recordPieces(sealed(whole, keys))]];
  for (const n of changed) files.push([partPath(path, n), recordPieces(parts[n] ?? [])]);
  return files;
}

/** So many parts have what nobody has sealed, at most: more would not be within its limit. */
const mostUnsealedParts = 256;

/** A record that was read; `isSealed`: with a seal that one of the keys makes, all of its parts as they were sealed. */
export interface ReadRecord {
  readonly record: LedgerRecord;
  readonly isSealed: boolean;
  /** How long its text is, without its parts. */
  readonly bytes: number;
}

/** Reads the record at a path of the ledger, with its parts. @param keys null: nothing can be verified. */
export async function readAny(
  objects: Objects,
  tip: string | null,
  path: string,
  keys: SealKeys | null,
): Promise<ReadRecord | { readonly damaged: string } | null> {
  const read = tip === null ? null : await readBounded(objects, `${tip}:${path}`, mostBytes);
  if (read === null) return null;
  if ('tooLarge' in read) return { damaged: tooLarge };
  return readKept(objects, `${tip}:${path}`, read.bytes, keys);
}

/** The same for a record whose own bytes are read. @param name what Git calls it, `<commit>:<path>`. */
export async function readKept(
  objects: Objects,
  name: string,
  bytes: Uint8Array,
  keys: SealKeys | null,
): Promise<ReadRecord | { readonly damaged: string }> {
  const isAsSealed = keys !== null && fitsAsWritten(bytes, keys);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const kept = parseAnyRecord(text, isAsSealed);
  if ('damaged' in kept) return kept;
  const fits = isAsSealed || (keys !== null && fitsSeal(kept, keys));
  const { parts: count, digests = [], sizes = [], seal: _, ...rest } = kept;
  if (count === undefined) {
    divisions.set(rest, { parts: divide(rest.filed), digests: [], sizes: [] });
    return { record: rest, isSealed: fits, bytes: bytes.byteLength };
  }
  if (!fits && count > mostUnsealedParts) return { damaged: tooLarge };
  const read = await readParts(objects, name, { count, digests, sizes, fits });
  if ('damaged' in read) return read;
  const whole: LedgerRecord = { ...rest, filed: read.parts.flat() };
  divisions.set(whole, { parts: read.parts, digests, sizes });
  return { record: whole, isSealed: fits && read.areSealed, bytes: bytes.byteLength };
}

const tooLarge = 'it is larger than 16 MiB';

function readPart(text: string, isSealed: boolean): ReturnType<typeof parsePart> {
  return !isSealed && isDeep(text) ? { damaged: 'a part of it is nested too deep' } : parsePart(text, isSealed);
}

/** The parts of a record; all of them together have a limit, too, as long as nothing has sealed their number and content. */
async function readParts(
  objects: Objects,
  name: string,
  { count, digests, sizes, fits }: Marks & { readonly count: number; readonly fits: boolean },
): Promise<{ readonly parts: Parts; readonly areSealed: boolean } | { readonly damaged: string }> {
  const parts: (readonly FiledObject[])[] = [];
  let areSealed = fits && digests.length === count && sizes.length === count;
  let left = mostBytes;
  // A part that is longer than the one that was sealed is another one, and not read.
  const ahead = Array.from({ length: areSealed ? count : 0 }, (_, n) =>
    readBounded(objects, partPath(name, n), sizes[n] ?? 0),
  );
  for (let n = 0; n < count; n += 1) {
    const kept = await ahead[n];
    const isOther = kept !== undefined && kept !== null && 'tooLarge' in kept;
    const part = kept === undefined || isOther ? await readBounded(objects, partPath(name, n), left) : kept;
    if (part !== null && 'tooLarge' in part) return { damaged: tooLarge };
    if (part === null || isOther || digestOf([part.bytes]).digest !== digests[n]) areSealed = false;
    if (!areSealed) left -= part?.bytes.byteLength ?? 0;
    const read = part === null ? { damaged: 'a part of it is not there' } : readPart(part.text, areSealed);
    // Somebody has put another part in the place of one that was sealed: the others are claims.
    if ('damaged' in read && !fits) return read;
    parts.push('damaged' in read ? [] : read);
  }
  return { parts, areSealed };
}
