import { type CreateFields, createFields } from './fields.ts';

/** Fields that an update can change, beside path and RFP: it sends those that differ (design §7). */
export const fieldsThatUpdate = ['attr', 'srcn', 'srca', 'srcd', 'user', 'csqo', 'lock'] as const;

/** Fields that identify the object, the file, the run or the RFP, and `copy`: no warning is about them. */
const otherFields: readonly string[] = [
  ...['appl', 'lvl', 'objn', 'objt', 'rpth', 'rsn', 'repo', 'branch', 'gpath', 'gfile', 'copy'],
  ...['arfp', 'rfp', 'rfpd', 'vref', 'pipe', 'pipa', 'tkey'],
];

/** Fields of a create that no update can change (interface §2.1, §2.6). */
const fixedFields = createFields
  .map(({ name }) => name)
  .filter((name) => !otherFields.includes(name) && !(fieldsThatUpdate as readonly string[]).includes(name));

/**
 * Returns a sentence for each field that is mapped otherwise now, and that the service keeps as it was filed.
 *
 * @param sent the fields of the create
 * @param names texts that change with every push (commit, run): a value with one of them is not compared
 */
export function fixedWarnings(sent: CreateFields, mapped: CreateFields, names: readonly string[]): string[] {
  const holdsName = (value: unknown) => names.some((name) => name !== '' && String(value ?? '').includes(name));
  return fixedFields
    .filter((name) => sent[name] !== mapped[name] && !holdsName(sent[name]))
    .map((name) => `${name} stays as it was filed (${sent[name] ?? 'not set'})`);
}
