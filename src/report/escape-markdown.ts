import { escapeText } from '../log.ts';
import { shorten } from '../near.ts';

/** The longest text of a cell or line, in characters before escaping; a name or message may be of any length. */
const longest = 600;

const entity = (char: string) => `&#${char.charCodeAt(0)};`;

function withoutMarkup(text: string): string {
  return escapeText(shorten(text, longest)).replace(/[&<>"'\\`*_{}[\]()#+!|~$@%^:=-]|(?<=^\d+|\bwww)\./gi, entity);
}

/**
 * Text for a line or a table cell: no markup, no mention, no link, no line of its own; shortened when it is very long.
 * The hosts look for `@name`, `#1`, `!1` and the like in what is shown, where an entity does not hide them: a
 * zero-width blank behind the sign does.
 */
export function escapeMarkdown(text: string): string {
  return withoutMarkup(text).replace(/&#(?:33|35|36|37|38|64|94|126);(?=\w)|(?<=\bGH)&#45;(?=\d)/gi, '$&&#8203;');
}

/** A name as code: to be copied as it is, and no host looks for anything in it. Nothing stays nothing. */
export function markdownCode(text: string): string {
  return text === '' ? '' : `<code>${withoutMarkup(text)}</code>`;
}
