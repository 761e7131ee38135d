import { escapeText } from '../../log.ts';
import { shorten } from '../../near.ts';

/** Most characters of a text, before escaping. */
const longest = 600;

const entities = (text: string) => text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Escapes text from outside for an element's content or a quoted attribute: no markup, nothing invisible (control and
 * bidi characters are shown as codes), at most 600 characters.
 */
export function htmlText(text: string): string {
  return entities(escapeText(shorten(text, longest)));
}

/** Makes a link with a text that is HTML already; null, or an address that is not http(s) or needs escaping: the text alone. */
export function htmlLink(url: string | null, html: string): string {
  return url === null || !/^https?:\/\/[^[\s\p{C}"'<>\\]+$/u.test(url)
    ? html
    : `<a href="${entities(url)}">${html}</a>`;
}

/** Makes a table that scrolls by itself; escapes nothing: all texts are HTML. @param region attribute that names it to screen readers */
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
