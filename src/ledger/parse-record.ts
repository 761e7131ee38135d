import { reasons } from '../interface/fields.ts';
import { holdsCalls, type LongEntries } from './long-lists.ts';
import type { FiledObject, LedgerRecord, RecordKey } from './record.ts';
import type { KeptRecord } from './seal.ts';

/**
 * The place of the first value that is wrong, as `filed.3.path`; empty: the value itself; null: none. By hand: there may
 * be tens of thousands, and a run waits for them.
 */
type Check = (value: unknown) => string | null;

const is = (isRight: (value: unknown) => boolean): Check => {
  return (value) => (isRight(value) ? null : '');
};
const matching = (form: RegExp) => is((value) => typeof value === 'string' && form.test(value));
const oneOf = (...values: readonly unknown[]) => is((value) => values.includes(value));
const orNull = (check: Check): Check => {
  return (value) => (value === null ? null : check(value));
};
const orNone = (check: Check): Check => {
  return (value) => (value === undefined ? null : check(value));
};

const text = is((value) => typeof value === 'string');
/** A line end in it would make two questions of one to Git. */
const path = matching(/^[^\n]*$/);
const oid = matching(/^([0-9a-f]{40}|[0-9a-f]{64})$/);
const sha256 = matching(/^[0-9a-f]{64}$/);
const number = is(Number.isFinite);
const flag = is((value) => typeof value === 'boolean');
const mark = oneOf(undefined, true);
const whole = (least: number, most = Number.MAX_SAFE_INTEGER) => {
  return is((value) => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most);
};

/** The first place in which `badOf` finds something. */
function firstBad<T>(
  entries: Iterable<readonly [string | number, T]>,
  badOf: (item: T, name: string | number) => string | null,
): string | null {
  for (const [name, item] of entries) {
    const bad = badOf(item, name);
    if (bad !== null) return bad === '' ? String(name) : `${name}.${bad}`;
  }
  return null;
}

/** A record with these keys; others say nothing to this version. */
function shape(checks: Readonly<Record<string, Check>>): Check {
  const all = Object.entries(checks);
  return (value) => (isObject(value) ? firstBad(all, (check, name) => check(value[name])) : '');
}

function listOf(check: Check): Check {
  return (value) => (Array.isArray(value) ? firstBad(value.entries(), check) : '');
}

function mapOf(key: Check, check: Check): Check {
  return (value) => (isObject(value) ? firstBad(Object.entries(value), (item, name) => key(name) ?? check(item)) : '');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const object = { appl: text, lvl: number, type: orNull(text), objn: text, rpth: orNull(text) };
const identity = { ...object, reason: oneOf(...reasons), added: flag };
const textOrNumber = is((value) => typeof value === 'string' || Number.isFinite(value));
const values = mapOf(text, textOrNumber);
/** A path in it is asked of Git, too. */
const causes = orNone(mapOf(path, orNull(oid)));
const requestNumber = whole(1);

const filed = listOf(
  shape({
    ...identity,
    objectId: orNull(requestNumber),
    path,
    blob: orNull(oid),
    rfp: number,
    commit: oid,
    run: text,
    since: orNone(oid),
    rfpRun: orNone(text),
    sent: values,
    fixed: orNone(values),
    causes,
    left: oneOf(undefined, 'noLongerMapped', 'notDeleted'),
    closed: mark,
    claimed: mark,
  }),
);

const openSince = orNone(shape({ run: text, actor: orNull(text), head: oid }));
const open = shape({ ...identity, causes, openSince, path: text, outcome: text, why: text, needsPerson: flag });

const call = shape({
  ...identity,
  causes,
  path,
  blob: orNull(oid),
  objectId: orNull(requestNumber),
  sent: orNull(values),
  withdraws: mark,
  closed: mark,
  claimed: mark,
});

const of = shape({ repo: text, mapping: text, branch: text });
const shared = shape({ ...object, objectId: requestNumber, path, blob: oid, added: flag, of, handedOver: mark });

const run = shape({
  run: text,
  id: orNull(text),
  attempt: number,
  instance: text,
  head: oid,
  until: text,
  calls: listOf(call),
  process: orNone(shape({ host: text, pid: whole(1), started: text })),
});

const passed = orNone(mapOf(text, orNull(oid)));

const checks = {
  service: text,
  repo: text,
  mapping: text,
  branch: text,
  head: orNull(oid),
  began: orNone(oid),
  past: orNone(listOf(oid)),
  firstHead: orNull(oid),
  filed,
  open: listOf(open),
  keys: orNone(mapOf(text, text)),
  runs: listOf(run),
  unanswered: listOf(call),
  shared: orNone(listOf(shared)),
  passed,
  mapped: orNone(oid),
  claims: orNone(shape({ head: orNull(oid), paths: listOf(text), passed })),
  digests: orNone(listOf(sha256)),
  sizes: orNone(listOf(whole(Number.MIN_SAFE_INTEGER))),
  seal: orNone(sha256),
  parts: orNone(whole(2, 65_536)),
  long: orNone(
    mapOf(
      matching(/^(open|unanswered|calls-[0-9a-f]{24})$/),
      shape({ digests: listOf(sha256), sizes: listOf(whole(Number.MIN_SAFE_INTEGER)) }),
    ),
  ),
};
const badPlace = shape(checks);
/** What a run has sealed it has written as it should be; a reader waits for thousands of entries. */
const badBesideFiled = shape({ ...checks, filed: is(Array.isArray) });

/** No record is nested deeper. */
const mostDepth = 16;

/** By hand: a ledger may have tens of millions of characters. */
const [quote, backslash] = [0x22, 0x5c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** True for JSON that is nested so deep that writing it again would not come to an end: no run has written it. */
export function isDeep(text: string): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) isInText = !isInText;
    else if (isInText) at += code === backslash ? 1 : 0;
    else if (code === openList || code === openObject) {
      depth += 1;
      if (depth > mostDepth) return true;
    } else if (code === closeList || code === closeObject) depth -= 1;
  }
  return false;
}

/** Undefined for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a part of a record: its filed objects, or a sentence about what is wrong. */
export function parsePart(text: string, isSealed: boolean): readonly FiledObject[] | { readonly damaged: string } {
  return parseEntries(text, isSealed, filed);
}

/** The same for a file of one of its long lists. */
export function parseLong(name: string, text: string, isSealed: boolean): LongEntries | { readonly damaged: string } {
  return parseEntries(text, isSealed, listOf(holdsCalls(name) ? call : open));
}

function parseEntries<T>(text: string, isSealed: boolean, check: Check): readonly T[] | { readonly damaged: string } {
  const json = parsed(text);
  if (json === undefined) return { damaged: 'a part of it is not JSON' };
  const isRight = Array.isArray(json) && (isSealed || check(json) === null);
  return isRight ? json : { damaged: 'a part of it is not valid' };
}

/**
 * Reads a record from its JSON text. What comes from the repository is not trusted: anything that is not a record of
 * this version gives a sentence instead.
 *
 * @param isSealed the text is, byte for byte, one that a run has sealed.
 */
export function parseAnyRecord(text: string, isSealed = false): KeptRecord | { readonly damaged: string } {
  if (!isSealed && isDeep(text)) return { damaged: 'it is nested too deep' };
  const json = parsed(text);
  if (json === undefined) return { damaged: 'it is not JSON' };
  if (!isObject(json)) return { damaged: 'it is not a JSON object' };
  const { version } = json;
  if (version !== 1) {
    return { damaged: `its version is ${JSON.stringify(version) ?? 'none'}; this tool knows version 1` };
  }
  const bad = (isSealed ? badBesideFiled : badPlace)(json);
  // The text itself counts, as a later version of this format may say more.
  return bad === null ? (json as unknown as KeptRecord) : { damaged: `its ${bad} is not valid` };
}

/** Which part of the key is another one, in words; null: the record is the one that is to stand there. */
export function otherKey(record: LedgerRecord, key: RecordKey): string | null {
  const other = (['service', 'repo', 'mapping', 'branch'] as const).find((name) => record[name] !== key[name]);
  return other === undefined ? null : `its ${other} is ${JSON.stringify(record[other])}, not ${key[other]}`;
}
