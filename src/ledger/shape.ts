/**
 * The shape of a record that no secret of this run has sealed: it is shown, and names the branch of a request number.
 * Sealed records need no check. Plain functions, as a ledger has many thousands of entries.
 */
import { reasons } from '../interface/fields.ts';

type Check = (value: unknown) => boolean;

const isMap = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

const isA = (type: string) => (value: unknown) => typeof value === type;
const match = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value);
const oneOf = (values: readonly unknown[]) => (value: unknown) => values.includes(value);
const atLeast = (least: number) => (value: unknown) => Number.isSafeInteger(value) && Number(value) >= least;
/** Allows `none` beside what the check allows. */
const either = (none: null | undefined, check: Check) => (value: unknown) => value === none || check(value);
const listOf = (check: Check) => (value: unknown) => Array.isArray(value) && value.every(check);
const mapOf = (check: Check) => (value: unknown) => isMap(value) && Object.values(value).every(check);
/** Requires all properties to pass their checks, and allows others. */
function object(shape: Readonly<Record<string, Check>>): Check {
  const checks = Object.entries(shape);
  return (value) => isMap(value) && checks.every(([name, check]) => check(value[name as keyof typeof value]));
}

const [text, number, bool] = [isA('string'), isA('number'), isA('boolean')];
const oid = match(/^([0-9a-f]{40}|[0-9a-f]{64})$/);
/** A path of a request, which never has a line end; those of exceptions may have one. */
const path = match(/^[^\n]*$/);
const [orOid, orText, id] = [either(null, oid), either(null, text), either(null, atLeast(1))];
const causes = either(undefined, mapOf(orOid));
const reason = oneOf(reasons);
const fields = mapOf((value) => text(value) || number(value));

const since = object({ run: text, actor: orText, head: oid });
const failed = object({ outcome: text, said: text, blob: orOid, objectId: id, since, rfp: number, person: bool });
const unknown = oneOf([true, undefined]);
const exception = object({ path: text, was: orOid, unknown, causes, failed: either(undefined, failed) });
const stands = object({
  ...{ objectId: id, reason, path, blob: orOid, rfp: number, tkey: either(undefined, text) },
  ...{ fields, user: orText, commit: oid, run: text },
});
const tried = object({
  ...{ does: oneOf(['file', 'withdraw']), objectId: id, reason, path, blob: orOid, fields },
  ...{ commit: oid, run: text, group: orText },
});
const checkOut = object({
  ...{ appl: text, lvl: number, type: orText, objn: text, rpth: orText },
  ...{ stands: either(null, stands), tried: listOf(tried), before: mapOf(oid), causes },
});
const piece = { exceptions: listOf(exception), checkOuts: listOf(checkOut) };

const lease = object({ run: text, id: orText, attempt: number, instance: text, head: oid, until: text });
const parts = [match(/^[op]\d{1,5}$/), text, atLeast(0), oneOf([1, undefined])];
const mark: Check = (value) => Array.isArray(value) && value.length <= 4 && parts.every((check, n) => check(value[n]));
const shards = object({ total: number, count: atLeast(2), marks: listOf(mark) });
const settled = object({ commit: orOid, began: orOid, fork: orOid });

/** True for a shard. */
export const isPiece = object(piece);
/** True for a head file. */
export const isHead = object({
  ...{ service: text, repository: text, repo: text, mapping: text, branch: text },
  ...{ version: oneOf([2]), settled, ...piece, leases: listOf(lease), shards: either(undefined, shards) },
});
