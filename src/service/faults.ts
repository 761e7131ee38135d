import * as z from 'zod/mini';
import { Problem } from '../errors.ts';
import { isRecord, readInteger } from '../interface/replies.ts';
import type { YamlFinding } from '../yaml/findings.ts';
import { formatProblems } from '../yaml/lines.ts';
import { readChecked } from '../yaml/read-checked.ts';
import { CheckedPart } from './file-parts.ts';
import { whole } from './site.ts';

const count = z.optional(whole('a whole number from 1 on', 1));
/** Returns a schema of an optional field with one of these values. */
const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.optional(z.enum(values, { error: `one of ${values.map((value) => `\`${value}\``).join(', ')}` }));

const retryAfterError = 'whole seconds, or an HTTP date as "Fri, 21 Nov 2025 04:28:00 GMT"';
const httpDate = z
  .string()
  .check(z.refine((date) => new Date(date).toUTCString() === date, { error: retryAfterError }));
const retryAfter = z.union([whole(retryAfterError, 0), httpDate], { error: retryAfterError });

const sevError = 'a severity that the interface does not know: not 10, 20 or 30';
const sev = z
  .union([z.string(), z.int()], { error: sevError })
  .check(z.refine((value) => ![10, 20, 30].includes(readInteger(value) ?? 0), { error: sevError }));

const nameError = 'the name of an object (text; in quotes, if it looks like a number)';

const faultSchema = z.strictObject(
  {
    method: oneOf(['POST', 'PATCH']),
    objn: z.optional(z.string({ error: nameError }).check(z.minLength(1, { error: nameError }))),
    call: count,
    nth: count,
    from: count,
    every: count,
    times: count,
    delay: z.optional(whole('whole milliseconds, 600000 at most', 0, 600_000)),
    status: z.optional(whole('a status from 400 to 599', 400, 599)),
    retryAfter: z.optional(retryAfter),
    body: oneOf(['malformed', 'truncated', 'empty', 'html', 'noRtn']),
    sev: z.optional(sev),
    refuse: z.optional(z.string({ error: 'the message of the refusal (text)' })),
    existingObjectId: count,
    cut: oneOf(['before', 'after', 'midBody']),
    when: oneOf(['before', 'after']),
  },
  { error: 'a fault: for which calls it is, and what happens to them' },
);
const faultsSchema = z.array(faultSchema, { error: 'a list of faults' });

export type Fault = z.infer<typeof faultSchema>;
export type Faults = readonly Fault[];

type Key = keyof Fault;

/** Keys that exclude each other: of each row, the first with any of the others. */
const exclusions: readonly (readonly [Key, ...Key[]])[] = [
  ['nth', 'call'],
  ['from', 'call', 'nth'],
  ['every', 'call', 'nth'],
  ['sev', 'status', 'body'],
  ['refuse', 'status', 'body', 'sev'],
  ['cut', 'status', 'body', 'sev', 'refuse'],
  ['when', 'cut', 'refuse'],
];

/** Keys that need another. */
const companions = [['retryAfter', 'status'] as const, ['existingObjectId', 'refuse'] as const];

const effects: readonly Key[] = ['delay', 'status', 'body', 'sev', 'refuse', 'cut'];

/** Returns the keys, each in backticks. */
const inBackticks = (keys: readonly string[]) => keys.map((key) => `\`${key}\``);

/** Returns findings about one fault: keys that exclude or need each other, `when: after` with a status below 500, no effect at all. */
function findingsOfFault(fault: CheckedPart): YamlFinding[] {
  const { fields } = fault;
  const has = (key: Key) => Object.hasOwn(fields, key);
  const findings: YamlFinding[] = [];
  for (const [key, ...others] of exclusions) {
    const met = inBackticks(others.filter(has)).join(' and ');
    if (!has(key) || met === '') continue;
    findings.push(fault.at(key).wrongKey(`\`${key}\` beside ${met}`, `leave out \`${key}\`, or ${met}`));
  }
  for (const [key, other] of companions) {
    if (!has(key) || has(other)) continue;
    findings.push(fault.at(key).wrongKey(`\`${key}\` without \`${other}\``, `expected \`${other}\` too`));
  }
  const { when, status } = fields;
  if (when === 'after' && typeof status === 'number' && status < 500) {
    const right = 'expected `before`, as a status below 500 says that nothing was done';
    findings.push(fault.at('when').wrong(`\`after\` with status ${status}`, right));
  }
  // A misspelt key may be the one that is missing.
  const knowsAll = Object.keys(fields).every((key) => Object.hasOwn(faultSchema.shape, key));
  if (knowsAll && !effects.some(has)) {
    findings.push(fault.wrong('a fault that never takes effect', `expected one of ${inBackticks(effects).join(', ')}`));
  }
  return findings;
}

/** Reads and checks the text of a faults file (docs/service.md). @param file its name @throws Problem usage with all that is wrong */
export function readFaults(text: string, file: string): Faults {
  return readChecked(text, {
    schema: faultsSchema,
    findings: (value) =>
      new CheckedPart(value).elements.filter((part) => isRecord(part.value)).flatMap(findingsOfFault),
    least: 'a list of faults, `[]` for none',
    refusal: (all) => new Problem('usage', formatProblems(file, all), `Correct ${file}, or start without --faults.`),
    mostCharacters: 1024 * 1024,
    mostValues: 50_000,
  }).content;
}
