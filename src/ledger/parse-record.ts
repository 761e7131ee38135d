import * as z from 'zod/mini';
import { reasons } from '../interface/fields.ts';
import type { FiledObject, LedgerRecord, RecordKey } from './record.ts';
import type { KeptRecord } from './seal.ts';

const oid = z.string().check(z.regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/));
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
/** A line end in it would make two questions of one to Git. */
const path = z.string().check(z.regex(/^[^\n]*$/));
const requestNumber = z.int().check(z.positive());
const values = z.record(z.string(), z.union([z.string(), z.number()]));

const identity = {
  appl: z.string(),
  lvl: z.number(),
  type: z.nullable(z.string()),
  objn: z.string(),
  rpth: z.nullable(z.string()),
  reason: z.enum(reasons),
  added: z.boolean(),
};

const oidForm = /^([0-9a-f]{40}|[0-9a-f]{64})$/;
const lefts: readonly unknown[] = [undefined, 'noLongerMapped', 'notDeleted'];

const isText = (value: unknown) => typeof value === 'string';
const isOid = (value: unknown) => typeof value === 'string' && oidForm.test(value);
const isNumber = (value: unknown) => typeof value === 'number';
const orNull = (is: (value: unknown) => boolean) => (value: unknown) => value === null || is(value);
const orNone = (is: (value: unknown) => boolean) => (value: unknown) => value === undefined || is(value);

/** What the fields of a filed object have to be. By hand: there may be tens of thousands, and a run waits for them. */
const filedChecks: readonly (readonly [keyof FiledObject, (value: unknown) => boolean])[] = [
  ['appl', isText],
  ['lvl', isNumber],
  ['type', orNull(isText)],
  ['objn', isText],
  ['rpth', orNull(isText)],
  ['reason', (value) => (reasons as readonly unknown[]).includes(value)],
  ['added', (value) => typeof value === 'boolean'],
  ['objectId', orNull((value) => Number.isSafeInteger(value) && (value as number) > 0)],
  // A line end in it would make two questions of one to Git.
  ['path', (value) => typeof value === 'string' && !value.includes('\n')],
  ['blob', orNull(isOid)],
  ['rfp', isNumber],
  ['commit', isOid],
  ['run', isText],
  ['since', orNone(isOid)],
  ['rfpRun', orNone(isText)],
  ['sent', isValues],
  ['fixed', orNone(isValues)],
  ['causes', orNone(isCauses)],
  ['left', (value) => lefts.includes(value)],
  ['closed', orNone((value) => value === true)],
  ['claimed', orNone((value) => value === true)],
];

function isValues(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && Object.values(value).every((one) => isText(one) || isNumber(one))
  );
}

/** A path in it is asked of Git, too. */
function isCauses(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).every(([path, blob]) => !path.includes('\n') && (blob === null || isOid(blob)));
}

/** The place of the first value that is no filed object, `3.path`; null: all are. */
function badEntry(entries: readonly unknown[]): string | null {
  for (const [n, value] of entries.entries()) {
    if (typeof value !== 'object' || value === null) return String(n);
    const entry = value as Readonly<Record<string, unknown>>;
    const bad = filedChecks.find(([name, is]) => !is(entry[name]));
    if (bad !== undefined) return `${n}.${bad[0]}`;
  }
  return null;
}

/** No record is nested deeper. */
const mostDepth = 16;

/** True for JSON that is nested so deep that writing it again would not come to an end: no run has written it. */
export function isDeep(text: string): boolean {
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}]/gs)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    if (depth > mostDepth) return true;
  }
  return false;
}

/** Reads a part of a record: its filed objects, or a sentence about what is wrong. */
export function parsePart(text: string, isSealed = false): readonly FiledObject[] | { readonly damaged: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { damaged: 'a part of it is not JSON' };
  }
  // What a run has sealed it has written as it should be; a run waits for thousands of entries.
  if (!Array.isArray(json) || (!isSealed && badEntry(json) !== null)) return { damaged: 'a part of it is not valid' };
  return json;
}

const causes = z.optional(z.record(path, z.nullable(oid)));

const open = z.object({
  ...identity,
  causes,
  openSince: z.optional(z.object({ run: z.string(), actor: z.nullable(z.string()), head: oid })),
  path: z.string(),
  outcome: z.string(),
  why: z.string(),
  needsPerson: z.boolean(),
});

const call = z.object({
  ...identity,
  causes,
  path,
  blob: z.nullable(oid),
  objectId: z.nullable(requestNumber),
  sent: z.nullable(values),
  withdraws: z.optional(z.literal(true)),
  closed: z.optional(z.literal(true)),
  claimed: z.optional(z.literal(true)),
});

const shared = z.object({
  appl: z.string(),
  lvl: z.number(),
  type: z.nullable(z.string()),
  objn: z.string(),
  rpth: z.nullable(z.string()),
  objectId: requestNumber,
  path,
  blob: oid,
  added: z.boolean(),
  of: z.object({ repo: z.string(), mapping: z.string(), branch: z.string() }),
});

const run = z.object({
  run: z.string(),
  id: z.nullable(z.string()),
  attempt: z.number(),
  instance: z.string(),
  head: oid,
  until: z.string(),
  calls: z.array(call),
});

const passedPaths = z.record(z.string(), z.nullable(oid));

const schema = z.object({
  version: z.literal(1),
  service: z.string(),
  repo: z.string(),
  mapping: z.string(),
  branch: z.string(),
  head: z.nullable(oid),
  began: z.optional(oid),
  past: z.optional(z.array(oid)),
  firstHead: z.nullable(oid),
  filed: z.array(z.unknown()),
  open: z.array(open),
  keys: z.optional(z.record(z.string(), z.string())),
  runs: z.array(run),
  unanswered: z.array(call),
  shared: z.optional(z.array(shared)),
  passed: z.optional(passedPaths),
  mapped: z.optional(oid),
  claims: z.optional(z.object({ head: z.nullable(oid), paths: z.array(z.string()), passed: z.optional(passedPaths) })),
  digests: z.optional(z.array(sha256)),
  sizes: z.optional(z.array(z.int())),
  seal: z.optional(sha256),
  parts: z.optional(z.int().check(z.minimum(2), z.maximum(65_536))),
});

const keyNames = ['service', 'repo', 'mapping', 'branch'] as const;

/**
 * Reads a record from its JSON text. What comes from the repository is not trusted: anything that is not a record of
 * this version gives a sentence instead.
 */
export function parseAnyRecord(text: string): KeptRecord | { readonly damaged: string } {
  if (isDeep(text)) return { damaged: 'it is nested too deep' };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { damaged: 'it is not JSON' };
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return { damaged: 'it is not a JSON object' };
  if (!('version' in json) || json.version !== 1) {
    const version = 'version' in json ? JSON.stringify(json.version) : 'none';
    return { damaged: `its version is ${version}; this tool knows version 1` };
  }
  const read = z.safeParse(schema, json);
  // The text itself counts, as a later version of this format may say more.
  if (read.success) {
    const bad = badEntry(read.data.filed);
    return bad === null ? (json as unknown as KeptRecord) : { damaged: `its filed.${bad} is not valid` };
  }
  return { damaged: `its ${read.error.issues[0]?.path.join('.') ?? 'content'} is not valid` };
}

/** Which part of the key is another one, in words; null: the record is the one that is to stand there. */
export function otherKey(record: LedgerRecord, key: RecordKey): string | null {
  const other = keyNames.find((name) => record[name] !== key[name]);
  return other === undefined ? null : `its ${other} is ${JSON.stringify(record[other])}, not ${key[other]}`;
}
