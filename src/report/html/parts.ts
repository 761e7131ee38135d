import { createHash } from 'node:crypto';
import { joinTexts, limitLinesByBytes } from '../../counted.ts';
import type { Column, Table } from '../table.ts';
import { escapeHtml, renderLink } from './escape.ts';

/** How a table looks, and what it leaves out. */
interface TableLook<Row> {
  /** The section that it is in. */
  readonly id: string;
  /** Class of the table. */
  readonly look: string;
  readonly caption?: string;
  /** Most bytes of the rows; the last row says of the others what `rest` returns, as HTML. */
  readonly most: number;
  readonly rest: (left: number) => string;
  /** Class of a row; empty: none. */
  readonly rowLook?: (row: Row) => string;
  /** Columns whose cells have the class `wide`. */
  readonly wide?: readonly Column<Row>['is'][];
}

/**
 * Returns a table as HTML that scrolls sideways: cells escaped, heads and caption not, the first column as row headers. Each text of a cell
 * has its own line; the first is a link, if it has an address. A last row has what `rest` says of the rows past `most` bytes, if any.
 */
export function renderHtmlTable<Row>({ columns, rows }: Table<Row>, look: TableLook<Row>): string {
  const { id, caption, most, rest, rowLook = () => '', wide = [] } = look;
  // Without the end tags that HTML does not need.
  const renderHtmlCell = (row: Row, { is, textsOf, urlOf }: Column<Row>, n: number) => {
    const [first = '', ...others] = textsOf(row).map(escapeHtml);
    const tag = n === 0 ? 'th scope=row' : wide.includes(is) ? 'td class=wide' : 'td';
    return `<${tag}>${[renderLink(urlOf?.(row) ?? null, first), ...others].join('<br>')}`;
  };
  const lines = rows.map((row) => {
    const name = rowLook(row);
    return `<tr${name && ` class=${name}`}>${columns.map((one, n) => renderHtmlCell(row, one, n)).join('')}`;
  });
  const heads = columns.map(({ head }) => `<th scope="col">${head}</th>`).join('');
  const shown = limitLinesByBytes(most, lines, (left) => [`<tr><td colspan=${columns.length}>${rest(left)}`]);
  return `<div class="scroll" tabindex="0" role="group" aria-labelledby="${id}-title"><table class="${look.look}">
${caption === undefined ? '' : `<caption>${caption}</caption>\n`}<thead><tr>${heads}</tr></thead>
<tbody>
${shown.join('\n')}
</tbody></table></div>`;
}

/** Returns an HTML section of title and parts, which must be HTML already; empty parts are left out. '' if no part is left. */
export function renderHtmlSection(id: string, title: string, parts: readonly string[]): string {
  const content = joinTexts(parts, '\n');
  if (content === '') return '';
  return `<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>\n${content}</section>`;
}

/**
 * Returns an HTML page whose content security policy allows only `style`, and a script element of a part if its text is `script`
 * (undefined: no script may run). Escapes nothing: title, heading and parts must be HTML already; empty parts are left out.
 */
export function renderHtmlPage(
  { title, style, script }: { readonly title: string; readonly style: string; readonly script?: string },
  heading: string,
  parts: readonly string[],
): string {
  const hashText = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const scripts = script === undefined ? '' : ` script-src ${hashText(script)};`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${hashText(style)};${scripts} base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
${heading}
<main>
${joinTexts(parts, '\n')}
</main>
</body>
</html>
`;
}
