import { formatDefault, type OptionRow } from '../src/options.ts';

/** Describes an option in one sentence or two: what it is for, its values and its default. */
export function describeOption(row: OptionRow): string {
  const choices = row.choices ? ` (${row.choices.join(', ')})` : '';
  const held = formatDefault(row);
  const fallback = held === undefined ? '' : `. Default: ${held}`;
  const text = `${row.about}${choices}${row.kind === 'list' ? '; one a line' : ''}${fallback}`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}
