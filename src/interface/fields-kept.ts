import { type CreateFields, createFields } from './fields.ts';

/** Fields that a create sets and an update changes, beside path and RFP: an update sends those that differ (design §7). */
export const fieldsThatUpdate = ['attr', 'srcn', 'srca', 'srcd', 'user', 'csqo', 'lock'] as const;

/** Fields that name the object or the run, or are no matter of the request's own. */
const others: readonly string[] = [
  ...['appl', 'lvl', 'objn', 'objt', 'rpth', 'rsn', 'repo', 'branch', 'gpath', 'gfile', 'copy'],
  ...['arfp', 'rfp', 'rfpd', 'vref', 'pipe', 'pipa', 'tkey'],
];

/** Fields of a create that no update can change (interface §2.1, §2.6). */
const fixedFields = createFields
  .map(({ name }) => name)
  .filter((name) => !others.includes(name) && !(fieldsThatUpdate as readonly string[]).includes(name));

/**
 * What is mapped otherwise now, and stays at the service as it was filed.
 *
 * @param sent what the create sent. @param names texts that are others in every push, as the commit and the run: a value that holds one is not compared.
 */
export function fixedWarnings(sent: CreateFields, now: CreateFields, names: readonly string[]): string[] {
  const holdsName = (value: unknown) => names.some((name) => name !== '' && String(value ?? '').includes(name));
  return fixedFields
    .filter((name) => sent[name] !== now[name] && !holdsName(sent[name]))
    .map((name) => `${name} stays as it was filed (${sent[name] ?? 'not set'})`);
}
