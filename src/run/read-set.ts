import { Problem } from '../errors.ts';
import { parseSet } from '../mapping/set.ts';
import type { Options } from '../options.ts';

/** The fields that `--set` gives. @throws Problem('usage') naming every item that cannot be used. */
export function readSet(options: Options): Readonly<Record<string, string | null>> {
  const { fields, problems } = parseSet(options.set);
  if (problems.length > 0) throw new Problem('usage', `--set: ${problems.join('; ')}`, 'Give FIELD=VALUE.');
  return fields;
}
