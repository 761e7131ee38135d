import { type CreateFields, createFields } from '../interface/fields.ts';
import { type FiledObject, rememberedFields } from './record.ts';

/** Fields that an update carries, that name the object or the run, or that are no matter of the request's own. */
const others: ReadonlySet<string> = new Set([
  ...rememberedFields,
  ...['appl', 'lvl', 'objn', 'objt', 'rpth', 'rsn', 'repo', 'branch', 'gpath', 'gfile', 'copy'],
  ...['arfp', 'rfp', 'rfpd', 'vref', 'pipe', 'pipa', 'tkey'],
]);

/** Fields of a create that no update can change (interface §2.1, §2.6). */
const fixedFields = createFields.map(({ name }) => name).filter((name) => !others.has(name));

/** Stands for a value that holds the commit or the run: it is another one in every push. */
const ofPush = '';

/**
 * What a create fixed for good, to be remembered with its request; undefined when it sent none of it.
 *
 * @param names the commit and the names of the run.
 */
export function fixedOf(fields: CreateFields, names: readonly string[]): FiledObject['fixed'] {
  let fixed: Record<string, string | number> | undefined;
  for (const name of fixedFields) {
    const value = fields[name];
    if (value === undefined) continue;
    fixed ??= {};
    fixed[name] = names.some((text) => String(value).includes(text.slice(0, 7))) ? ofPush : value;
  }
  return fixed;
}

/** What is mapped otherwise by now, and stays at the service as it was filed; nothing for a record that does not say. */
export function fixedWarnings({ fixed }: Pick<FiledObject, 'fixed'>, fields: CreateFields): string[] {
  if (fixed === undefined) return [];
  return fixedFields
    .filter((name) => fixed[name] !== ofPush && fixed[name] !== fields[name])
    .map((name) => `${name} stays as it was filed (${fixed[name] ?? 'not set'})`);
}
