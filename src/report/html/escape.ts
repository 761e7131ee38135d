import { escapeText } from '../../log.ts';
import { shorten } from '../../near.ts';

/** Most characters of a text, before escaping. */
const longest = 600;

/** Replaces the signs of HTML markup by numeric entities. */
const toEntities = (text: string) => text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Escapes text for an element or a quoted attribute: first shortens it to 600 characters; markup and invisible characters become codes. */
export function escapeHtml(text: string): string {
  return toEntities(escapeText(shorten(text, longest)));
}

/** Returns `html` in a link to `url`; for null, or an address that is not http(s) or has unsafe characters, `html` alone. */
export function renderLink(url: string | null, html: string): string {
  return url === null || !/^https?:\/\/[^[\s\p{C}"'<>\\]+$/u.test(url)
    ? html
    : `<a href="${toEntities(url)}">${html}</a>`;
}
