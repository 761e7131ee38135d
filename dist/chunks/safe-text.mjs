// src/client/safe-text.ts
const defaultLimit = 200;
/** Longest piece of an answer that is looked at for a snippet; keeps the work small whatever the size of the answer. */
const snippetSource = 4e3;
/**
* Makes the function that every text from outside passes before it leaves the client.
* In: the token. It is also found as JSON strings and URLs would spell it.
*/
function safeTextFor(token) {
	const spellings = [
		token,
		JSON.stringify(token).slice(1, -1),
		encodeURIComponent(token)
	].filter((s) => s !== "");
	return (text, limit = defaultLimit) => {
		return shorten(printable(spellings.reduce((rest, spelling) => rest.replaceAll(spelling, "***"), text)), limit);
	};
}
/** A safe, short piece of an answer's body for a sentence; of a page only its text, as its tags tell nobody anything. */
function snippetOf(body, safe) {
	const piece = safe(body.slice(0, 2 * snippetSource), snippetSource);
	if (!/^\s*</.test(piece)) return safe(piece);
	return safe(piece.replace(/<[^>]*>?/g, " "));
}
function printable(text) {
	return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}
function shorten(text, limit) {
	if (text.length <= limit) return text;
	return `${[...text.slice(0, limit)].slice(0, -1).join("")}…`;
}

export { snippetOf as n, safeTextFor as t };