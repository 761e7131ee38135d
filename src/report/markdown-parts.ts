import { limitLinesByBytes } from '../counted.ts';
import { escapeText } from '../log.ts';
import { shorten } from '../near.ts';
import { renderLink } from './html/escape.ts';
import type { Column, Table } from './table.ts';

/** Most characters of a cell or line before escaping; a name or message may be of any length. */
const longest = 600;

/** Shortens a text to 600 characters, escapes it for a log, and makes each sign of Markdown or HTML a numeric entity. */
function withoutMarkup(text: string): string {
  const markup = /[&<>"'\\`*_{}[\]()#+!|~$@%^:=-]|(?<=^\d+|\bwww)\./gi;
  return escapeText(shorten(text, longest)).replace(markup, (char) => `&#${char.charCodeAt(0)};`);
}

/**
 * Escapes text for a line or a table cell of Markdown: no markup, mention, link or line end; shortened to 600 characters. The hosts look
 * for `@name`, `#1`, `!1` and the like in what is shown, so a zero-width blank parts each such sign from the name or number behind it.
 */
export function escapeMarkdown(text: string): string {
  return withoutMarkup(text).replace(/&#(?:33|35|36|37|38|64|94|126);(?=\w)|(?<=\bGH)&#45;(?=\d)/gi, '$&&#8203;');
}

/** Returns a text, escaped and shortened to 600 characters, in a `code` element, in which no host looks for mentions. '' stays ''. */
export function renderCode(text: string): string {
  return text === '' ? '' : `<code>${withoutMarkup(text)}</code>`;
}

/**
 * Returns a cell in Markdown, its texts but empty ones joined by ` – `. Name, branch, file: the first as code, the others escaped.
 * Commit: not escaped. These two are links if they have an address. Other: all escaped; `lead` and `number` without `#`, which hosts link.
 */
function renderCell<Row>(row: Row, { is, textsOf, urlOf }: Column<Row>): string {
  const texts = textsOf(row).filter((text) => text !== '');
  const link = (text: string) => renderLink(urlOf?.(row) ?? null, text);
  if (is === 'name' || is === 'branch' || is === 'file') {
    const [first = '', ...others] = texts;
    return [link(renderCode(first)), ...others.map(escapeMarkdown)].join(' – ');
  }
  if (is === 'commit') return link(texts.join(''));
  const isNumbered = is === 'lead' || is === 'number';
  return texts.map((text) => escapeMarkdown(isNumbered ? text.replace('#', '') : text)).join(' – ');
}

/**
 * Returns a table as lines of Markdown, and below it what `rest` says of the number of rows past `most` bytes. @param isBold true for a row
 * whose first cell is bold @param all number of all rows, if `rows` are only the first of them: `rest` counts the others, too
 */
export function renderMarkdownTable<Row>(
  { columns, rows }: Table<Row>,
  most: number,
  rest: (left: number) => string,
  isBold: (row: Row) => boolean = () => false,
  all = rows.length,
): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const lines = rows.map((row) => {
    const [first, ...others] = columns.map((one) => renderCell(row, one));
    return line([isBold(row) ? `**${first}**` : (first ?? ''), ...others]);
  });
  const heads = [line(columns.map(({ head }) => head)), line(columns.map(() => '---'))];
  return [...heads, ...limitLinesByBytes(most, lines, (left) => ['', rest(left)], all)];
}
