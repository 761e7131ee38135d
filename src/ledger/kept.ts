/** The text of a record's head file, and the parsing of head file and shards. */
import { Problem } from '../errors.ts';
import type { BranchRecord } from './record.ts';
import { type Sealed, type SealKeys, withSeal } from './seal.ts';
import { isHead, isPiece } from './shape.ts';
import { type LoadedRecord, linesOf, type Piece, type ShardMark, withPieces } from './shards.ts';

/** Most bytes of a head file; no run has written a longer one. */
export const mostBytes = 16 * 1024 * 1024;

/** Most bytes of all shards of a record that no secret of this run has sealed. */
const mostUnsealed = 8 * mostBytes;

/** A record of the ledger as this run read it. */
export interface Kept extends LoadedRecord {
  /** Path of its head file, and OID of its content ('': not written yet). */
  readonly path: string;
  readonly oid: string;
  /** null: no secret of this run has sealed it. */
  readonly sealed: Sealed;
}

/** A record that cannot be read. The message says why, as the end of a sentence. */
export class Damaged extends Error {}

/** A head file as JSON. */
interface HeadFile extends Omit<BranchRecord, keyof Piece>, Piece {
  readonly shards?: {
    readonly total: number;
    readonly count: number;
    readonly marks: readonly (readonly [string, ...ShardMark])[];
  };
}

/** Formats and seals the head file of a record; of a divided one without entries. @throws Problem('ledger') if it is too large. */
export function headText({ record, division }: LoadedRecord, keys: SealKeys): string {
  const { exceptions, checkOuts, ...outline } = record;
  const piece = {
    exceptions: division === null ? [...exceptions].map(([path, exception]) => ({ path, ...exception })) : [],
    checkOuts: division === null ? [...checkOuts.values()] : [],
  };
  const { total, count, marks = new Map<string, ShardMark>() } = division ?? {};
  const shards = { total, count, marks: [...marks].map(([shard, mark]) => [shard, ...mark]) };
  const text = withSeal(linesOf({ ...outline, ...piece, ...(division !== null && { shards }) }), keys);
  if (Buffer.byteLength(text) <= mostBytes) return text;
  const message = 'what this run would remember is larger than 16 MiB';
  throw new Problem('ledger', message, 'File fewer changes at once, by `--base` and `--head` or `--paths`.');
}

/** Parses JSON. @throws Damaged */
export function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new Damaged('it is not JSON');
  }
}

/** Returns the version that a parsed head file names; null: none. */
export function versionOf(json: unknown): number | null {
  const version = typeof json === 'object' && json !== null && 'version' in json ? json.version : null;
  return typeof version === 'number' ? version : null;
}

/** Reads the record of a parsed head file of version 2, with no shard loaded; checks the shape if unsealed. @throws Damaged */
export function headOf(json: unknown, sealed: Sealed): LoadedRecord {
  if (versionOf(json) !== 2 || (sealed === null && !isHead(json)))
    throw new Damaged(`it is not a record of version 2 (its version is ${versionOf(json) ?? 'none'})`);
  const { exceptions, checkOuts, shards, ...rest } = json as HeadFile;
  const { service, repository, repo, mapping, branch, settled, leases } = rest;
  const outline = { version: 2, service, repository, repo, mapping, branch, settled, leases } as const;
  const record = withPieces({ ...outline, exceptions: new Map(), checkOuts: new Map() }, [{ exceptions, checkOuts }]);
  if (shards === undefined) return { record, division: null };
  const { total, count } = shards;
  const marks = new Map(shards.marks.map(([shard, ...mark]) => [shard, mark]));
  const size = marks.values().reduce((sum, mark) => sum + mark[1], 0);
  if (sealed === null && size > mostUnsealed) throw new Damaged('its parts are larger than 128 MiB');
  return { record, division: { total, count, marks, loaded: new Set() } };
}

/** Parses a shard. @param sealed whose seal its head carries; null: its shape is checked. @throws Damaged */
export function pieceOf(bytes: Buffer, sealed: Sealed): Piece {
  const json = jsonOf(bytes);
  if (sealed === null && !isPiece(json)) throw new Damaged('a part of it is not valid');
  return json as Piece;
}
