/** The text of a record's head file, and the parsing of head file and shards. */
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

/** Returns a record's head file as sealed text, without what is in shards of a divided one. @throws Problem('ledger') over 16 MiB */
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

/** Makes the record of a parsed head file, no shard loaded. Checks the version, and the shape if `sealed` is null. @throws Damaged */
export function parseHead(json: unknown, sealed: Sealed): LoadedRecord {
  if (findVersion(json) !== 2 || (sealed === null && !isHead(json)))
    throw new Damaged(`it is not a record of version 2 (its version is ${findVersion(json) ?? 'none'})`);
  const { settled, leases, shards, ...head } = json as HeadFile;
  const record = withPieces({ ...createRecord(head), settled, leases }, [head]);
  const marks = new Map(shards?.marks.map(([shard, ...mark]) => [shard, mark]));
  return { record, division: shards ? { ...shards, marks, loaded: new Set() } : null };
}

/** Parses the text of a shard. Checks its shape only if no key fits the seal of its head (`sealed` null). @throws Damaged */
export function parsePiece(bytes: Buffer, sealed: Sealed): Piece {
  const json = parseJson(bytes);
  if (sealed === null && !isPiece(json)) throw new Damaged('a part of it is not valid');
  return json as Piece;
}

// -- the shape of what no secret of this run has sealed, by plain functions, as a ledger has many thousands of entries

type Check = (value: unknown) => boolean;

/** Returns a check that is true for values of this `typeof`. */
const hasType = (type: string) => (value: unknown) => typeof value === type;
const textLike = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value);
const oneOf = (values: readonly unknown[]) => (value: unknown) => values.includes(value);
const wholeFrom = (least: number) => (value: unknown) => Number.isSafeInteger(value) && Number(value) >= least;
/** Returns a check that `none` passes, and each value that passes `check`. */
const either = (none: null | undefined, check: Check) => (value: unknown) => value === none || check(value);
const listOf = (check: Check) => (value: unknown) => Array.isArray(value) && value.every(check);
const mapOf = (check: Check) => (value: unknown) => isRecord(value) && Object.values(value).every(check);
/** Returns a check of an object, all of whose properties in `shape` pass their checks; it may have others. */
function object(shape: Readonly<Record<string, Check>>): Check {
  const checks = Object.entries(shape);
  return (value) => isRecord(value) && checks.every(([name, check]) => check(value[name]));
}

const [text, number, bool] = [hasType('string'), hasType('number'), hasType('boolean')];
const oid = textLike(/^([0-9a-f]{40}|[0-9a-f]{64})$/);
/** A path of a request, which never has a line end; those of exceptions may have one. */
const path = textLike(/^[^\n]*$/);
const [orOid, orText, id] = [either(null, oid), either(null, text), either(null, wholeFrom(1))];
const causes = either(undefined, mapOf(orOid));
const reason = oneOf(reasons);
const fields = mapOf((value) => text(value) || number(value));

const since = object({ run: text, actor: orText, head: oid });
const failed = object({ outcome: text, said: text, blob: orOid, objectId: id, since, rfp: number, person: bool });
const unknown = oneOf([true, undefined]);
const exception = object({ path: text, was: orOid, unknown, causes, failed: either(undefined, failed) });
const sent = { objectId: id, reason, path, blob: orOid, fields, commit: oid, run: text };
const stands = object({ ...sent, rfp: number, tkey: either(undefined, text), user: orText });
const tried = object({ ...sent, does: oneOf(['file', 'withdraw']), group: orText });
const checkOut = object({
  ...{ appl: text, lvl: number, type: orText, objn: text, rpth: orText },
  ...{ stands: either(null, stands), tried: listOf(tried), before: mapOf(oid), causes },
});
const piece = { exceptions: listOf(exception), checkOuts: listOf(checkOut) };

const lease = object({ run: text, id: orText, attempt: number, instance: text, head: oid, until: text });
const parts = [textLike(/^[op]\d{1,5}$/), text, wholeFrom(0), oneOf([1, undefined])];
/** True for a mark as the head file has it: shard, digest, size in bytes, and 1 or nothing. */
const isMark: Check = (value) =>
  Array.isArray(value) && value.length <= 4 && parts.every((check, n) => check(value[n]));
const shards = object({ total: number, count: wholeFrom(2), marks: listOf(isMark) });
const settled = object({ commit: orOid, began: orOid, fork: orOid });

const isPiece = object(piece);
const isHead = object({
  ...{ service: text, repository: text, repo: text, mapping: text, branch: text },
  ...{ version: oneOf([2]), settled, ...piece, leases: listOf(lease), shards: either(undefined, shards) },
});
