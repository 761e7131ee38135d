/** Replaces the characters that HTML gives a meaning by their entities. */
export const entities = (text: string) => text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Makes a link with a text that is HTML already; null, or an address that is not http(s) or needs escaping: the text alone. */
export function htmlLink(url: string | null, html: string): string {
  return url === null || !/^https?:\/\/[^[\s\p{C}"'<>\\]+$/u.test(url)
    ? html
    : `<a href="${entities(url)}">${html}</a>`;
}
