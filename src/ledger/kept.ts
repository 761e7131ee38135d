/** The text of a record's head file, and the parsing of head file and shards. */
import * as z from 'zod/mini';
import { Problem } from '../errors.ts';
import { reasons } from '../interface/fields.ts';
import { isRecord } from '../interface/replies.ts';
import { type BranchRecord, createRecord } from './record.ts';
import { type Sealed, type SealKeys, withSeal } from './seal.ts';
import { formatLines, type LoadedRecord, type Piece, type ShardMark, withPieces } from './shards.ts';

/** Most bytes of a head file; no run has written a longer one. */
export const mostBytes = 16 * 1024 * 1024;

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

/** Returns the text of a record's head file: sealed JSON, without the entries of a divided record. @throws Problem('ledger') over 16 MiB */
export function formatHead({ record, division }: LoadedRecord, keys: SealKeys): string {
  const { exceptions, checkOuts, ...outline } = record;
  const piece = {
    exceptions: division === null ? [...exceptions].map(([path, exception]) => ({ path, ...exception })) : [],
    checkOuts: division === null ? [...checkOuts.values()] : [],
  };
  const { total, count, marks } = division ?? {};
  const shards = marks && { total, count, marks: [...marks].map(([shard, mark]) => [shard, ...mark]) };
  const text = withSeal(formatLines({ ...outline, ...piece, ...(shards && { shards }) }), keys);
  if (Buffer.byteLength(text) <= mostBytes) return text;
  const message = 'what this run would remember is larger than 16 MiB';
  throw new Problem('ledger', message, 'File fewer changes at once, by `--base` and `--head` or `--paths`.');
}

/** Parses JSON in UTF-8. @throws Damaged if it is none */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new Damaged('it is not JSON');
  }
}

/** Returns the version that a parsed head file names; null if it names no number. */
export function findVersion(json: unknown): number | null {
  const version = isRecord(json) ? json.version : null;
  return typeof version === 'number' ? version : null;
}

/** Makes the record of a parsed head file, no shard loaded. @throws Damaged for another version than 2, or (`sealed` null) a wrong shape */
export function parseHead(json: unknown, sealed: Sealed): LoadedRecord {
  if (findVersion(json) !== 2 || (sealed === null && !headShape.safeParse(json).success))
    throw new Damaged(`it is not a record of version 2 (its version is ${findVersion(json) ?? 'none'})`);
  const { settled, leases, shards, ...head } = json as HeadFile;
  const record = withPieces({ ...createRecord(head), settled, leases }, [head]);
  const marks = new Map(shards?.marks.map(([shard, ...mark]) => [shard, mark]));
  return { record, division: shards ? { ...shards, marks, loaded: new Set() } : null };
}

/** Parses the text of a shard; checks its shape if no key fits the seal of its head file (`sealed` null). @throws Damaged */
export function parsePiece(bytes: Buffer, sealed: Sealed): Piece {
  const json = parseJson(bytes);
  if (sealed === null && !pieceShape.safeParse(json).success) throw new Damaged('a part of it is not valid');
  return json as Piece;
}

// -- the shape of what no secret of this run has sealed

const [text, number] = [z.string(), z.number()];
const oid = text.check(z.regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/));
/** A path of a request, which never has a line end; those of exceptions may have one. */
const path = text.check(z.regex(/^[^\n]*$/));
const [orOid, orText, id] = [z.nullable(oid), z.nullable(text), z.nullable(z.int().check(z.minimum(1)))];
const causes = z.optional(z.record(text, orOid));
const fields = z.record(text, z.union([text, number]));

const since = z.object({ run: text, actor: orText, head: oid });
const about = { outcome: text, said: text, blob: orOid, objectId: id };
const failed = z.optional(z.object({ ...about, since, rfp: number, person: z.boolean() }));
const exception = z.object({ path: text, was: orOid, unknown: z.optional(z.literal(true)), causes, failed });
const sent = { objectId: id, reason: z.enum(reasons), path, blob: orOid, fields, commit: oid, run: text };
const stands = z.nullable(z.object({ ...sent, rfp: number, tkey: z.optional(text), user: orText }));
const tried = z.object({ ...sent, does: z.enum(['file', 'withdraw']), group: orText });
const identity = { appl: text, lvl: number, type: orText, objn: text, rpth: orText };
const checkOut = z.object({ ...identity, stands, tried: z.array(tried), before: z.record(text, oid), causes });
const piece = { exceptions: z.array(exception), checkOuts: z.array(checkOut) };

const lease = z.object({ run: text, id: orText, attempt: number, instance: text, head: oid, until: text });
const size = z.int().check(z.minimum(0));
/** A mark as the head file has it: shard, digest, size in bytes, and 1 or nothing. */
const mark = z.tuple([text.check(z.regex(/^[op]\d{1,5}$/)), text, size, z.optional(z.literal(1))]);
const shards = z.optional(z.object({ total: number, count: z.int().check(z.minimum(2)), marks: z.array(mark) }));
const settled = z.object({ commit: orOid, began: orOid, fork: orOid });
const key = { service: text, repository: text, repo: text, mapping: text, branch: text };

const pieceShape = z.object(piece);
const headShape = z.object({ ...key, ...piece, version: z.literal(2), settled, leases: z.array(lease), shards });
