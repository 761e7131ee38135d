/** Fills in the default of each option that is not given, from its row in the table of options. */
import { type FilledName, type GivenOptions, type OptionRow, type Options, optionTable } from './options.ts';

/** Fills in the defaults of all options, false for a flag; an option without value and default is absent. */
export function withDefaults(given: GivenOptions): Options {
  const filled = optionTable.map((row) => [row.name, given[row.name] ?? (row.kind === 'flag' ? false : row.default)]);
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined)) as unknown as Options;
}

/** Returns the default of an option that has one: false for a flag. */
export function optionDefault<Name extends FilledName>(name: Name): Options[Name] {
  return withDefaults({})[name];
}

/** Returns the default of an option for help and pages: `otherwise`, else the value; undefined: it has none, or an empty list. */
export function defaultText(row: OptionRow): string | undefined {
  if (row.otherwise !== undefined || row.default === undefined) return row.otherwise;
  return row.kind === 'list' && row.default.length === 0 ? undefined : String(row.default);
}
