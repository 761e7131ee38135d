import { escapeText, shorten } from "./start.mjs";

// src/report/html/escape.ts
const longest = 600;
/**
* Text from outside as HTML, for an element's content or a quoted attribute: no markup, nothing invisible (control and
* bidi characters are shown as codes), shortened when it is very long.
*/
function htmlText(text) {
	return escapeText(shorten(text, longest)).replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}
/** A link with a text that is HTML already; without an address, or with one that is not of the web, the text alone. */
function htmlLink(url, html) {
	if (url === null || !/^https?:\/\//.test(url)) return html;
	return `<a href="${url.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)}">${html}</a>`;
}
/** A table that scrolls by itself. @param region the attribute that names it to screen readers. @param rows as HTML. */
function htmlTable(region, { look = "scroll", caption, heads }, rows) {
	return `<div class="${look}" tabindex="0" role="group" ${region}><table>
<caption>${caption}</caption>
<thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join("")}</tr></thead>
<tbody>
${rows.join("\n")}
</tbody></table></div>`;
}

export { htmlLink, htmlTable, htmlText };