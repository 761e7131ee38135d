import * as z from 'zod/mini';
import { reasons } from '../interface/fields.ts';
import type { LedgerRecord, RecordKey } from './record.ts';

const oid = z.string().check(z.regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/));
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

const filed = z.object({
  ...identity,
  objectId: z.nullable(requestNumber),
  path,
  blob: z.nullable(oid),
  rfp: z.number(),
  commit: oid,
  run: z.string(),
  rfpRun: z.optional(z.string()),
  sent: values,
  fixed: z.optional(values),
  left: z.optional(z.enum(['noLongerMapped', 'notDeleted'])),
  closed: z.optional(z.literal(true)),
});

const open = z.object({
  ...identity,
  path: z.string(),
  outcome: z.string(),
  why: z.string(),
  needsPerson: z.boolean(),
});

const call = z.object({
  ...identity,
  path,
  blob: z.nullable(oid),
  objectId: z.nullable(requestNumber),
  sent: z.nullable(values),
  withdraws: z.optional(z.literal(true)),
  closed: z.optional(z.literal(true)),
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
  filed: z.array(filed),
  open: z.array(open),
  keys: z.optional(z.record(z.string(), z.string())),
  runs: z.array(run),
  unanswered: z.array(call),
  shared: z.optional(z.array(shared)),
  passed: z.optional(z.record(z.string(), z.nullable(oid))),
  mapped: z.optional(oid),
});

const keyNames = ['service', 'repo', 'mapping', 'branch'] as const;

/**
 * Reads a record from its JSON text. What comes from the repository is not trusted: anything that is not a record of
 * this version gives a sentence instead.
 */
export function parseAnyRecord(text: string): LedgerRecord | { readonly damaged: string } {
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
  if (read.success) return json as unknown as LedgerRecord;
  return { damaged: `its ${read.error.issues[0]?.path.join('.') ?? 'content'} is not as it should be` };
}

/** Reads the record that is to stand under the key; one of another key there gives a sentence too. */
export function parseRecord(text: string, key: RecordKey): LedgerRecord | { readonly damaged: string } {
  const record = parseAnyRecord(text);
  if ('damaged' in record) return record;
  const other = keyNames.find((name) => record[name] !== key[name]);
  return other === undefined
    ? record
    : { damaged: `its ${other} is ${JSON.stringify(record[other])}, not ${key[other]}` };
}
