import { withDefaults } from './defaults.ts';
import { Problem } from './errors.ts';
import {
  type CommandName,
  type GivenOptions,
  type OptionRow,
  type Options,
  optionsOf,
  optionTable,
  variableOf,
} from './options.ts';

/** Values as they come in, by option name: a list for what may be repeated. */
export type RawOptions = Readonly<Record<string, string | readonly string[] | boolean | undefined>>;

function readValue(row: OptionRow, raw: string | readonly string[] | boolean, origin: string): unknown {
  if (row.kind === 'list') {
    const items = (Array.isArray(raw) ? raw : String(raw).split(/\r?\n/)).map((item) => item.trim());
    const given = items.filter((item) => item !== '');
    return given.length === 0 ? undefined : given;
  }
  const text = String(Array.isArray(raw) ? raw.at(-1) : raw).trim();
  if (text === '') return undefined;
  const wrong = (why: string, right: string) =>
    new Problem('usage', `${origin}: ${JSON.stringify(text)} ${why}`, `Give ${right}. (${row.about})`);
  if (row.choices && !row.choices.includes(text)) throw wrong('is not one of its values', row.choices.join(', '));
  if (row.kind === 'flag') {
    if (/^(true|yes|1)$/i.test(text)) return true;
    if (/^(false|no|0)$/i.test(text)) return false;
    throw wrong('is neither true nor false', 'true or false');
  }
  if (row.kind === 'number' && !/^\d{1,9}$/.test(text)) throw wrong('is not a number', 'a whole number');
  if (row.pattern && !row.pattern.test(text)) {
    throw wrong('cannot be right', row.kind === 'number' ? 'a whole number from 1 on' : (row.value ?? 'another value'));
  }
  return row.kind === 'number' ? Number(text) : text;
}

/** Raw values, and how their place names an option in an error, as `--base` or `FILE_CHECKOUTS_BASE`. */
export interface OptionSource {
  readonly values: RawOptions;
  readonly nameOf: (name: string) => string;
}

/**
 * Reads raw values into typed options; what is not given stays undefined. Several sources may be given, first one wins;
 * an empty value counts as not given.
 *
 * @throws Problem('usage') on the first value that cannot be right.
 */
export function givenOptions(command: CommandName, sources: readonly OptionSource[]): GivenOptions {
  const options: Record<string, unknown> = {};
  for (const row of optionsOf(command)) {
    for (const { values, nameOf } of sources) {
      const raw = values[row.name];
      const value = raw === undefined ? undefined : readValue(row, raw, nameOf(row.name));
      if (value === undefined) continue;
      // A flag that is said to be off is off, whatever a later source says.
      if (value !== false) options[row.name] = value;
      break;
    }
  }
  return options as GivenOptions;
}

/** The same with the defaults of the table filled in. @throws as `givenOptions` does */
export function readOptions(command: CommandName, sources: readonly OptionSource[]): Options {
  return withDefaults(givenOptions(command, sources));
}

/** The options that the environment sets (`FILE_CHECKOUTS_<NAME>`). */
export function environmentOptions(env: Readonly<Record<string, string | undefined>>): RawOptions {
  return Object.fromEntries(optionTable.map(({ name }) => [name, env[variableOf(name)]]));
}
