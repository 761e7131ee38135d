/** Faults that the service plays: reading their file, and playing them. */
import { STATUS_CODES } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { Problem } from '../errors.ts';
import { isRecord, messages, parseInteger } from '../interface/replies.ts';
import { formatProblems } from '../yaml/lines.ts';
import { readChecked, type YamlFinding } from '../yaml/read-checked.ts';
import { type Answer, buildJsonAnswer } from './answer.ts';
import { CheckedPart } from './file-parts.ts';
import { ServiceRefusal } from './refusal.ts';
import type { FaultEnding, Interfere } from './server.ts';
import { record, whole } from './site.ts';

const count = z.optional(whole('a whole number from 1 on', 1));
/** Returns a schema of an optional field with one of these values. */
const allowOneOf = <const Values extends readonly string[]>(values: Values) =>
  z.optional(z.enum(values, { error: `one of ${values.map((value) => `\`${value}\``).join(', ')}` }));

const retryAfterError = 'whole seconds, or an HTTP date as "Fri, 21 Nov 2025 04:28:00 GMT"';
const httpDate = z
  .string()
  .check(z.refine((date) => new Date(date).toUTCString() === date, { error: retryAfterError }));
const retryAfter = z.union([whole(retryAfterError, 0), httpDate], { error: retryAfterError });

const sevError = 'a severity that the interface does not know: not 10, 20 or 30';
const sev = z
  .union([z.string(), z.int()], { error: sevError })
  .check(z.refine((value) => ![10, 20, 30].includes(parseInteger(value) ?? 0), { error: sevError }));

const nameError = 'the name of an object (text; in quotes, if it looks like a number)';

const faultSchema = record('a fault: for which calls it is, and what happens to them', {
  method: allowOneOf(['POST', 'PATCH']),
  objn: z.optional(z.string({ error: nameError }).check(z.minLength(1, { error: nameError }))),
  call: count,
  nth: count,
  from: count,
  every: count,
  times: count,
  delay: z.optional(whole('whole milliseconds, 600000 at most', 0, 600_000)),
  status: z.optional(whole('a status from 400 to 599', 400, 599)),
  retryAfter: z.optional(retryAfter),
  body: allowOneOf(['malformed', 'truncated', 'empty', 'html', 'noRtn']),
  sev: z.optional(sev),
  refuse: z.optional(z.string({ error: 'the message of the refusal (text)' })),
  existingObjectId: count,
  cut: allowOneOf(['before', 'after', 'midBody']),
  when: allowOneOf(['before', 'after']),
});

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
const quoteKeys = (keys: readonly string[]) => keys.map((key) => `\`${key}\``);

/** Returns findings about one fault: keys that exclude or need each other, `when: after` with a status below 500, no effect at all. */
function checkFault(fault: CheckedPart): YamlFinding[] {
  const { fields } = fault;
  const has = (key: Key) => Object.hasOwn(fields, key);
  const findings: YamlFinding[] = [];
  for (const [key, ...others] of exclusions) {
    const met = quoteKeys(others.filter(has)).join(' and ');
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
    findings.push(fault.wrong('a fault that never takes effect', `expected one of ${quoteKeys(effects).join(', ')}`));
  }
  return findings;
}

/** Reads and checks the text of a faults file (docs/service.md). @param file its name @throws Problem usage with all that is wrong */
export function readFaults(text: string, file: string): Faults {
  return readChecked(text, {
    schema: z.array(faultSchema, { error: 'a list of faults' }),
    findings: (value) => new CheckedPart(value).elements.filter((part) => isRecord(part.value)).flatMap(checkFault),
    least: 'a list of faults, `[]` for none',
    refusal: (all) => new Problem('usage', formatProblems(file, all), `Correct ${file}, or start without --faults.`),
    mostCharacters: 1024 * 1024,
    mostValues: 50_000,
  }).content;
}

/** Returns a hook, called for each call: what it returns plays the due faults before (null) or after the work, until one ends the call. */
export function createFaultHook(faults: Faults): Interfere {
  // With how many calls each has met, and how often it was played.
  const entries = faults.map((fault) => ({ fault, met: 0, played: 0 }));
  let calls = 0;
  return (method, objn) => {
    calls += 1;
    const ofMethod = entries.filter(({ fault }) => (fault.method ?? method) === method);
    const meant = ofMethod.filter(({ fault }) => (fault.objn ?? objn)?.toUpperCase() === objn?.toUpperCase());
    for (const entry of meant) entry.met += 1;
    const due = meant.filter(({ fault, met }) => isDue(fault, calls, met));
    return async (answer) => {
      for (const entry of due.filter(({ fault }) => isBeforeWork(fault) === (answer === null))) {
        const { fault } = entry;
        if (entry.played >= (fault.times ?? Number.POSITIVE_INFINITY)) continue;
        entry.played += 1;
        // A wait must not keep a service alive that should stop.
        if (fault.delay !== undefined) await sleep(fault.delay, undefined, { ref: false });
        const ending = deriveEnding(fault, answer ?? createdAnswer);
        if (ending !== null) return ending;
      }
      return null;
    };
  };
}

/** True if due by `call`, `nth`, `from`, `every` (none: always). @param calls number of the call @param met its number among those meant */
function isDue({ call, nth, from, every = 1 }: Fault, calls: number, met: number): boolean {
  if (call !== undefined) return call === calls;
  if (nth !== undefined) return nth === met;
  const first = from ?? every;
  return met >= first && (met - first) % every === 0;
}

/** True if a fault is played before the work of a call: as `when` or `cut` says, else unless it only changes the answer (`body`, `sev`). */
function isBeforeWork({ when, cut, refuse, status, body, sev }: Fault): boolean {
  const changesAnswer = refuse === undefined && status === undefined && (body !== undefined || sev !== undefined);
  return (when ?? cut ?? (changesAnswer ? 'after' : 'before')) === 'before';
}

/** Returns how a fault ends the call; null if it only delays it. @param answer the one that `body`, `sev` and `midBody` change */
function deriveEnding(fault: Fault, answer: Answer): FaultEnding | null {
  const { status, body, sev, refuse, cut } = fault;
  if (cut === 'midBody') return { ...answer, cutAfter: Math.floor(Buffer.byteLength(answer.body) / 2) };
  if (cut !== undefined) return 'cut';
  if (refuse !== undefined) return new ServiceRefusal(refuse, fault.existingObjectId ?? null);
  if (sev !== undefined) {
    const fields = JSON.parse(answer.body);
    return { ...answer, body: JSON.stringify({ ...fields, rtn: { ...fields.rtn, sev } }) };
  }
  const headers = fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) };
  const error = STATUS_CODES[status ?? 0] ?? 'Unknown Error';
  const own = status === undefined ? answer : buildJsonAnswer(status, { error }, headers);
  if (body !== undefined) return { ...own, ...damages[body](own) };
  return status === undefined ? null : own;
}

/** The answer that is changed where the work was not done. */
const createdAnswer = buildJsonAnswer(200, { rtn: { sev: '10', msg: messages.created }, request: {} });

const htmlPage =
  '<!DOCTYPE html>\n<html><head><title>Maintenance</title></head><body><h1>We will be back soon</h1></body></html>\n';

/** For each `body` of a fault, a function that returns the fields to replace in an answer, whose body must be a JSON object. */
const damages: Readonly<Record<NonNullable<Fault['body']>, (answer: Answer) => Partial<Answer>>> = {
  malformed: ({ body }) => ({ body: body.replace(':', '=') }),
  truncated: ({ body }) => ({ body: body.slice(0, body.length / 2) }),
  empty: () => ({ body: '' }),
  html: ({ headers }) => ({ headers: { ...headers, 'content-type': 'text/html; charset=utf-8' }, body: htmlPage }),
  noRtn: ({ body }) => ({ body: JSON.stringify({ ...JSON.parse(body), rtn: undefined }) }),
};
