import { n as invisible } from "./log.mjs";

// src/report/json-text.ts
function unicodeEscapes(text) {
	return text.split("").map((unit) => unit.charCodeAt(0).toString(16).padStart(4, "0")).map((unit) => `\\u${unit}`).join("");
}
/** Nearly every text is of such characters alone, which is told much faster than what the others are. */
const plain = /^[\n -~]*$/;
/** Indented JSON with unseen characters and the `##[` of a runner's command written as escapes. */
function safe(json) {
	return (plain.test(json) ? json : json.replace(invisible, (char) => char === "\n" ? char : unicodeEscapes(char))).replaceAll("##[", "##\\u005b");
}
function safeJson(value, indent) {
	return safe(JSON.stringify(value, null, 2).replaceAll("\n", `\n${indent}`));
}
/** So many elements of a list make a piece. */
const atATime = 64;
function* listPieces(list, depth) {
	yield "[\n";
	for (let at = 0; at < list.length; at += atATime) {
		const part = list.slice(at, at + atATime);
		const json = JSON.stringify(depth === 0 ? part : { part }, null, 2);
		yield `${safe(json.slice(json.indexOf("[\n") + 2, json.lastIndexOf("\n", json.lastIndexOf("]"))))}${at + atATime < list.length ? "," : ""}\n`;
	}
	yield `${depth === 0 ? "" : "  "}]`;
}
function* recordPieces(record) {
	const entries = Object.entries(record).filter(([, value]) => value !== void 0);
	yield "{\n";
	for (const [index, [key, value]] of entries.entries()) {
		yield `  ${safeJson(key, "")}: `;
		if (Array.isArray(value) && value.length > 0) yield* listPieces(value, 1);
		else yield safeJson(value, "  ");
		yield index < entries.length - 1 ? ",\n" : "\n";
	}
	yield "}";
}
/**
* A record or a list as indented JSON that may stand in a log: the strings are what they are once it is parsed. In
* pieces, a few elements of a long list each, as the whole of a large report need not stand in memory.
*/
function* jsonPieces(value) {
	if (Array.isArray(value) && value.length > 0) yield* listPieces(value, 0);
	else if (Array.isArray(value) || Object.keys(value).length === 0) yield safeJson(value, "");
	else yield* recordPieces(value);
	yield "\n";
}
/** The same as one text. */
function jsonText(value) {
	return [...jsonPieces(value)].join("");
}

export { jsonText as n, jsonPieces as t };