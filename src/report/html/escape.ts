import { escapeText } from '../../log.ts';
import { shorten } from '../../near.ts';

/** Most characters of a text, before escaping. */
const longest = 600;

/** Replaces the signs of HTML markup by numeric entities. */
const toEntities = (text: string) => text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Escapes text for an element or a quoted attribute: no markup, control and bidi characters as codes, shortened to 600 characters. */
export function escapeHtml(text: string): string {
  return toEntities(escapeText(shorten(text, longest)));
}

/** Returns HTML as a link to `url`; the HTML alone for null, or for an address that is not http(s) or has unsafe characters. */
export function renderLink(url: string | null, html: string): string {
  return url === null || !/^https?:\/\/[^[\s\p{C}"'<>\\]+$/u.test(url)
    ? html
    : `<a href="${toEntities(url)}">${html}</a>`;
}
