/** From the JSON object of a call to its fields (interface §2.1, §2.6). Pure. */
import type { CreateFields, UpdateFields } from '../interface/fields.ts';
import { checkSpecialValue, createFields, type Field, updateFields } from '../interface/fields.ts';
import { isRecord, parseInteger } from '../interface/replies.ts';
import { BadCall, formatValue, ServiceRefusal } from './refusal.ts';

/** Which of the two published variants the service plays (interface §9). */
export type Variant = 'later' | 'earlier';

export type Payload = Readonly<Record<string, unknown>>;

/** The fields of a create that names application, level and object. */
export type NamedFields = CreateFields & Required<Pick<CreateFields, 'appl' | 'lvl' | 'objn'>>;

/** Most bytes of JSON in a call; all fields of an object request fit many times over. */
const maxPayloadBytes = 1024 * 1024;
/** Most characters of a vendor reference: the transaction log keeps no more. */
const maxReferenceCharacters = 1000;
const maxCharacters = 5000;

/** Fields that may hold directories; folb, fslb and rpth are paths only in the IFS (derive.ts). */
const pathFields = new Set(['objn', 'srcn', 'gpath']);
/** Names of files in Git are exact: there a blank at the end makes another file. */
const exactFields = new Set(['gpath', 'gfile']);
/** Fields of an update that an empty string can clear; `gpath` is empty for a file at the root of the repository. */
const clearable = new Set(['gpath', 'srca', 'srcd']);

export interface ReadFields<Fields> {
  readonly values: Fields;
  /** What is wrong, in sentences, by field in the order of the interface. */
  readonly problems: ReadonlyMap<string, string>;
  /** The fields as they were sent, texts without blanks at the end; undefined: not sent. */
  readonly sent: Payload;
  /** Names that are no field. */
  readonly unknown: readonly string[];
}

/** By name of a field, sent or not, why it has no effect. */
export type Unused = Readonly<Record<string, string>>;

/** Parses the JSON of a call, UTF-8 with or without a byte order mark. @throws BadCall 413 over 1 MiB; 400 if it is not a JSON object */
export function parsePayload(bytes: Uint8Array): Payload {
  if (bytes.length > maxPayloadBytes) throw new BadCall(413, `The JSON is larger than ${maxPayloadBytes} bytes`);
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new BadCall(400, bytes.length === 0 ? 'The JSON body is empty' : 'The body is not JSON in UTF-8');
  }
  if (!isRecord(json)) throw new BadCall(400, 'The body is not a JSON object');
  return json;
}

/** Reads the variant's fields of a create; wrong values: `problems`. Null, '', blanks (gpath, gfile: only null, '') count as not sent. */
export function readCreate(payload: Payload, variant: Variant): ReadFields<CreateFields> {
  const table = createFields.filter((field) => variant === 'later' || !field.laterOnly);
  return readFields<CreateFields>(table, payload, (_, value) => value === '');
}

/** Reads the fields of an update; wrong values: `problems`. Null, `*SAME` and, but for gpath, srca and srcd, '' count as not sent. */
export function readUpdate(payload: Payload): ReadFields<UpdateFields> {
  const isUnsent = (name: string, value: unknown) => value === '*SAME' || (value === '' && !clearable.has(name));
  return readFields<UpdateFields>(updateFields, payload, isUnsent);
}

/** Removes the blanks at the end of a text, as fields of fixed length do. Other white space stays. */
export function withoutBlanks(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === ' ') end -= 1;
  return text.slice(0, end);
}

/** Returns a call's vendor reference for the log: without blanks at its end, at most 1000 UTF-16 units; null: not sent or no valid text. */
export function readVref({ vref }: Payload): string | null {
  return typeof vref === 'string' && vref.isWellFormed() ? withoutBlanks(vref).slice(0, maxReferenceCharacters) : null;
}

/** Refuses a call with wrong values in other fields than the keys of `unused`. @throws ServiceRefusal with all these problems */
export function refuseProblems({ problems }: ReadFields<unknown>, unused: Unused = {}): void {
  const counting = [...problems].filter(([name]) => !(name in unused)).map(([, problem]) => problem);
  if (counting.length > 0) throw new ServiceRefusal(counting.join('; '));
}

/** Reads a table's fields; drops blanks at the end of texts but gpath, gfile. @param isUnsent true for what, as null, counts as not sent */
function readFields<Fields>(
  table: readonly Field[],
  payload: Payload,
  isUnsent: (name: string, value: unknown) => boolean,
): ReadFields<Fields> {
  const values: Record<string, unknown> = {};
  const problems = new Map<string, string>();
  const sent: Record<string, unknown> = {};
  for (const field of table) {
    const { name, type } = field;
    const raw = Object.hasOwn(payload, name) ? payload[name] : undefined;
    const value = typeof raw === 'string' && !exactFields.has(name) ? withoutBlanks(raw) : raw;
    sent[name] = value;
    if (value === undefined || value === null || isUnsent(name, value)) continue;
    const problem = type === 'integer' ? checkNumberValue(field, value) : checkTextValue(field, value);
    if (problem !== null) problems.set(name, problem);
    else values[name] = type === 'integer' ? parseInteger(value) : value;
  }
  const unknown = Object.keys(payload).filter((name) => !Object.hasOwn(sent, name));
  return { values: values as Fields, problems, sent, unknown };
}

/** Returns as a clause why a value is no whole number from 0 on, plain or quoted (up to 15 digits); null if it is. */
function checkNumberValue({ name }: Field, value: unknown): string | null {
  const number = parseInteger(value);
  if (number === null) return `${name} is ${formatValue(value)}; it must be a whole number`;
  return number < 0 ? `${name} is ${number}; it must not be negative` : null;
}

/** Returns as a clause the first thing wrong with a text: its type, characters, length, path, or value; null if it is right. */
function checkTextValue(field: Field, value: unknown): string | null {
  const { name, values } = field;
  if (typeof value !== 'string') return `${name} is ${formatValue(value)}; it must be a string`;
  if (!value.isWellFormed() || /\p{Cc}/u.test(value)) return `${name} holds a character that cannot be stored`;
  const most = name === 'vref' ? maxReferenceCharacters : maxCharacters;
  if (value.length > most) return `${name} is longer than ${most} characters`;
  if (pathFields.has(name) && value.split('/').includes('..')) return `${name} must not hold the directory ..`;
  if (name === 'gfile' && (value.includes('/') || value === '.' || value === '..')) {
    return 'gfile is a file name; the directory belongs in gpath';
  }
  if (values && !values.includes(value)) return `${name} is ${formatValue(value)}; allowed are ${values.join(', ')}`;
  const specials = checkSpecialValue(field, value);
  return specials && `${name} is ${formatValue(value)}; allowed are ${specials.join(', ')} or a name`;
}
