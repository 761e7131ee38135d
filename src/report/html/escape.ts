import { escapeText } from '../../log.ts';
import { shorten } from '../../near.ts';

const longest = 600;

/**
 * Text from outside as HTML, for an element's content or a quoted attribute: no markup, nothing invisible (control and
 * bidi characters are shown as codes), shortened when it is very long.
 */
export function htmlText(text: string): string {
  return escapeText(shorten(text, longest)).replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A link with a text that is HTML already; without an address, or with one that is not of the web, the text alone. */
export function htmlLink(url: string | null, html: string): string {
  if (url === null || !/^https?:\/\//.test(url)) return html;
  return `<a href="${url.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)}">${html}</a>`;
}

/** A table that scrolls by itself. @param region the attribute that names it to screen readers. @param rows as HTML. */
export function htmlTable(
  region: string,
  { look = 'scroll', caption, heads }: { look?: string; caption: string; heads: readonly string[] },
  rows: readonly string[],
): string {
  return `<div class="${look}" tabindex="0" role="group" ${region}><table>
<caption>${caption}</caption>
<thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table></div>`;
}
