/** What holds when an option is not given: its row says it, and this file fills it in. */
import { type FilledName, type GivenOptions, type OptionRow, type Options, optionTable } from './options.ts';

/**
 * Fills in the defaults of the table, of the options of every command.
 *
 * @param given what somebody gave; a value that is undefined counts as not given.
 */
export function withDefaults(given: GivenOptions): Options {
  const rows: readonly OptionRow[] = optionTable;
  const values: Readonly<Record<string, unknown>> = given;
  const filled = rows.map((row) => [row.name, values[row.name] ?? (row.kind === 'flag' ? false : row.default)]);
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined)) as unknown as Options;
}

/** The default of one option. */
export function defaultOf<Name extends FilledName>(name: Name): Options[Name] {
  return withDefaults({})[name];
}

/** The default as every page and help says it: the value, or where it comes from; undefined when there is none. */
export function defaultText(row: OptionRow): string | undefined {
  if (row.otherwise !== undefined || row.default === undefined) return row.otherwise;
  return row.kind === 'list' && row.default.length === 0 ? undefined : String(row.default);
}
