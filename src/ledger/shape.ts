/**
 * What a record has to look like that nobody has sealed whom this run knows: it is shown, and says whose a number may be.
 * What is sealed a run has written, and is not looked at. Plain functions: a ledger has many thousands of entries.
 */
import { reasons } from '../interface/fields.ts';

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
const number: Check = (value) => typeof value === 'number';
const yes: Check = (value) => typeof value === 'boolean';
const match =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const one =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
const from =
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
const list =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const isMap = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);
const map =
  (key: Check, check: Check): Check =>
  (value) =>
    isMap(value) && Object.entries(value).every(([name, of]) => key(name) && check(of));
const object = (shape: Readonly<Record<string, Check>>): Check => {
  const checks = Object.entries(shape);
  return (value) => isMap(value) && checks.every(([name, check]) => check(value[name as keyof typeof value]));
};

const oid = match(/^([0-9a-f]{40}|[0-9a-f]{64})$/);
/** No name with a line end was ever sent; exceptions and what made an object may have one, and Git is never asked by them. */
const path = match(/^[^\n]*$/);
const id = maybe(from(1));
const causes = optional(map(text, maybe(oid)));
const fields = map(text, (value) => text(value) || number(value));
const reason = one(...reasons);

const since = object({ run: text, actor: maybe(text), head: oid });
const failed = object({ outcome: text, said: text, blob: maybe(oid), objectId: id, since, rfp: number, person: yes });
const exception = object({
  path: text,
  was: maybe(oid),
  unknown: optional(one(true)),
  causes,
  failed: optional(failed),
});

const stands = object({
  ...{ objectId: id, reason, path, blob: maybe(oid), rfp: number, tkey: optional(text) },
  ...{ fields, user: maybe(text), commit: oid, run: text },
});
const tried = object({
  ...{ does: one('file', 'withdraw'), objectId: id, reason, path, blob: maybe(oid), fields },
  ...{ commit: oid, run: text, group: maybe(text) },
});
const checkOut = object({
  ...{ appl: text, lvl: number, type: maybe(text), objn: text, rpth: maybe(text) },
  ...{ stands: maybe(stands), tried: list(tried), before: map(text, oid), causes },
});
const piece = { exceptions: list(exception), checkOuts: list(checkOut) };

const lease = object({ run: text, id: maybe(text), attempt: number, instance: text, head: oid, until: text });
const aMark = [match(/^[op]\d{1,5}$/), text, from(0), optional(one(1))];
const mark: Check = (value) => Array.isArray(value) && value.length <= 4 && aMark.every((check, n) => check(value[n]));
const shards = object({ total: number, count: from(2), marks: list(mark) });
const settled = object({ commit: maybe(oid), began: maybe(oid), fork: maybe(oid) });

/** True for a shard. */
export const isPiece = object(piece);
/** True for a head file. */
export const isHead = object({
  ...{ service: text, repository: text, repo: text, mapping: text, branch: text },
  ...{ version: one(2), settled, ...piece, leases: list(lease), shards: optional(shards) },
});
