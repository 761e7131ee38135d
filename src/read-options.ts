import { Problem } from './errors.ts';
import {
  type CommandName,
  type GivenOptions,
  listOptionRows,
  type OptionRow,
  optionTable,
  toEnvVariable,
} from './options.ts';

/** Raw values by option name; a list for a repeated option. */
export type RawOptions = Readonly<Record<string, string | readonly string[] | boolean | undefined>>;

/**
 * Reads a raw value as its row says, without blanks around it; undefined if it is empty. A list takes the items of an array, or the lines
 * of a text; any other option the last item of an array. @throws Problem('usage') for a wrong form or choice, which names `origin`
 */
function readValue(row: OptionRow, raw: string | readonly string[] | boolean, origin: string): unknown {
  if (row.kind === 'list') {
    const lines: readonly string[] = Array.isArray(raw) ? raw : String(raw).split(/\r?\n/);
    const items = lines.map((line) => line.trim()).filter((item) => item !== '');
    return items.length === 0 ? undefined : items;
  }
  const text = String(Array.isArray(raw) ? raw.at(-1) : raw).trim();
  if (text === '') return undefined;
  const refuseValue = (why: string, right: string) =>
    new Problem('usage', `${origin}: ${JSON.stringify(text)} ${why}`, `Give ${right}. (${row.about})`);
  if (row.choices && !row.choices.includes(text)) throw refuseValue('is not one of its values', row.choices.join(', '));
  if (row.kind === 'flag') {
    if (/^(true|yes|1)$/i.test(text)) return true;
    if (/^(false|no|0)$/i.test(text)) return false;
    throw refuseValue('is neither true nor false', 'true or false');
  }
  if (row.kind === 'number' && !/^\d{1,9}$/.test(text)) throw refuseValue('is not a number', 'a whole number');
  const form = row.kind === 'number' ? 'a whole number from 1 on' : (row.value ?? 'another value');
  if (row.pattern && !row.pattern.test(text)) throw refuseValue('cannot be right', form);
  return row.kind === 'number' ? Number(text) : text;
}

/** Raw values of one source, and its name of an option for errors, as `--base` or `FILE_CHECKOUTS_BASE`. */
type OptionSource = { readonly values: RawOptions; readonly nameOf: (name: string) => string };

/**
 * Reads raw values into typed options of a command, without defaults; skips options of other commands. The first source that gives an
 * option wins; an empty value counts as not given. A flag that the winning source turns off is absent from the result. @throws
 * Problem('usage') on the first invalid value, in the order of the table; values behind the winning source are not looked at
 */
export function readGivenOptions(command: CommandName, sources: readonly OptionSource[]): GivenOptions {
  const options: Record<string, unknown> = {};
  for (const row of listOptionRows(command)) {
    for (const { values, nameOf } of sources) {
      const raw = values[row.name];
      const value = raw === undefined ? undefined : readValue(row, raw, nameOf(row.name));
      if (value === undefined) continue;
      // A flag that an earlier source turns off stays off.
      if (value !== false) options[row.name] = value;
      break;
    }
  }
  return options as GivenOptions;
}

/** Returns the raw values of all options from `FILE_CHECKOUTS_<NAME>` in the environment; undefined for one that is not set. */
export function readEnvironmentOptions(env: Readonly<Record<string, string | undefined>>): RawOptions {
  return Object.fromEntries(optionTable.map(({ name }) => [name, env[toEnvVariable(name)]]));
}
