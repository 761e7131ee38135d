/**
 * Divides a record into files (design §8 "Kept"). A short one is one file. In a long one, a check-out is in the shards of its object's name
 * and its paths, an exception in that of its path, so that a push of one file reads and writes few. A shard has the form of the whole.
 */
import { type Identity, toIdentityKey, toNameKey } from '../plan/identity.ts';
import { type BranchRecord, type CheckOut, createRecord, type Exception } from './record.ts';
import { hashContent } from './seal.ts';

/** Most check-outs and exceptions of a record in one file. */
const mostInHead = 500;
/** Usual entries of a shard; with twice as many the record is divided again. */
const inShard = 256;

/** The entries of a head file, or of a shard. */
export interface Piece {
  readonly exceptions: readonly (Exception & { readonly path: string })[];
  readonly checkOuts: readonly CheckOut[];
}

/** The mark of a shard in the head; 1: opening reads it. An empty shard has no file and no mark. */
export type ShardMark = readonly [digest: string, size: number, atOnce?: 1];

/** The shards of a long record: `o0`, `o1`, ... by the names of objects, `p0`, `p1`, ... by paths. */
interface Division {
  /** Check-outs and exceptions of the whole record. */
  readonly total: number;
  /** Most shards of each kind. */
  readonly count: number;
  readonly marks: ReadonlyMap<string, ShardMark>;
  readonly loaded: ReadonlySet<string>;
}

/** A record with the shards that are loaded; `division` null: it is one file. */
export interface LoadedRecord {
  readonly record: BranchRecord;
  readonly division: Division | null;
}

/** Returns the key that decides the shard of an object: by target, name and `rpth`, no matter the type. */
export const toObjectShard = (object: Identity) => `o${toNameKey(object)}`;
/** Returns the key of a path, by which chooseShard decides in which shard its entry is. */
export const toPathShard = (path: string) => `p${path}`;

/**
 * Returns the name of a key's shard (`o3`): the first letter of the key, which is its kind, and a number below `count`, by the hash FNV-1a,
 * which is quick and the same on every machine. @param key as toObjectShard or toPathShard returns it
 */
function chooseShard(key: string, count: number): string {
  let hash = 0x811c9dc5;
  for (let at = 1; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return `${key[0]}${(hash >>> 0) % count}`;
}

/** Returns the paths of the request that stands and of the calls without an answer. */
export function listCheckOutPaths({ stands, tried }: CheckOut): Set<string> {
  return new Set([...(stands === null ? [] : [stands.path]), ...tried.map(({ path }) => path)]);
}

/** Returns the keys (toObjectShard, toPathShard) by which the shards that hold a check-out are found. */
const listShardKeys = (one: CheckOut) => [toObjectShard(one), ...[...listCheckOutPaths(one)].map(toPathShard)];

/** Returns the shards of some keys (toObjectShard, toPathShard) that exist and are not loaded; [] for a record in one file. */
export function listMissingShards({ division }: LoadedRecord, keys: Iterable<string>): string[] {
  if (division === null) return [];
  const { marks, loaded, count } = division;
  const shards = new Set([...keys].map((key) => chooseShard(key, count)));
  return [...shards].filter((shard) => marks.has(shard) && !loaded.has(shard));
}

/** Returns the shards to load at opening: those marked 1, if not loaded yet. @param isWhole true: also all shards of objects (`o...`) */
export function listShardsToOpen({ division }: LoadedRecord, isWhole = false): string[] {
  const marks = [...(division?.marks ?? [])].filter(([name, mark]) => mark[2] === 1 || (isWhole && name[0] === 'o'));
  return marks.map(([shard]) => shard).filter((shard) => division?.loaded.has(shard) !== true);
}

/** Returns a record with entries added: an exception replaces the one of its path; a check-out that the record has already stays. */
export function withPieces(record: BranchRecord, pieces: Iterable<Piece>): BranchRecord {
  const [exceptions, checkOuts] = [new Map(record.exceptions), new Map(record.checkOuts)];
  for (const piece of pieces) {
    for (const { path, ...exception } of piece.exceptions) exceptions.set(path, exception);
    for (const checkOut of piece.checkOuts) {
      const key = toIdentityKey(checkOut);
      if (!checkOuts.has(key)) checkOuts.set(key, checkOut);
    }
  }
  return { ...record, exceptions, checkOuts };
}

/** Returns the keys (see listShardKeys) of all entries that only one of two versions of a record has, or that differ by reference. */
function listChangedKeys(before: BranchRecord, after: BranchRecord): Set<string> {
  const selectDifferent = <V>(one: ReadonlyMap<string, V>, other: ReadonlyMap<string, V>) =>
    one === other ? [] : [...one].filter(([key, value]) => other.get(key) !== value);
  const listDifferentKeys = (one: BranchRecord, other: BranchRecord) => [
    ...selectDifferent(one.checkOuts, other.checkOuts).flatMap(([, checkOut]) => listShardKeys(checkOut)),
    ...selectDifferent(one.exceptions, other.exceptions).map(([path]) => toPathShard(path)),
  ];
  return new Set([...listDifferentKeys(before, after), ...listDifferentKeys(after, before)]);
}

/** Returns the division after a change: the old one with 251 entries to 512 a shard; else null (one file) up to 500, else a new one. */
function deriveDivision({ record, division }: LoadedRecord, after: BranchRecord): Division | null {
  const countEntries = ({ checkOuts, exceptions }: BranchRecord) => checkOuts.size + exceptions.size;
  const total = (division?.total ?? countEntries(record)) + countEntries(after) - countEntries(record);
  if (division !== null && total > mostInHead / 2 && total <= 2 * inShard * division.count)
    return { ...division, total };
  if (total <= mostInHead) return null;
  return { total, count: 2 ** Math.ceil(Math.log2(total / inShard)), marks: new Map(), loaded: new Set() };
}

/** Formats an object as JSON with a line for each property, and for each entry of a list, for Git's diffs and deltas. */
export function formatLines(object: object): string {
  const lines = Object.entries(object).map(([name, value]) => {
    const isList = Array.isArray(value) && value.length > 0;
    return `"${name}": ${isList ? `[\n${value.map((entry) => JSON.stringify(entry)).join(',\n')}\n]` : JSON.stringify(value)}`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** A changed record as it is written. */
export interface Divided {
  readonly now: LoadedRecord;
  /** Texts of the files beside its head, by shard; null removes one. The name '' removes all earlier ones first. */
  readonly files: ReadonlyMap<string, string | null>;
}

/**
 * Divides a changed record into files; `files` has changed shards only, and no head. Writes nothing. If shards have to be loaded first,
 * returns only their names (`missing`): those of the changed entries, or if the number of shards changes, those of all entries.
 */
export function divideRecord(
  before: LoadedRecord,
  after: BranchRecord,
): Divided | { readonly missing: readonly string[] } {
  const division = deriveDivision(before, after);
  const isAgain = division?.count !== before.division?.count;
  const keys = listChangedKeys(isAgain ? createRecord(after) : before.record, after);
  const missing = isAgain ? listShardsToOpen(before, true) : listMissingShards(before, keys);
  if (missing.length > 0) return { missing };
  const files = new Map<string, string | null>(before.division !== null && isAgain ? [['', null]] : []);
  if (division === null) return { now: { record: after, division }, files };
  const { total, count } = division;
  const pieces = listPieces(after, new Set([...keys].map((key) => chooseShard(key, count))), count);
  const marks = new Map(division.marks);
  for (const [shard, piece] of pieces) {
    const { exceptions, checkOuts } = piece;
    const text = exceptions.length + checkOuts.length === 0 ? null : formatLines(piece);
    const digest = hashContent(text ?? '');
    if (text === null || marks.get(shard)?.[0] !== digest) files.set(shard, text);
    const atOnce = exceptions.length > 0 || (shard[0] === 'o' && checkOuts.some(({ tried }) => tried.length > 0));
    if (text === null) marks.delete(shard);
    else marks.set(shard, atOnce ? [digest, Buffer.byteLength(text), 1] : [digest, Buffer.byteLength(text)]);
  }
  const loaded = division.loaded.union(pieces);
  return { now: { record: after, division: { total, count, marks, loaded } }, files };
}

/** Returns the entries of some shards, by shard, also empty ones; a check-out is in the shard of its object and in those of its paths. */
function listPieces({ checkOuts, exceptions }: BranchRecord, shards: ReadonlySet<string>, count: number) {
  const createPiece = () => ({ exceptions: [] as (Exception & { path: string })[], checkOuts: [] as CheckOut[] });
  const pieces = new Map([...shards].map((shard) => [shard, createPiece()]));
  for (const checkOut of checkOuts.values()) {
    const ownShards = new Set(listShardKeys(checkOut).map((key) => chooseShard(key, count)));
    for (const shard of ownShards) pieces.get(shard)?.checkOuts.push(checkOut);
  }
  for (const [path, exception] of exceptions)
    pieces.get(chooseShard(toPathShard(path), count))?.exceptions.push({ path, ...exception });
  return pieces;
}
