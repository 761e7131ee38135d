/**
 * The shape of a record that no secret of this run has sealed: it is shown, and names the branch of a request number.
 * Sealed records need no check. Plain functions, as a ledger has many thousands of entries.
 */
import { reasons } from '../interface/fields.ts';

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
const number: Check = (value) => typeof value === 'number';
const bool: Check = (value) => typeof value === 'boolean';
const match =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
const atLeast =
  (least: number): Check =>
  (value) =>
    Number.isSafeInteger(value) && Number(value) >= least;
const maybe =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const isMap = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);
const mapOf =
  (key: Check, check: Check): Check =>
  (value) =>
    isMap(value) && Object.entries(value).every(([name, of]) => key(name) && check(of));
const object = (shape: Readonly<Record<string, Check>>): Check => {
  const checks = Object.entries(shape);
  return (value) => isMap(value) && checks.every(([name, check]) => check(value[name as keyof typeof value]));
};

const oid = match(/^([0-9a-f]{40}|[0-9a-f]{64})$/);
/** A path of a request, which never has a line end; those of exceptions may have one. */
const path = match(/^[^\n]*$/);
const id = maybe(atLeast(1));
const causes = optional(mapOf(text, maybe(oid)));
const fields = mapOf(text, (value) => text(value) || number(value));
const reason = oneOf(...reasons);

const since = object({ run: text, actor: maybe(text), head: oid });
const failed = object({ outcome: text, said: text, blob: maybe(oid), objectId: id, since, rfp: number, person: bool });
const exception = object({
  path: text,
  was: maybe(oid),
  unknown: optional(oneOf(true)),
  causes,
  failed: optional(failed),
});

const stands = object({
  ...{ objectId: id, reason, path, blob: maybe(oid), rfp: number, tkey: optional(text) },
  ...{ fields, user: maybe(text), commit: oid, run: text },
});
const tried = object({
  ...{ does: oneOf('file', 'withdraw'), objectId: id, reason, path, blob: maybe(oid), fields },
  ...{ commit: oid, run: text, group: maybe(text) },
});
const checkOut = object({
  ...{ appl: text, lvl: number, type: maybe(text), objn: text, rpth: maybe(text) },
  ...{ stands: maybe(stands), tried: listOf(tried), before: mapOf(text, oid), causes },
});
const piece = { exceptions: listOf(exception), checkOuts: listOf(checkOut) };

const lease = object({ run: text, id: maybe(text), attempt: number, instance: text, head: oid, until: text });
const parts = [match(/^[op]\d{1,5}$/), text, atLeast(0), optional(oneOf(1))];
const mark: Check = (value) => Array.isArray(value) && value.length <= 4 && parts.every((check, n) => check(value[n]));
const shards = object({ total: number, count: atLeast(2), marks: listOf(mark) });
const settled = object({ commit: maybe(oid), began: maybe(oid), fork: maybe(oid) });

/** True for a shard. */
export const isPiece = object(piece);
/** True for a head file. */
export const isHead = object({
  ...{ service: text, repository: text, repo: text, mapping: text, branch: text },
  ...{ version: oneOf(2), settled, ...piece, leases: listOf(lease), shards: optional(shards) },
});
