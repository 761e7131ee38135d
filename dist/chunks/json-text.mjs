import { n as invisible } from "./log.mjs";

// src/report/json-text.ts
function unicodeEscapes(text) {
	return text.split("").map((unit) => unit.charCodeAt(0).toString(16).padStart(4, "0")).map((unit) => `\\u${unit}`).join("");
}
/**
* A value as indented JSON that may stand in a log: the strings are what they are once it is parsed, but characters
* that are not seen, and the `##[` of a runner's command, are written as JSON escapes.
*/
function jsonText(value) {
	return `${JSON.stringify(value, null, 2).replace(invisible, (char) => char === "\n" ? char : unicodeEscapes(char)).replaceAll("##[", "##\\u005b")}\n`;
}

export { jsonText as t };