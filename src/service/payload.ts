/**
 * From the JSON object of a call to its fields (interface §2.1, §2.6): types, value lists, numbers as numbers or
 * quoted (§2.1, last paragraph). Pure; what is wrong comes back as sentences.
 */
import { type CreateFields, createFields, type Field, type UpdateFields, updateFields } from '../interface/fields.ts';
import { isRecord, readInteger, readRequestNumber } from '../interface/replies.ts';
import { BadCall, Refusal, shown } from './refusal.ts';

/** Which of the two published variants the service plays (interface §9). */
export type Variant = 'later' | 'earlier';

/** A JSON object as it came. */
export type Payload = Readonly<Record<string, unknown>>;

/** Characters of a vendor reference that the transaction log keeps: a longer one would not be found there. */
export const maxReferenceCharacters = 1000;
/** Characters a text may have. */
const maxCharacters = 5000;

/** Fields that may hold directories; folb, fslb and rpth are paths only in the IFS (locations.ts). */
const pathFields = new Set(['objn', 'srcn', 'gpath']);

/** What could be read: values by field name, sentences about what is wrong, what came, and names that are no field. */
export interface ReadFields<Fields> {
  readonly values: Fields;
  /** By field, in the order of the interface. */
  readonly problems: ReadonlyMap<string, string>;
  /** All that was sent, without blanks at the end. */
  readonly sent: Payload;
  readonly unknown: readonly string[];
}

/**
 * Reads the JSON text of a call.
 * @param bytes UTF-8, with or without a byte order mark
 * @throws BadCall 400 when it is not one JSON object
 */
export function parsePayload(bytes: Uint8Array): Payload {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new BadCall(400, bytes.length === 0 ? 'The JSON body is empty' : 'The body is not JSON in UTF-8');
  }
  if (!isRecord(json)) throw new BadCall(400, 'The body is not a JSON object');
  return json;
}

/** The fields of a create. Empty strings and null count as not sent. Under the earlier variant the Git fields do not exist. */
export function readCreate(payload: Payload, variant: Variant): ReadFields<CreateFields> {
  const table = createFields.filter((field: Field) => variant === 'later' || !field.laterOnly);
  return readFields<CreateFields>(table, payload, (name, value) => value === '' || value === null || name === '');
}

/** Fields of an update that an empty string can clear; `gpath` is empty for a file at the root of the repository. */
const clearable = new Set(['gpath', 'srca', 'srcd']);

/** The fields of an update. `*SAME`, null, and an empty string where it cannot be a value, count as not sent. */
export function readUpdate(payload: Payload): ReadFields<UpdateFields> {
  return readFields<UpdateFields>(
    updateFields,
    payload,
    (name, value) => value === '*SAME' || value === null || (value === '' && !clearable.has(name)),
  );
}

/** The number of the request an update is about, or null when it is missing or not greater than 0 (interface §4.2). */
export function readObjectId(payload: Payload): number | null {
  return readRequestNumber(payload.objectId);
}

/** Text as a field of fixed length keeps it: blanks at its end are none. Only blanks: other white space is no padding. */
export function withoutBlanks(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === ' ') end -= 1;
  return text.slice(0, end);
}

/** Throws Refusal for what is wrong with values that count: one that is not used is none, whatever it is. */
export function refuseProblems(
  { problems }: Pick<ReadFields<unknown>, 'problems'>,
  unused: { has(name: string): boolean },
): void {
  const counting = [...problems].filter(([name]) => !unused.has(name)).map(([, problem]) => problem);
  if (counting.length > 0) throw new Refusal(counting.join('; '));
}

/** Sentences for names in the body that are no field of the call. */
export function unknownFields(unknown: readonly string[]): string[] {
  const named = unknown.slice(0, 10).map((name) => `field ${shown(name)} is not known and was ignored`);
  return unknown.length > 10 ? [...named, `${unknown.length - 10} more fields are not known`] : named;
}

function readFields<Fields>(
  table: readonly Field[],
  payload: Payload,
  isUnsent: (name: string, value: unknown) => boolean,
): ReadFields<Fields> {
  const values: Record<string, string | number> = {};
  const problems = new Map<string, string>();
  const sent: Record<string, unknown> = {};
  for (const field of table) {
    const value = Object.hasOwn(payload, field.name) ? withoutPadding(field.name, payload[field.name]) : undefined;
    sent[field.name] = value;
    if (value === undefined || isUnsent(field.name, value)) continue;
    const read = field.type === 'integer' ? readNumber(field, value) : readText(field, value);
    if (typeof read === 'object') problems.set(field.name, read.problem);
    else values[field.name] = read;
  }
  const names = new Set(table.map((field) => field.name));
  const unknown = Object.keys(payload).filter((name) => !names.has(name));
  return { values: values as Fields, problems, sent, unknown };
}

/** Names of files in Git are exact: there a blank at the end makes another file. */
const exactFields = new Set(['gpath', 'gfile']);

/** A text of nothing but blanks is blank, and `*SAME` is so with blanks behind it. */
function withoutPadding(name: string, value: unknown): unknown {
  return typeof value === 'string' && !exactFields.has(name) ? withoutBlanks(value) : value;
}

function readNumber(field: Field, value: unknown): number | { problem: string } {
  const number = readInteger(value);
  if (number === null) return { problem: `${field.name} is ${shown(value)}; it must be a whole number` };
  if (number < 0) return { problem: `${field.name} is ${number}; it must not be negative` };
  return number;
}

function readText(field: Field, value: unknown): string | { problem: string } {
  if (typeof value !== 'string') return { problem: `${field.name} is ${shown(value)}; it must be a string` };
  if (!value.isWellFormed() || /\p{Cc}/u.test(value)) {
    return { problem: `${field.name} holds a character that cannot be stored` };
  }
  const most = field.name === 'vref' ? maxReferenceCharacters : maxCharacters;
  if (value.length > most) return { problem: `${field.name} is longer than ${most} characters` };
  if (pathFields.has(field.name) && value.split('/').includes('..')) {
    return { problem: `${field.name} must not hold the directory ..` };
  }
  if (field.name === 'gfile' && (value.includes('/') || value === '.' || value === '..')) {
    return { problem: 'gfile is a file name; the directory belongs into gpath' };
  }
  if (field.values && !field.values.includes(value)) {
    return { problem: `${field.name} is ${shown(value)}; allowed are ${field.values.join(', ')}` };
  }
  return value;
}
