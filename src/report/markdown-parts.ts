import { within } from '../counted.ts';
import { escapeText } from '../log.ts';
import { shorten } from '../near.ts';
import { htmlLink } from './html/escape.ts';
import type { Column, Table } from './table.ts';

/** Most characters of a cell or line before escaping; a name or message may be of any length. */
const longest = 600;

const entity = (char: string) => `&#${char.charCodeAt(0)};`;

/** Shortens a text, and writes every sign that Markdown or HTML may read as an entity. */
function withoutMarkup(text: string): string {
  return escapeText(shorten(text, longest)).replace(/[&<>"'\\`*_{}[\]()#+!|~$@%^:=-]|(?<=^\d+|\bwww)\./gi, entity);
}

/**
 * Escapes text for a line or a table cell: no markup, no mention, no link, no line of its own; shortened to 600
 * characters. The hosts look for `@name`, `#1`, `!1` and the like in what is shown, where an entity does not hide them:
 * a zero-width blank behind the sign does.
 */
export function escapeMarkdown(text: string): string {
  return withoutMarkup(text).replace(/&#(?:33|35|36|37|38|64|94|126);(?=\w)|(?<=\bGH)&#45;(?=\d)/gi, '$&&#8203;');
}

/** Returns a name as code, escaped: to be copied as it is, and no host looks for mentions in it. Empty stays empty. */
export function markdownCode(text: string): string {
  return text === '' ? '' : `<code>${withoutMarkup(text)}</code>`;
}

/** Makes a cell: what can be copied as code, a number without its sign, other texts escaped. */
function cellOf<Row>(row: Row, { is, textsOf, urlOf }: Column<Row>): string {
  const texts = textsOf(row).filter((text) => text !== '');
  const link = (text: string) => htmlLink(urlOf?.(row) ?? null, text);
  if (is === 'name' || is === 'branch' || is === 'file') return link(markdownCode(texts[0] ?? ''));
  if (is === 'commit') return link(texts.join(''));
  // With its sign a number would be a link to an issue.
  const isNumbered = is === 'lead' || is === 'number';
  return texts.map((text) => escapeMarkdown(isNumbered ? text.replace('#', '') : text)).join(' – ');
}

/**
 * Returns the lines of a table, without its title.
 * @param most bytes of its rows; what `rest` says of the number of the others follows
 * @param isBold true for a row whose first cell is bold
 * @param all number of all rows, if the table has not all
 */
export function markdownTable<Row>(
  { columns, rows }: Table<Row>,
  most: number,
  rest: (left: number) => string,
  isBold: (row: Row) => boolean = () => false,
  all = rows.length,
): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const lines = rows.map((row) => {
    const [first, ...others] = columns.map((one) => cellOf(row, one));
    return line([isBold(row) ? `**${first}**` : (first ?? ''), ...others]);
  });
  const heads = [line(columns.map(({ head }) => head)), line(columns.map(() => '---'))];
  return [...heads, ...within(most, lines, (left) => ['', rest(left)], all)];
}
