import { Problem } from './errors.ts';
import { type CommandName, type GivenOptions, listOptionRows, type OptionRow, toEnvVariable } from './options.ts';

/** Raw values by option name; a list for a repeated option. */
export type RawOptions = Readonly<Record<string, string | readonly string[] | boolean | undefined>>;

/**
 * Converts a raw value, trimmed, to the kind of its row: text, number, boolean (true, yes, 1, false, no, 0; any case), or list (items of an
 * array, or lines; any). Others take an array's last item. Undefined if empty or absent. @throws Problem('usage') with `origin` if wrong
 */
function readValue(row: OptionRow, raw: RawOptions[string], origin: string): unknown {
  if (raw === undefined) return undefined;
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

/** Raw values, and how an option is named for errors: `--base`, `input base`. */
type OptionSource = { readonly values: RawOptions; readonly nameOf: (name: string) => string };

/**
 * Reads the typed options of a command, without defaults: from the source or, where it has none or an empty value, from FILE_CHECKOUTS_NAME
 * in the environment; skips options of other commands. A false flag is absent; a false from the source overrules the environment. @throws
 * Problem('usage') on the first invalid value, in the order of the table; a variable that the source overrules is not checked
 */
export function readGivenOptions(command: CommandName, { values, nameOf }: OptionSource, env: NodeJS.ProcessEnv) {
  const options: Record<string, unknown> = {};
  for (const row of listOptionRows(command)) {
    const variable = toEnvVariable(row.name);
    const value = readValue(row, values[row.name], nameOf(row.name)) ?? readValue(row, env[variable], variable);
    if (value !== undefined && value !== false) options[row.name] = value;
  }
  return options as GivenOptions;
}
