// src/log.ts
/** Control and format characters (bidi, zero width, tags, fillers), line and paragraph separators, halves of pairs. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
/**
* Makes text safe for one line of a log: control, bidi and invisible characters are shown as escapes, and the two
* forms of a runner's command (`::` and `##[`) are broken.
*/
function escapeText(text) {
	if (/^[ -~]*$/.test(text) && !text.includes("##[") && !text.includes("::")) return text;
	return text.replace(invisible, (char) => {
		if (char === "\n") return "\\n";
		if (char === "\r") return "\\r";
		if (char === "	") return "\\t";
		return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
	}).replaceAll("##[", "##\\[").replace(/^(\s*):(?=:)/, "$1\\:");
}
/** Says a problem to people: what happened, a line each, and what to do about it. */
function noteProblem({ message, remedy }, log) {
	for (const line of message.split("\n")) log.notice(`error: ${escapeText(line)}`);
	log.notice(`       -> ${escapeText(remedy)}`);
}

export { invisible as n, noteProblem as r, escapeText as t };