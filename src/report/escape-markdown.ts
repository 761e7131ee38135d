import { escapeText } from '../log.ts';
import { shorten } from '../near.ts';

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
