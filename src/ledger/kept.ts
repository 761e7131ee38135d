import type { Objects } from '../git/objects.ts';
import {
  inFiles,
  type LongEntries,
  type LongLists,
  longLists,
  longPath,
  withLists,
  withoutLists,
} from './long-lists.ts';
import { isDeep, parseAnyRecord, parseLong, parsePart } from './parse-record.ts';
import { changedParts, divide, type Parts, partPath, withoutFiled } from './parts.ts';
import { readBounded } from './read-text.ts';
import type { FiledObject, LedgerRecord } from './record.ts';
import { recordPieces } from './record-pieces.ts';
import {
  digestOf,
  fitsAsWritten,
  fitsSeal,
  type KeptRecord,
  type Marks,
  mostBytes,
  type SealKeys,
  sealed,
} from './seal.ts';

interface Division extends Marks {
  readonly parts: Parts;
}

/** Records that were never read or written have no entry. */
const divisions = new WeakMap<LedgerRecord, Division>();

/** Lists that were never read or written have none. */
const marksOfLists = new WeakMap<LongEntries, Marks>();

/** A file by its path in the ledger; null: it is not there any more. */
export type KeptFile = readonly [path: string, pieces: Iterable<string> | null];

/** The files that keep a record: itself with its seal, and what stands beside it and is not what it was. */
export function keptFiles(path: string, record: LedgerRecord, before: LedgerRecord | null, keys: SealKeys): KeptFile[] {
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
  const lists = longLists(record);
  const long =
    lists.size === 0 ? {} : { long: Object.fromEntries([...lists].map(([name, of]) => [name, marksOf(of)])) };
  const divided = { ...withoutFiled(record, parts), ...(parts.length === 1 ? {} : marks), ...long };
  const whole: KeptRecord = withoutLists(divided, lists);
  const files: KeptFile[] = [[path, recordPieces(sealed(whole, keys))]];
  for (const n of changed) files.push([partPath(path, n), recordPieces(parts[n] ?? [])]);
  return [...files, ...listFiles(path, lists, before)];
}

/** The files of long lists that are not those of the record before. */
function listFiles(path: string, lists: LongLists, before: LedgerRecord | null): KeptFile[] {
  const was: LongLists = before === null ? new Map() : longLists(before);
  const changed = [...lists].filter(([name, entries]) => was.get(name) !== entries);
  const written = changed.flatMap(([name, entries]) =>
    inFiles(entries).map((of, n): KeptFile => [longPath(path, name, n), recordPieces(of)]),
  );
  // Every later run would fetch what nobody needs any more.
  const gone = [...was].flatMap(([name, entries]) => {
    const now = inFiles(lists.get(name) ?? []).length;
    return inFiles(entries)
      .slice(now)
      .map((_, n): KeptFile => [longPath(path, name, now + n), null]);
  });
  return [...written, ...gone];
}

function marksOf(entries: LongEntries): Marks {
  const known = marksOfLists.get(entries);
  if (known !== undefined) return known;
  const all = inFiles(entries).map((of) => digestOf(recordPieces(of)));
  const marks = { digests: all.map(({ digest }) => digest), sizes: all.map(({ size }) => size) };
  marksOfLists.set(entries, marks);
  return marks;
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
  const { parts: count, digests = [], sizes = [], long = {}, seal: _, ...rest } = kept;
  const lists = await readLists(objects, name, long, fits);
  if ('damaged' in lists) return lists;
  const listed: LedgerRecord = withLists(rest, lists.lists);
  const size = bytes.byteLength;
  if (count === undefined) {
    divisions.set(listed, { parts: divide(listed.filed), digests: [], sizes: [] });
    return { record: listed, isSealed: fits && lists.areSealed, bytes: size };
  }
  if (!fits && count > mostUnsealedParts) return { damaged: tooLarge };
  const read = await readParts(objects, name, { count, digests, sizes, fits });
  if ('damaged' in read) return read;
  const whole: LedgerRecord = { ...listed, filed: read.parts.flat() };
  divisions.set(whole, { parts: read.parts, digests, sizes });
  return { record: whole, isSealed: fits && lists.areSealed && read.areSealed, bytes: size };
}

/** The long lists of a record; what nobody has sealed has a limit for all of them together. */
async function readLists(
  objects: Objects,
  name: string,
  long: Readonly<Record<string, Marks>>,
  fits: boolean,
): Promise<{ readonly lists: LongLists; readonly areSealed: boolean } | { readonly damaged: string }> {
  const lists = new Map<string, LongEntries>();
  let areSealed = true;
  let left = mostBytes;
  for (const [list, marks] of Object.entries(long)) {
    const { digests, sizes } = marks;
    let isListSealed = fits;
    if (!fits && digests.length > mostUnsealedParts) return { damaged: tooLarge };
    const entries: LongEntries[number][] = [];
    // Each is bounded by what was sealed, or by what is left.
    const ahead = digests.map((_, n) => (fits ? readBounded(objects, longPath(name, list, n), sizes[n] ?? 0) : null));
    for (const [n, digest] of digests.entries()) {
      const part = await (ahead[n] ?? readBounded(objects, longPath(name, list, n), left));
      const isWhole = part !== null && !('tooLarge' in part);
      const isSealed = fits && isWhole && digestOf([part.bytes]).digest === digest;
      if (!fits && part !== null && 'tooLarge' in part) return { damaged: tooLarge };
      if (!isSealed) isListSealed = false;
      if (!isSealed && isWhole) left -= part.bytes.byteLength;
      const read =
        isWhole && (isSealed || !isDeep(part.text)) ? parseLong(list, part.text, isSealed) : { damaged: notThere };
      // Somebody has put another file in the place of one that was sealed: what is left are claims.
      if ('damaged' in read && !fits) return read;
      if (!('damaged' in read)) entries.push(...read);
    }
    if (isListSealed) marksOfLists.set(entries, marks);
    areSealed &&= isListSealed;
    lists.set(list, entries);
  }
  return { lists, areSealed };
}

const notThere = 'a part of it is not there, or nested too deep';

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
