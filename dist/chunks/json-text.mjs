import { n as invisible } from "./log.mjs";

// src/report/json-text.ts
function unicodeEscapes(text) {
	return text.split("").map((unit) => unit.charCodeAt(0).toString(16).padStart(4, "0")).map((unit) => `\\u${unit}`).join("");
}
/** JSON in which unseen characters and the `##[` of a runner's command are written as escapes. */
function safeJson(value, indent) {
	return JSON.stringify(value, null, 2).replaceAll("\n", `\n${indent}`).replace(invisible, (char) => char === "\n" ? char : unicodeEscapes(char)).replaceAll("##[", "##\\u005b");
}
function* listPieces(list, indent) {
	yield "[\n";
	for (const [index, element] of list.entries()) yield `${indent}  ${safeJson(element, `${indent}  `)}${index < list.length - 1 ? "," : ""}\n`;
	yield `${indent}]`;
}
function* recordPieces(record) {
	const entries = Object.entries(record).filter(([, value]) => value !== void 0);
	yield "{\n";
	for (const [index, [key, value]] of entries.entries()) {
		yield `  ${safeJson(key, "")}: `;
		if (Array.isArray(value) && value.length > 0) yield* listPieces(value, "  ");
		else yield safeJson(value, "  ");
		yield index < entries.length - 1 ? ",\n" : "\n";
	}
	yield "}";
}
/**
* A record or a list as indented JSON that may stand in a log: the strings are what they are once it is parsed. In
* pieces, one for each element of a long list, as the whole of a large report need not stand in memory.
*/
function* jsonPieces(value) {
	if (Array.isArray(value) && value.length > 0) yield* listPieces(value, "");
	else if (Array.isArray(value) || Object.keys(value).length === 0) yield safeJson(value, "");
	else yield* recordPieces(value);
	yield "\n";
}
/** The same as one text. */
function jsonText(value) {
	return [...jsonPieces(value)].join("");
}

export { jsonText as n, jsonPieces as t };