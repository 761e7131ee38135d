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
