/**
 * Scripted faults: bad days that the service plays (`serve --faults FILE`). A faults file is YAML or JSON: a list of
 * faults, each with the calls that it is for and what happens to them.
 *
 * Which calls; what is left out does not narrow them. A call is a POST or PATCH to the resource with a valid token; a
 * repeated one counts again.
 * - `method: POST | PATCH`
 * - `objn: NAME`: calls about this object, by the `objn` of a create or the `objectId` of an update; case does not count
 * - `call: n`: the nth call of all, from 1; or, counted among the calls that `method` and `objn` leave:
 *   `nth: n` the nth; `from: n` the nth and all later ones; `every: n` each nth (with `from`: beginning there)
 * - `times: n`: at most so often
 *
 * What happens:
 * - `delay: ms`, alone or before any of the following
 * - `status: 400...599`, with `retryAfter: seconds | HTTP date`; its body is JSON without `rtn`
 * - `body: malformed | truncated | empty | html | noRtn`: the answer, mangled; with `status`: the body of that status
 * - `sev: "40"`: the answer with a severity that the interface does not know
 * - `refuse: message`, with `existingObjectId: n`: sev 30; the work is not done
 * - `cut: before | after | midBody`: the connection is cut before the work, after it, or after it and half the answer
 * - `when: before | after` the work is done. Left out: before for a delay or a status, after for body and sev. Before
 *   the work there is no answer yet, so body and sev then make do with that of a create.
 *
 * Faults for the same call are played in the order of the list, those before the work first, until one ends the call.
 */
import * as z from 'zod/mini';
import { readInteger } from '../interface/replies.ts';
import { readChecked } from './checked-file.ts';
import { mangledBodies } from './mangle.ts';

const count = z.optional(z.int().check(z.gte(1, 'must be 1 or more')));
const retryAfterForm = 'must be seconds, or an HTTP date as Fri, 21 Nov 2025 04:28:00 GMT';
const httpDate = z.string().check(z.refine((date) => new Date(date).toUTCString() === date, retryAfterForm));
const isUnknownSeverity = (sev: string | number) => ![10, 20, 30].includes(readInteger(sev) ?? 0);

const fieldsSchema = z.strictObject({
  method: z.optional(z.enum(['POST', 'PATCH'], 'must be POST or PATCH')),
  objn: z.optional(z.string().check(z.minLength(1, 'must not be empty'))),
  call: count,
  nth: count,
  from: count,
  every: count,
  times: count,
  delay: z.optional(z.int().check(z.gte(0, 'must be 0 or more'), z.lte(600_000, 'must not exceed 600000 ms'))),
  status: z.optional(z.int().check(z.gte(400, 'must be 400 to 599'), z.lte(599, 'must be 400 to 599'))),
  retryAfter: z.optional(z.union([z.int().check(z.gte(0, retryAfterForm)), httpDate], retryAfterForm)),
  body: z.optional(z.enum(mangledBodies, `must be ${mangledBodies.join(', ')}`)),
  sev: z.optional(
    z
      .union([z.string(), z.int()], 'must be a text or a whole number')
      .check(z.refine(isUnknownSeverity, 'must be a severity that the interface does not know')),
  ),
  refuse: z.optional(z.string()),
  existingObjectId: count,
  cut: z.optional(z.enum(['before', 'after', 'midBody'], 'must be before, after or midBody')),
  when: z.optional(z.enum(['before', 'after'], 'must be before or after')),
});

export type Fault = z.infer<typeof fieldsSchema>;
export type Faults = readonly Fault[];

type Field = keyof Fault;

/** Fields that exclude each other: of each row, the first field with any of the others. */
const exclusions: readonly (readonly [Field, ...Field[]])[] = [
  ['nth', 'call'],
  ['from', 'call', 'nth'],
  ['every', 'call', 'nth'],
  ['sev', 'status', 'body'],
  ['refuse', 'status', 'body', 'sev'],
  ['cut', 'status', 'body', 'sev', 'refuse'],
  ['when', 'cut', 'refuse'],
];

/** What is wrong about the fields of a fault together: the field, and what it must be. */
function disagreements(fault: Fault): { field: Field | null; message: string }[] {
  const has = (field: Field) => fault[field] !== undefined;
  const found: { field: Field | null; message: string }[] = exclusions.flatMap(([field, ...others]) => {
    const met = has(field) ? others.filter(has) : [];
    return met.length > 0 ? [{ field, message: `does not go together with ${met.join(' and ')}` }] : [];
  });
  if (has('retryAfter') && !has('status')) found.push({ field: 'retryAfter', message: 'goes only with status' });
  if (has('existingObjectId') && !has('refuse')) {
    found.push({ field: 'existingObjectId', message: 'goes only with refuse' });
  }
  if (fault.when === 'after' && fault.status !== undefined && fault.status < 500) {
    found.push({ field: 'when', message: 'must be before: a status below 500 says that nothing was done' });
  }
  const effects: readonly Field[] = ['delay', 'status', 'body', 'sev', 'refuse', 'cut'];
  if (!effects.some(has)) found.push({ field: null, message: `must have one of ${effects.join(', ')}` });
  return found;
}

const faultSchema = fieldsSchema.check(({ value, issues }) => {
  for (const { field, message } of disagreements(value)) {
    issues.push({ code: 'custom', input: value, path: field === null ? [] : [field], message });
  }
});

/**
 * Reads the text of a faults file.
 * @param file its name, for messages
 * @throws Problem usage that lists all mistakes as `FILE:LINE:COLUMN: what`, one a line
 */
export function readFaults(text: string, file: string): Faults {
  return readChecked(text, file, { schema: z.array(faultSchema), remedy: 'Correct the faults file.' });
}
